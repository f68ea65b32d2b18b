import { ESLint } from 'eslint';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { ROOT } from './workspace.ts';

/** A function of the given number of lines, including its first and last; some of them belong to a nested function. */
function functionOf(lines: number, nested: readonly string[] = []): string {
  const calls = Array.from({ length: lines - 2 }, (_, call) => `  console.log(${call});`);
  return ['export function x() {', ...calls, ...nested, '}'].join('\n');
}

/** Code that breaks a rule of eslint.config.js at the given place, and the name of that rule. */
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
  ...[
    "[{ level: 'target', below: 120 }, { level: 'veryDangerous' }]",
    "{ level: 'mild', low: 3, high: 4 }",
    "{ level: 'mild', from: LIMIT }",
    "{ level: 'mild', holds: (value: number) => value > 7 }",
    "['H', 'HH']",
    "new Set(['LL'])",
    "new Map([[140, 'dangerous']])",
    '{ dangerous: 140, mild: 130 }',
    "(value: number) => (value > 140 ? 'dangerous' : value > 130 ? 'mild' : 'target')",
    "(value: number) => (value < 3.9 ? 'L' : 'H')",
    "(value: number) => value >= 7 && 'slightlyHigh'",
    "(value: number) => { if (value >= 140) return 'mild'; return 'target'; }",
    "(value: number) => { switch (true) { case value > 7: return 'high'; default: return 'low'; } }",
    "(value: number) => { const over = value > 7; return over ? 'mild' : 'target'; }",
    "(value: number) => (isOver(value) ? 'veryMild' : 'target')",
    "(value: number) => ['target', 'mild'][Number(value > 7)]",
    '(value: number) => LEVELS[value > 7 ? 3 : 0]',
    "(value: number) => t(value > 7 ? 'level.mild' : 'level.target')",
    "(value: number) => (value > 7 ? badge('mild') : badge('target'))",
    '(value: number) => (value > 7 ? css.dangerous : css.plain)',
    '(value: number, { low, high }: Range) => value < low.value || value > (high?.value ?? 9)',
    '(value: number, range: Range) => (range.high?.value ?? 9) < value',
    '(value: number, range?: Range) => value < Number(range?.low?.value)',
    '(value: number, range: Range) => { const [min] = [range.low?.value ?? 0]; return value < min; }',
    '(value: number, range: Range) => { const { value: top = 9 } = range.high ?? {}; return value > top; }',
    "{ H: 'red', L: 'blue' }",
    "(code: string) => (code === 'HH' ? 'red' : 'green')",
    "(one: Concept) => one.coding?.some(({ code }) => code === 'L')",
    "(verdict: Verdict) => (verdict.level === 'mild' ? { ...verdict, level: 'target' } : verdict)",
    "(verdict: Verdict) => ({ ...verdict, level: verdict.level ?? 'target' })",
    '(word: string) => word as Level',
    "(value: number) => (value >= 140 ? 'red' : 'green')",
    "({ amount }: Part) => amount.value * 18.02 > 126 && 'cao'",
    '(reading: Reading) => { const top = reading.parts[0].value; return 7 < top ? css.alarm : css.calm; }',
    "(systolic: number) => { const EDGE = 140; if (systolic < EDGE) return 'Tốt'; return 'Xấu'; }",
  ].map(
    (table) =>
      [
        `only the judge judges: ${table.slice(0, 70)}`,
        'mfe-vitals/src/features/x/x.model.ts',
        `export const x = ${table};`,
        'phr/one-judge',
      ] as const,
  ),
  [
    'a title of a test has at most 100 characters',
    'shared/ui/src/x.test.ts',
    `test('${'x'.repeat(101)}', () => undefined);`,
    'phr/short-titles',
  ],
  [
    'a title of a table of tests has at most 100 characters, as it is written',
    'shared/ui/src/x.test.tsx',
    `test.each([1])(\`${'x'.repeat(97)}\${1}\`, () => undefined);`,
    'phr/short-titles',
  ],
  [
    'a title of a journey has at most 100 characters',
    'e2e/specs/x.spec.ts',
    `test.describe('${'x'.repeat(101)}', () => undefined);`,
    'phr/short-titles',
  ],
  ...[
    'shell/src/core/x.ts',
    'shared/ui/src/x.ts',
    'mfe-booking/src/x.ts',
    'backend/src/identity/x.ts',
    'tools/x.ts',
  ].map(
    (file) =>
      [
        `a language is not one of two, in ${file}`,
        file,
        "export const x = (locale: string) => (locale === 'vi-VN' ? 'Có' : 'Yes');",
        'no-restricted-syntax',
      ] as const,
  ),
  [
    'a language is not told by the beginning of its tag',
    'shared/fhir/src/x.ts',
    "export const x = (tag: string) => tag.startsWith('en');",
    'no-restricted-syntax',
  ],
  [
    'no case of a switch is a language',
    'mfe-vitals/src/x.ts',
    "export function x(tag: string) { switch (tag) { case 'vi': return 1; default: return 2; } }",
    'no-restricted-syntax',
  ],
  ['no module is named by heart', 'shell/src/core/x.ts', "export const opened = 'mfe-vitals';", 'phr/module-names'],
  ['nor in an address', 'tools/x.ts', 'export const x = (v: string) => `/m/mfe-vitals/${v}/`;', 'phr/module-names'],
  ['nor made of parts', 'backend/src/x.ts', 'export const x = (name: string) => `mfe-${name}`;', 'phr/module-names'],
  [
    'no list of modules without what all begin with',
    'e2e/support/x.ts',
    "export const all = ['vitals', 'records', 'imaging'];",
    'phr/module-names',
  ],
  [
    'no table by screens of modules',
    'shell/src/core/x.ts',
    "export const x = { encounters: 1, medicines: 2, 'health-indexes': 3 };",
    'phr/module-names',
  ],
  [
    'no type of the screens of modules',
    'shared/ui/src/x.ts',
    "export type X = 'encounters' | 'medicines' | 'allergies';",
    'phr/module-names',
  ],
  ['a function fits a screen', 'mfe-vitals/src/x.ts', functionOf(61), 'phr/own-lines'],
  ['no any', 'mfe-vitals/src/x.ts', 'export const x: any = 1;', '@typescript-eslint/no-explicit-any'],
];

/** Code that breaks a law that only types can tell. */
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
  ...[
    '(band: Band, value: number) => value > (band.high ?? 9)',
    '({ low = 1 }: Band, value: number) => low <= value',
  ].map(
    (code) =>
      [
        `a number is not compared with what the judge answers: ${code.slice(0, 30)}`,
        `import type { Band } from '../../clinical/src/assess/bands.ts';\nexport const x = ${code};`,
        'phr/one-judge',
      ] as const,
  ),
  ['only words and numbers stand in a text', 'export const x = `${{}}`;', 'restrict-template-expressions'],
];

/** Components and hooks that break a rule of React, with the name of that rule in .oxlintrc.json. */
const REACT_BREACHES: readonly (readonly [rule: string, code: string])[] = [
  ['error-boundaries', 'export function X() { try { return <Y />; } catch { return null; } }'],
  ['exhaustive-deps', 'export function X({ a }) { useEffect(() => { console.log(a); }, []); return <p />; }'],
  ['globals', 'let count = 0; export function X() { count += 1; return <p>{count}</p>; }'],
  ['immutability', 'export function X(props) { props.a = 1; return <p>{props.a}</p>; }'],
  ['immutability', 'export function X() { const [s] = useState({ a: 1 }); s.a = 2; return <p>{s.a}</p>; }'],
  [
    'incompatible-library',
    "import { useForm } from 'react-hook-form'; export function X() { const { watch } = useForm(); return watch('x'); }",
  ],
  ['purity', 'export function X() { return <p>{Math.random()}</p>; }'],
  ['purity', 'export function X() { const now = new Date(); return <p>{now.getTime()}</p>; }'],
  ['refs', 'export function X() { const r = useRef(1); return <p>{r.current}</p>; }'],
  ['rules-of-hooks', 'export function X({ a }) { if (a) useState(0); return <p />; }'],
  ['set-state-in-effect', 'export function X({ a }) { const [s, set] = useState(0); useEffect(() => set(a), [a]); }'],
  ['set-state-in-render', 'export function X() { const [s, set] = useState(0); set(1); return <p>{s}</p>; }'],
  ['static-components', 'export function X() { const Y = () => <p />; return <Y />; }'],
  ['unsupported-syntax', "export function X() { const x = eval('1'); return <p>{x}</p>; }"],
  ['use-memo', 'export function X() { const x = useMemo(async () => 1, []); return <p>{String(x)}</p>; }'],
];

/** The findings of oxlint for each of these codes, with the rules of the project. */
async function saidOfReact(codes: readonly string[]): Promise<readonly (readonly string[])[]> {
  const dir = await mkdtemp(path.join(tmpdir(), 'phr-react-'));
  const imports = "import { useCallback, useEffect, useMemo, useRef, useState } from 'react'; ";
  await Promise.all(codes.map((code, at) => writeFile(path.join(dir, `x${at}.tsx`), imports + code)));
  const args = [`${ROOT}/node_modules/oxlint/bin/oxlint`, '-c', `${ROOT}/.oxlintrc.json`, '--format=json', dir];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  await rm(dir, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  const of = (at: number) => diagnostics.filter(({ filename }) => path.basename(filename) === `x${at}.tsx`);
  return codes.map((_, at) => of(at).map(({ code }) => code.replace(/^.*[(]|[)]$/g, '')));
}

// Rules about names and imports need no types, and also apply to files that do not exist.
const untyped = new ESLint({ cwd: ROOT, overrideConfig: tseslint.configs.disableTypeChecked });

/**
 * Each violation that needs types is a file of a package in a small program: reading the whole project takes half a
 * minute.
 */
const typedFiles = new Map(TYPED_BREACHES.map(([, code], at) => [`${ROOT}/shared/ui/src/x${at}.tsx`, code]));
function programOfBreaches(): ts.Program {
  const config = ts.readConfigFile(`${ROOT}/tsconfig.json`, ts.sys.readFile).config as { compilerOptions: unknown };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, version, ...rest) => {
    const code = typedFiles.get(name);
    return code === undefined ? getSourceFile(name, version, ...rest) : ts.createSourceFile(name, code, version, true);
  };
  return ts.createProgram([...typedFiles.keys()], options, host);
}
const typed = new ESLint({
  cwd: ROOT,
  overrideConfig: { languageOptions: { parserOptions: { projectService: false, programs: [programOfBreaches()] } } },
});

test.each(BREACHES)('%s', async (_law, file, code, rule) => {
  const [result] = await untyped.lintText(code, { filePath: `${ROOT}/${file}` });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(rule);
});

test.each(TYPED_BREACHES)('%s', async (_law, breach, rule) => {
  const [filePath] = [...typedFiles].find(([, code]) => code === breach) ?? [];
  const [result] = await typed.lintText(breach, { filePath: filePath ?? '' });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(
    rule.includes('/') ? rule : `@typescript-eslint/${rule}`,
  );
});

test('what breaks a rule of React is told, each rule by a file of its own', async () => {
  const said = await saidOfReact(REACT_BREACHES.map(([, code]) => code));
  for (const [at, [rule, code]] of REACT_BREACHES.entries()) expect([code, said[at]]).toEqual([code, [rule]]);
  const { rules } = JSON.parse(await readFile(`${ROOT}/.oxlintrc.json`, 'utf8')) as { rules: object };
  expect([...new Set(REACT_BREACHES.map(([rule]) => `react/${rule}`))]).toEqual(Object.keys(rules));
});

test('the files of the project have the types of the project', async () => {
  const config: unknown = await new ESLint({ cwd: ROOT }).calculateConfigForFile(`${ROOT}/shared/ui/src/button.tsx`);
  expect(config).toMatchObject({ languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: ROOT } } });
});

test('what may stand in a service of the shell may not stand in a module', async () => {
  const file = `${ROOT}/shell/src/services/auth/x.ts`;
  const [allowed] = await untyped.lintText("void fetch('/x');", { filePath: file });
  expect(allowed?.messages).toEqual([]);
});

test('a title of 100 characters, and a longer text that is no title, may stand in a test', async () => {
  const code = `test('${'x'.repeat(100)}', () => console.log('${'x'.repeat(200)}'));`;
  const [allowed] = await untyped.lintText(code, { filePath: `${ROOT}/shared/ui/src/x.test.ts` });
  expect(allowed?.messages).toEqual([]);
});

test('verdicts are read, told and handed on; only numbers choose none', async () => {
  for (const code of [
    "(verdict: Verdict) => verdict.level === 'target'",
    "(verdict: Verdict) => (verdict.level === 'veryDangerous' ? 'urgent.title' : 'urgent.titleToday')",
    "(level: Level) => ({ target: '#1', veryMild: '#2', mild: '#3', dangerous: '#4', veryDangerous: '#5' })[level]",
    "(words: readonly string[]) => (words.length > 1 ? 'high' : 'low')",
    "(isUpper: boolean) => (isUpper ? 'high' : 'low')",
    "marks('dangerous')",
    '(value: number) => value > 0',
    '(count: number) => (count > 3 ? 1 : 2)',
    "{ H: localized('Cao', 'High'), L: localized('Thấp', 'Low') }",
  ]) {
    const [allowed] = await untyped.lintText(`export const x = ${code};`, { filePath: `${ROOT}/mfe-vitals/src/x.ts` });
    expect(allowed?.messages.map(({ ruleId }) => ruleId)).not.toContain('phr/one-judge');
  }
});

test('@phr/i18n and tests may look for one language', async () => {
  for (const file of ['shared/i18n/src/x.ts', 'shell/src/core/x.test.ts']) {
    const [allowed] = await untyped.lintText("export const x = (tag: string) => tag === 'vi-VN';", {
      filePath: `${ROOT}/${file}`,
    });
    expect(allowed?.messages).toEqual([]);
  }
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
