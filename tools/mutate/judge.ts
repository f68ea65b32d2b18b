// Whether anything notices a break.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Point, broken } from './points.ts';
import { runTests } from './run-tests.ts';

/**
 * What detected the break: the types, a test by file and title, the set-up, or the time limit of a break that hangs;
 * undefined when it survived.
 */
export type Noticed = string | undefined;

/** How many test files are the nearest: they are asked before all others. */
const NEAREST = 6;
const START_MS = 15_000;
/** Time limit of a test file; one with a database takes longer. */
const eachMs = (test: string | undefined): number => (test?.startsWith('backend/') === true ? 15_000 : 5_000);
/** Time limit of all tests that are related to a break. */
const ALL_MS = 15 * 60_000;

export interface Judge {
  /** What detects the break: at most the given number of test files run, the nearest first. */
  readonly judge: (point: Point, most: number) => Promise<Noticed>;
  /** Test files that fail in the copy without any break: their failures do not count. */
  readonly unsound: ReadonlySet<string>;
}

/** Mutates files of the copy, one at a time; each is restored when its verdict is known. */
export function createJudge(
  copy: string,
  testsOf: (file: string) => readonly string[],
  hasTypeError: (point: Point) => boolean,
  run: typeof runTests = runTests,
): Judge {
  const sound = new Map<string, boolean>();
  const unsound = new Set<string>();

  /** Whether the tests pass on the original file; a test that always fails detects nothing. */
  async function passesWhole(tests: readonly string[], limitMs: number): Promise<boolean> {
    const key = tests.join(' ');
    const known = sound.get(key) ?? (await run(copy, tests, limitMs)) === 'passed';
    sound.set(key, known);
    return known;
  }

  async function ask(point: Point, tests: readonly string[], limitMs: number): Promise<Noticed> {
    const selected = tests.filter((test) => !unsound.has(test));
    if (selected.length === 0) return undefined;
    const file = path.join(copy, point.file);
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, broken(source, point));
    const outcome = await run(copy, selected, limitMs).finally(() => writeFileSync(file, source));
    if (outcome === 'passed') return undefined;
    if (outcome === 'limit') return (await passesWhole(selected, limitMs)) ? 'time' : undefined;
    if ('fault' in outcome) {
      // the setup shared by all tests runs this code too
      if (await passesWhole(selected, limitMs)) return 'the set-up of the tests';
      throw new Error(`No test starts in the copy:\n${outcome.fault}`);
    }
    if (await passesWhole([outcome.test], limitMs)) return `${outcome.test} › ${outcome.title}`;
    unsound.add(outcome.test);
    return ask(point, selected, limitMs);
  }

  return {
    unsound,
    async judge(point, most) {
      if (hasTypeError(point)) return 'types';
      const tests = testsOf(point.file).slice(0, most);
      // most breaks are noticed by the one test that is nearest
      for (const near of [tests.slice(0, 1), tests.slice(1, NEAREST)]) {
        const noticed = await ask(point, near, START_MS + eachMs(near[0]) * near.length);
        if (noticed !== undefined) return noticed;
      }
      return ask(point, tests.slice(NEAREST), ALL_MS);
    },
  };
}
