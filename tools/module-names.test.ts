import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { manifestOf, MODULES, ROOT } from './workspace.ts';

/**
 * Code that is not a host: tests and their helpers, texts for people, and measures that deliberately examine one
 * module.
 */
const OTHERS = [
  /\.(?:test|spec)\.tsx?$|\/(?:test|testing|dev|fixtures|specs)\/|test-support|partner-server/,
  /^tools\/measure\/(?:vitals|federation|long-inputs)/,
];
/**
 * Data about modules: the owner's order (R-P1), the types generated from the manifests, and what hosts knew of earlier
 * releases.
 */
const DATA = ['shell/src/core/order.json', 'shared/contract/src/screens.ts', 'backend/src/releases/v1.json'];

const files = execFileSync('git', ['ls-files', 'shell/src', 'backend/src', 'shared/*/src', 'tools', 'e2e/support'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => /\.(?:tsx?|json|mjs)$/.test(file) && !DATA.includes(file) && !OTHERS.some((other) => other.test(file)),
  );
const code = (file: string): string =>
  readFileSync(path.join(ROOT, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/`pnpm run[\s\S]*?`/g, '');

test('no file of shell, backend, shared packages and tools names a module', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => /['"`/@]mfe-[a-z]+/.test(code(file)))).toEqual([]);
});

/** Words that are both a screen's name and an everyday word of the record: they count only when they name a screen. */
const screens = MODULES.flatMap((name) => manifestOf(name).routes.map(({ screen }) => screen));
const named = new RegExp(
  `(?:screen: ?|screen=|screen === ?|go\\(|hrefOf\\(|titleOf\\(|named\\(|href=|to=|replace\\(|push\\()["'\`]/?(?:${screens.join('|')})["'\`?/]`,
);

test('no file of the shell and of shared packages names a screen of a module', () => {
  const hosts = files.filter((file) => /^(?:shell|shared)\//.test(file));
  expect(hosts.filter((file) => named.test(code(file)))).toEqual([]);
  // the pattern finds what it looks for
  expect(named.test("go('encounter-details', { id })")).toBe(true);
  expect(named.test('<LinkButton href="/medicines">')).toBe(true);
});
