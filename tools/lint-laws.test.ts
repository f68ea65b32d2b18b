import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { ROOT } from './workspace.ts';

/** A function of so many lines, its head and its end with them; some of them are those of a function inside. */
function functionOf(lines: number, nested: readonly string[] = []): string {
  const calls = Array.from({ length: lines - 2 }, (_, call) => `  console.log(${call});`);
  return ['export function x() {', ...calls, ...nested, '}'].join('\n');
}

/** Code that breaks a law of eslint.config.js where it stands, and the rule that says so. */
const BREACHES: readonly (readonly [law: string, file: string, code: string, rule: string])[] = [
  [
    'a module has no network of its own',
    'mfe-vitals/src/x.ts',
    "void fetch('/api/phr/device');",
    'no-restricted-globals',
  ],
  ['a module opens no socket', 'mfe-devices/src/x.ts', "new WebSocket('wss://x.test');", 'no-restricted-globals'],
  ['a module keeps no store of its own', 'mfe-records/src/x.ts', "indexedDB.open('x');", 'no-restricted-globals'],
  ['a module touches no storage', 'mfe-records/src/x.ts', "localStorage.getItem('x');", 'no-restricted-globals'],
  ["the shell's screens call services", 'shell/src/features/x.ts', "void fetch('/x');", 'no-restricted-globals'],
  [
    'a way back names its screen',
    'mfe-vitals/src/x.tsx',
    'export const x = <p back="/dashboard" />;',
    'no-restricted-syntax',
  ],
  [
    'a link names its screen',
    'mfe-vitals/src/x.tsx',
    'export const x = <a href={`/report/${1}`} />;',
    'no-restricted-syntax',
  ],
  ['a redirect names its screen', 'mfe-booking/src/x.ts', "history.replace('/encounters');", 'no-restricted-syntax'],
  [
    'a link names its screen, whichever it is',
    'mfe-vitals/src/x.tsx',
    "export const x = <a href={isOne ? '/one' : undefined} />;",
    'no-restricted-syntax',
  ],
  [
    'a redirect names its screen, whichever it is',
    'mfe-booking/src/x.ts',
    "history.replace(isOne ? '/encounters' : '/appointments');",
    'no-restricted-syntax',
  ],
  [
    'a number field is no native one',
    'mfe-vitals/src/x.tsx',
    'export const x = <input type="number" />;',
    'no-restricted-syntax',
  ],
  [
    'a right is not compared by its name',
    'backend/src/gateway/x.ts',
    "export const x = (right: string) => right !== 'write';",
    'no-restricted-syntax',
  ],
  [
    'rights are not compared with each other',
    'backend/src/gateway/x.ts',
    'export const x = (a: { rights: string }, b: string) => a.rights > b;',
    'no-restricted-syntax',
  ],
  [
    'SQL takes no right for the widest by its name',
    'backend/src/records/x.ts',
    'export const x = `select max(a.rights) from access a where ${1}`;',
    'no-restricted-syntax',
  ],
  [
    'SQL asks for no right by its name',
    'backend/src/records/x.ts',
    `export const x = "select from access where rights = 'write'";`,
    'no-restricted-syntax',
  ],
  [
    'SQL puts no rights in order by their names',
    'backend/src/records/x.ts',
    'export const x = `select from access order by rights desc, ${1}`;',
    'no-restricted-syntax',
  ],
  ['a function fits a screen', 'mfe-vitals/src/x.ts', functionOf(61), 'phr/own-lines'],
  ['no any', 'mfe-vitals/src/x.ts', 'export const x: any = 1;', '@typescript-eslint/no-explicit-any'],
];

/** Code that breaks a law that only types can tell, in a file that there is: a file of no project has no types. */
const TYPED_BREACHES: readonly (readonly [law: string, code: string, rule: string])[] = [
  ['a promise that nobody waits for is heard', 'Promise.resolve();', 'no-floating-promises'],
  ['a handler that answers nothing is no promise', '[1].forEach(async () => undefined);', 'no-misused-promises'],
  [
    'an event handler of JSX is no promise',
    'export const x = <button type="button" onClick={async () => undefined} />;',
    'no-misused-promises',
  ],
  ['a condition is no promise', 'if (Promise.resolve(true)) console.log(1);', 'no-misused-promises'],
  ['what is awaited is a promise', 'await 1;', 'await-thenable'],
  [
    'what is tried is awaited in the try',
    'export async function x() { try { return Promise.resolve(1); } catch { return 2; } }',
    'return-await',
  ],
  ['what is thrown is an Error', "throw 'x';", 'only-throw-error'],
  [
    'a switch knows each case, or says what becomes of the others',
    "export function x(a: 'b' | 'c') { switch (a) { case 'b': return 1; } return 2; }",
    'switch-exhaustiveness-check',
  ],
  ['any is not given on', "Number.parseInt(JSON.parse('1'));", 'no-unsafe-argument'],
  ['any is not kept', "export const x = JSON.parse('1');", 'no-unsafe-assignment'],
  ['any is not called', "JSON.parse('1')();", 'no-unsafe-call'],
  ['nothing is read of any', "console.log(JSON.parse('1').x);", 'no-unsafe-member-access'],
  ['any is not answered', "export const x = (): string => JSON.parse('1');", 'no-unsafe-return'],
  ['only words and numbers stand in a text', 'export const x = `${{}}`;', 'restrict-template-expressions'],
];

// Laws about names and imports need no types, and hold in files that there are not.
const untyped = new ESLint({ cwd: ROOT, overrideConfig: tseslint.configs.disableTypeChecked });
const typed = new ESLint({ cwd: ROOT });

test.each(BREACHES)('%s', async (_law, file, code, rule) => {
  const [result] = await untyped.lintText(code, { filePath: `${ROOT}/${file}` });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(rule);
});

test.each(TYPED_BREACHES)('%s', async (_law, code, rule) => {
  const [result] = await typed.lintText(code, { filePath: `${ROOT}/shared/ui/src/button.tsx` });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(`@typescript-eslint/${rule}`);
});

test('what may stand in a service of the shell may not stand in a module', async () => {
  const file = `${ROOT}/shell/src/services/auth/x.ts`;
  const [allowed] = await untyped.lintText("void fetch('/x');", { filePath: file });
  expect(allowed?.messages).toEqual([]);
});

test('lines of comments, blank lines and lines of a function inside are none of its own', async () => {
  const inside = ['  [1].map(() => {', ...functionOf(60).split('\n').slice(1, -1), '  });'];
  const code = functionOf(59, ['', '  // a comment', ...inside]);
  const [held] = await untyped.lintText(code, { filePath: `${ROOT}/mfe-vitals/src/x.ts` });
  expect(held?.messages).toEqual([]);
});

test('a test may be as long as it needs', async () => {
  const [held] = await untyped.lintText(functionOf(61), { filePath: `${ROOT}/mfe-vitals/src/x.test.ts` });
  expect(held?.messages).toEqual([]);
});
