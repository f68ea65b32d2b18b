// pnpm mutate [--count N] [--seed S] [--area X,Y] [--file F[:line[:column]]] [--tests N] [--ci]
// Breaks one place of the code at a time, in a copy, and tells whether the types or a test notice (ADR 0056).
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AREAS, areaOf } from './mutate/areas.ts';
import { type Equivalent, type Listed, pointsOfListed, readListed } from './mutate/listed.ts';
import { pick } from './mutate/pick.ts';
import { type Point, nameOf } from './mutate/points.ts';
import { allPoints, countAreas, judgeAll, judgeOf, tableOf } from './mutate/run.ts';
import { sample } from './sample.ts';
import { ROOT } from './workspace.ts';

const LISTS = path.join(ROOT, 'tools/mutate');
/**
 * What CI mutates in addition to the known mutants, how many test files it runs for each, and how long it keeps
 * starting new ones.
 */
const CI_COUNT = 4;
const CI_TESTS = 3;
const CI_MS = 30_000;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string' },
    area: { type: 'string' },
    file: { type: 'string' },
    /** How many test files are asked, the nearest first; all that have to do with the break where it is not said. */
    tests: { type: 'string' },
    ci: { type: 'boolean', default: false },
  },
});

const knownEntries = readListed<Listed>(path.join(LISTS, 'known.json'));
const equivalentEntries = readListed<Equivalent>(path.join(LISTS, 'equivalent.json'));
const listed = new Set([...knownEntries, ...equivalentEntries].map(({ file }) => file));
/** Strict, and tested without a database. */
const isCheap = (file: string): boolean => areaOf(file).name !== 'elsewhere' && !file.startsWith('backend/');
const points = allPoints(ROOT, (file) => !values.ci || isCheap(file) || listed.has(file));
const known = pointsOfListed(knownEntries, points);
const equivalent = pointsOfListed(equivalentEntries, points);
const breaks = points.filter((point) => !equivalent.includes(point));
const seed = values.seed === undefined ? sample().seed : Number(values.seed);
const say = (line: string): void => console.log(`  ${line}`);

/** A few breaks without a database, by the nearest tests; only a known break that no test notices is a failure. */
async function runOfCi(): Promise<boolean> {
  const started = performance.now();
  const cheap = breaks.filter((point) => isCheap(point.file) && !known.includes(point));
  const picked = pick(cheap, CI_COUNT, seed);
  const { judge } = await judgeOf(ROOT, [...known, ...picked]);
  const ask = (point: Point) => judge(point, CI_TESTS);
  const missed = (await judgeAll(known, ask, say)).filter(
    ({ noticed }) => noticed === undefined || noticed === 'types',
  );
  for (const { point } of missed) console.error(`  No test notices any more: ${nameOf(point)}`);
  await judgeAll(picked, ask, say, started + CI_MS);
  return missed.length === 0;
}

/** Breaks of the whole code, of some areas, or of a file or line; too many survivors in an area are a failure. */
async function runByHand(): Promise<boolean> {
  const { file = '' } = values;
  const names = AREAS.map(({ name }) => name);
  const areas = values.area?.split(',') ?? names;
  const unknown = areas.filter((area) => !names.includes(area));
  if (unknown.length > 0) throw new Error(`No area ${unknown.join(', ')}; there are: ${names.join(', ')}`);
  const selected = breaks.filter((point) => areas.includes(areaOf(point.file).name) && nameOf(point).startsWith(file));
  const picked = pick(selected, Number(values.count), seed);
  const { judge, unsound } = await judgeOf(ROOT, picked);
  const counts = countAreas(await judgeAll(picked, (point) => judge(point, Number(values.tests ?? Infinity)), say));
  for (const test of unsound) say(`fails without any break: ${test}`);
  for (const line of tableOf(counts)) console.log(line);
  return counts.every(({ isOver }) => !isOver);
}

// stopping this process stops its tests, which listen for its exit
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
console.log(`${points.length} places to break, ${equivalent.length} of them equivalent; --seed ${seed}`);
process.exitCode = (await (values.ci ? runOfCi() : runByHand())) ? 0 : 1;
