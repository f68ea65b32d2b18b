import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './workspace.ts';

/** Pages about the present state; decisions and moved files also describe the past. */
const PAGES = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md') && file !== 'moved.md')
    .map((file) => `docs/${file}`),
];
const OURS =
  /^(?:shell|mfe-[a-z]+|shared|backend|e2e|tools|docs)\/[\w./-]+\.\w+$|^(?:shell|mfe-[a-z]+|shared|backend|e2e|tools)\/[\w/-]+$/;

/** Paths relative to the root in code spans of a page, except those with a wildcard or a placeholder. */
const pathsIn = (page: string): readonly string[] =>
  [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/`([^`\n]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => OURS.test(span));

test('a path that a page names is there', () => {
  const named = PAGES.flatMap((page) => pathsIn(page).map((name) => ({ page, name })));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});
