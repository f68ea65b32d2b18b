import { ESLint } from 'eslint';
import { ROOT } from './workspace.ts';

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
  ['no any', 'mfe-vitals/src/x.ts', 'export const x: any = 1;', '@typescript-eslint/no-explicit-any'],
];

test.each(BREACHES)('%s', async (_law, file, code, rule) => {
  const eslint = new ESLint({ cwd: ROOT });
  const [result] = await eslint.lintText(code, { filePath: `${ROOT}/${file}` });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(rule);
});

test('what may stand in a service of the shell may not stand in a module', async () => {
  const eslint = new ESLint({ cwd: ROOT });
  const [allowed] = await eslint.lintText("void fetch('/x');", { filePath: `${ROOT}/shell/src/services/auth/x.ts` });
  expect(allowed?.messages).toEqual([]);
});
