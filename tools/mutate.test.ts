import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AREAS, areaOf, isBreakable } from './mutate/areas.ts';
import { copyWorkspace } from './mutate/copy.ts';
import { createJudge } from './mutate/judge.ts';
import { pointsOfListed, readListed } from './mutate/listed.ts';
import { pick } from './mutate/pick.ts';
import { type Point, broken, nameOf, pointsOf } from './mutate/points.ts';
import { relatedTests } from './mutate/related.ts';
import { allPoints, countAreas, judgeAll, judgeOf } from './mutate/run.ts';
import { type Outcome, runTests } from './mutate/run-tests.ts';
import { ROOT } from './workspace.ts';

const LEVEL = `export const isHigh = (value: number): boolean => value >= 140;
export const isLow = (value: number): boolean => value < 90;
export const nameOf = (value: number): 'high' | 'other' => (isHigh(value) ? 'high' : 'other');
`;
const SWC = JSON.stringify(path.join(ROOT, 'shared/build/node_modules/@swc/jest'));
/** A workspace of two packages: the tests of one import the other through the link that an installation creates. */
const FIXTURE: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8'),
  'jest.config.mjs': `export default {
    extensionsToTreatAsEsm: ['.ts'],
    testMatch: ['<rootDir>/shared/*/src/**/*.test.ts'],
    transform: { '\\\\.ts$': [${SWC}, { jsc: { parser: { syntax: 'typescript' } } }] },
  };`,
  'shared/own/package.json': '{ "type": "module", "exports": { "./*": "./src/*.ts" } }',
  'shared/own/src/level.ts': LEVEL,
  'shared/user/package.json': '{ "type": "module" }',
  'shared/user/src/level.test.ts': `import { isHigh, isLow, nameOf } from '@fixture/own/level';
    test('140 is high', () =>
      expect([isHigh(139), isHigh(140), nameOf(1), nameOf(150)]).toEqual([false, true, 'other', 'high']));
    test('12 is low', () => expect(isLow(12)).toBe(true));`,
  'shared/user/src/fails-always.test.ts': `import '@fixture/own/level';
    test('a test that fails whatever the code does', () => expect(1).toBe(2));`,
  'shared/user/src/endless.test.ts': `test('a test without an end', () => { for (;;); });`,
};

let root = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'mutate-test-')));
  for (const [file, text] of Object.entries(FIXTURE)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  mkdirSync(path.join(root, 'node_modules'));
  for (const name of ['jest', 'typescript', '@types'])
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(root, 'node_modules', name));
  mkdirSync(path.join(root, 'shared/user/node_modules/@fixture'), { recursive: true });
  symlinkSync('../../../own', path.join(root, 'shared/user/node_modules/@fixture/own'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const point = (kind: string, code: string): Point => {
  const found = allPoints(root).find((one) => one.kind === kind && one.code.includes(code));
  if (found === undefined) throw new Error(`no ${kind} at ${code}`);
  return found;
};

test('a tested branch is noticed in another package, an untested one survives, the files stay whole', async () => {
  const breaks = [point('>= to >', '⟦>=⟧ 140'), point('< to <=', '⟦<⟧ 90'), point('text', "⟦'high'⟧ :")];
  const { judge, unsound } = await judgeOf(root, breaks);
  const said: string[] = [];
  const verdicts = await judgeAll(
    breaks,
    (one) => judge(one, Infinity),
    (line) => said.push(line),
  );
  expect(verdicts.map(({ noticed }) => noticed)).toEqual([
    'shared/user/src/level.test.ts › 140 is high',
    undefined,
    'types',
  ]);
  expect(said[1]).toContain('survived  shared/own/src/level.ts:2:56 < to <=');
  expect([...unsound]).toEqual(['shared/user/src/fails-always.test.ts']);
  for (const place of [root, path.join(root, '.cache/mutate/copy')])
    expect(readFileSync(path.join(place, 'shared/own/src/level.ts'), 'utf8')).toBe(LEVEL);
}, 120_000);

test('a test that never ends is stopped', async () => {
  const copy = path.join(root, '.cache/mutate/copy');
  copyWorkspace(root, copy);
  expect(await runTests(copy, ['shared/user/src/endless.test.ts'], 4_000)).toBe('limit');
}, 60_000);

test('in the copy each package of the workspace finds the others in the copy, and nothing else of ours', () => {
  // what is linked beside the copy stays in here, too
  const folder = mkdtempSync(path.join(tmpdir(), 'mutate-copy-'));
  const copy = path.join(folder, 'copy');
  try {
    copyWorkspace(ROOT, copy);
    for (const [user, name] of [
      ['backend', 'clinical'],
      ['shell', 'loader'],
      ['mfe-vitals', 'clinical'],
      ['shared/fhir', 'time'],
    ] as const)
      expect(realpathSync(path.join(copy, user, 'node_modules/@phr', name))).toBe(
        path.join(realpathSync(copy), 'shared', name),
      );
    expect(realpathSync(path.join(copy, 'node_modules/jest'))).toBe(realpathSync(path.join(ROOT, 'node_modules/jest')));
    expect(existsSync(path.join(copy, '.git'))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

describe('what the tests say', () => {
  const file = 'shared/own/src/level.ts';
  /** A judge of a break whose tests give the specified results: on the broken file and on the original one. */
  function judgeWith(answer: (tests: readonly string[], isBroken: boolean) => Outcome) {
    const calls: string[] = [];
    const judge = createJudge(
      root,
      () => Array.from({ length: 8 }, (_, at) => `${at}.test.ts`),
      () => false,
      async (_copy, tests) => {
        const isBroken = readFileSync(path.join(root, file), 'utf8') !== LEVEL;
        calls.push(`${tests.map((name) => name[0]).join('')}${isBroken ? '' : ' whole'}`);
        return answer(tests, isBroken);
      },
    );
    return { ...judge, calls };
  }
  const ask = (judge: ReturnType<typeof judgeWith>, most = Infinity) => judge.judge(point('>= to >', '140'), most);

  test('nothing: it survives the nearest, and with all the others too', async () => {
    const judge = judgeWith(() => 'passed');
    expect(await ask(judge, 3)).toBeUndefined();
    expect(await ask(judge)).toBeUndefined();
    expect(judge.calls).toEqual(['0', '12', '0', '12345', '67']);
  });

  test('a test that only a farther one fails: noticed by it', async () => {
    const judge = judgeWith((tests, isBroken) =>
      isBroken && tests.includes('7.test.ts') ? { test: '7.test.ts', title: 'far' } : 'passed',
    );
    expect(await ask(judge)).toBe('7.test.ts › far');
  });

  test('a test that fails on the whole file too: it is asked no more, the others are', async () => {
    const judge = judgeWith((tests) => (tests.includes('2.test.ts') ? { test: '2.test.ts', title: 'x' } : 'passed'));
    expect(await ask(judge)).toBeUndefined();
    expect(judge.calls).toEqual(['0', '12345', '2 whole', '1345', '67']);
    expect([...judge.unsound]).toEqual(['2.test.ts']);
  });

  test('that nothing starts: noticed by the set-up, unless it does not start with the whole file either', async () => {
    const fault = { fault: 'no database' };
    expect(await ask(judgeWith((_, isBroken) => (isBroken ? fault : 'passed')))).toBe('the set-up of the tests');
    await expect(ask(judgeWith(() => fault))).rejects.toThrow('no database');
  });

  test('no end: noticed by the time, unless the whole file takes as long', async () => {
    expect(await ask(judgeWith((_, isBroken) => (isBroken ? 'limit' : 'passed')))).toBe('time');
    expect(await ask(judgeWith(() => 'limit'))).toBeUndefined();
  });
});

test('each kind of break changes its place and nothing else', () => {
  const source = `import type { X } from 'x';
type Kind = 'a' | 1;
function f(a: number, b: boolean): string {
  if (a <= 3 && b) return 'low';
  log(a);
  return b === true ? 'x' : \`\${a}\` + 'end';
}
`;
  const all = pointsOf('f.ts', source);
  expect(all.map((one) => `${nameOf(one)}: ${one.code}`)).toEqual([
    "f.ts:4:7 condition true: if (⟦a <= 3 && b⟧) return 'low';",
    "f.ts:4:7 condition false: if (⟦a <= 3 && b⟧) return 'low';",
    "f.ts:4:9 <= to <: if (a ⟦<=⟧ 3 && b) return 'low';",
    "f.ts:4:12 number +1: if (a <= ⟦3⟧ && b) return 'low';",
    "f.ts:4:12 number -1: if (a <= ⟦3⟧ && b) return 'low';",
    "f.ts:4:14 && to ||: if (a <= 3 ⟦&&⟧ b) return 'low';",
    "f.ts:4:20 return removed: if (a <= 3 && b) ⟦return 'low';⟧",
    "f.ts:4:27 text: if (a <= 3 && b) return ⟦'low'⟧;",
    'f.ts:5:3 call removed: ⟦log(a);⟧',
    "f.ts:6:10 condition true: return ⟦b === true⟧ ? 'x' : `${a}` + 'end';",
    "f.ts:6:10 condition false: return ⟦b === true⟧ ? 'x' : `${a}` + 'end';",
    "f.ts:6:12 === to !==: return b ⟦===⟧ true ? 'x' : `${a}` + 'end';",
    "f.ts:6:16 true to false: return b === ⟦true⟧ ? 'x' : `${a}` + 'end';",
    "f.ts:6:23 text: return b === true ? ⟦'x'⟧ : `${a}` + 'end';",
  ]);
  const removed = all.find(({ kind }) => kind === 'call removed');
  expect(removed && broken(source, removed)).toBe(source.replace('log(a);', ';'));
});

test('a seed deals the same points again, and from each area as many', () => {
  const points = AREAS.flatMap(({ places: [place = ''] }) =>
    pointsOf(place.endsWith('.ts') ? place : `${place}x.ts`, 'f(1 < 2, 3 < 4, 5 < 6);'),
  );
  const picked = pick(points, 2 * AREAS.length, 7);
  expect(pick(points, 2 * AREAS.length, 7)).toEqual(picked);
  expect(pick(points, 2 * AREAS.length, 8)).not.toEqual(picked);
  for (const area of AREAS) expect(picked.filter(({ file }) => areaOf(file) === area)).toHaveLength(2);
});

test('an area is over its limit from 40 breaks on', () => {
  const verdicts = (count: number, survivors: number) =>
    Array.from({ length: count }, (_, at) => ({
      point: { ...point('>= to >', '140'), file: 'shared/clinical/src/x.ts' },
      noticed: at < survivors ? undefined : 'types',
    }));
  expect(countAreas(verdicts(39, 39))).toMatchObject([{ area: 'clinical', survived: 39, isOver: false }]);
  expect(countAreas(verdicts(40, 4))).toMatchObject([{ byTypes: 36, survived: 4, isOver: false }]);
  expect(countAreas(verdicts(40, 5))).toMatchObject([{ isOver: true }]);
});

test('an entry of a list finds its point wherever it moves, and is an error when its code is gone', () => {
  const entry = { file: 'a.ts', kind: '< to <=', code: 'f(a ⟦<⟧ b);' };
  expect(pointsOfListed([entry], pointsOf('a.ts', '\n\n  f(a < b);'))).toMatchObject([{ line: 3 }]);
  expect(() => pointsOfListed([entry], pointsOf('a.ts', 'f(a > b);'))).toThrow('a.ts: 0 places have the listed break');
  expect(() => pointsOfListed([entry], pointsOf('a.ts', 'f(a < b);\nf(a < b);'))).toThrow('2 places');
});

test('each entry of the lists names code that is there, and each equivalent break says why', () => {
  for (const name of ['known', 'equivalent']) {
    const entries = readListed<{ file: string; kind: string; code: string; reason?: string }>(
      path.join(ROOT, `tools/mutate/${name}.json`),
    );
    const files = [...new Set(entries.map(({ file }) => file))];
    const points = files.flatMap((file) => pointsOf(file, readFileSync(path.join(ROOT, file), 'utf8')));
    expect(pointsOfListed(entries, points)).toHaveLength(entries.length);
    expect(entries.filter(({ reason = '' }) => name === 'equivalent' && reason.length < 20)).toEqual([]);
  }
});

test('tests, tables of words and what builds the product are not broken', () => {
  expect(['shared/clinical/src/bmi.ts', 'mfe-vitals/src/module.ts', 'backend/src/app/main.ts'].every(isBreakable)).toBe(
    true,
  );
  for (const file of [
    'shared/clinical/src/units.test.ts',
    'shared/fhir/src/dictionary.loinc.ts',
    'shared/testing/src/demo-data.ts',
    'shared/build/src/jest-proves.ts',
    'backend/test/access.test.ts',
    'mfe-vitals/src/dev/page.tsx',
    'tools/build.ts',
  ])
    expect(`${file} ${isBreakable(file)}`).toBe(`${file} false`);
});

test('the test beside a file is the nearest to it, those of its package come before others', () => {
  const tests = relatedTests(ROOT)('shared/clinical/src/trend.ts');
  expect(tests[0]).toBe('shared/clinical/src/trend.test.ts');
  expect(tests.some((file) => file.startsWith('mfe-vitals/'))).toBe(true);
}, 60_000);
