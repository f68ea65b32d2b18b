import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf, LOAD_ERRORS } from '../shared/loader/src/load-error.ts';
import { BROKEN, FILE_AWAY } from '../shared/module-kit/src/error-code.tsx';
import { ROOT } from './workspace.ts';

const PAGES = path.join(ROOT, 'docs/errors');

test('every code that a card of a module tells has a page that names it, and no page is of another', () => {
  const codes = [...LOAD_ERRORS.map(codeOf), FILE_AWAY];
  expect(new Set(codes).size).toBe(LOAD_ERRORS.length + 1);
  // a module reports by itself what its host would report
  expect(BROKEN).toBe(codeOf('render'));
  expect(readdirSync(PAGES).toSorted()).toEqual([...codes.map((code) => `${code}.md`), 'README.md']);
  const list = readFileSync(path.join(PAGES, 'README.md'), 'utf8');
  for (const code of codes) {
    expect(readFileSync(path.join(PAGES, `${code}.md`), 'utf8')).toMatch(new RegExp(`^# ${code}: `));
    expect(list).toContain(`(${code}.md)`);
  }
  for (const kind of LOAD_ERRORS)
    expect(readFileSync(path.join(PAGES, `${codeOf(kind)}.md`), 'utf8')).toContain(`\`${kind}\``);
});
