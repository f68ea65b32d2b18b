import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './workspace.ts';

/** Pages that tell what is there today; decisions and moved files also tell of what was. */
const PAGES = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md') && file !== 'moved.md')
    .map((file) => `docs/${file}`),
];
const OURS =
  /^(?:shell|mfe-[a-z]+|shared|backend|e2e|tools|docs)\/[\w./-]+\.\w+$|^(?:shell|mfe-[a-z]+|shared|backend|e2e|tools)\/[\w/-]+$/;

/** Paths from the root that a page names in code spans; one with a wildcard or a placeholder is none. */
const pathsIn = (page: string): readonly string[] =>
  [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/`([^`\n]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => OURS.test(span));

test('a path that a page names is there', () => {
  const named = PAGES.flatMap((page) => pathsIn(page).map((name) => ({ page, name })));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});
