// A run: its breaks, one after the other, what detected them, and the count for each area.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { takeLock } from '../../backend/src/kit/file-lock.ts';
import { AREAS, areaOf, filesBelow, isBreakable } from './areas.ts';
import { copyWorkspace } from './copy.ts';
import { createJudge, type Judge, type Noticed } from './judge.ts';
import { type Point, nameOf, pointsOf } from './points.ts';
import { relatedTests } from './related.ts';
import { typeCheck } from './types.ts';

export interface Verdict {
  readonly point: Point;
  readonly noticed: Noticed;
}

/** All places in the workspace that can be mutated, or those of the selected files. */
export function allPoints(root: string, isWanted: (file: string) => boolean = () => true): readonly Point[] {
  return filesBelow(root)
    .filter((file) => isBreakable(file) && isWanted(file))
    .toSorted()
    .flatMap((file) => pointsOf(file, readFileSync(path.join(root, file), 'utf8')));
}

/**
 * A judge with its own copy of the workspace, made now.
 * @throws LockedError while another run is in progress
 */
export async function judgeOf(root: string, points: readonly Point[]): Promise<Judge> {
  const dir = path.join(root, '.cache/mutate');
  // two runs in one copy would affect each other's results; the lock is released when this process ends
  await takeLock(path.join(dir, 'run'));
  const copy = path.join(dir, 'copy');
  copyWorkspace(root, copy);
  return createJudge(copy, relatedTests(root), typeCheck(root, [...new Set(points.map(({ file }) => file))]));
}

/**
 * Judges one break after the other and prints each verdict immediately; starts none after `untilMs` (of
 * performance.now).
 */
export async function judgeAll(
  points: readonly Point[],
  judge: (point: Point) => Promise<Noticed>,
  say: (line: string) => void,
  untilMs = Infinity,
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const point of points) {
    if (performance.now() > untilMs) {
      say(`${points.length - verdicts.length} left to other runs: the time of this one is over`);
      break;
    }
    const noticed = await judge(point);
    verdicts.push({ point, noticed });
    say(
      noticed === undefined
        ? `survived  ${nameOf(point)}\n          ${point.code}`
        : `killed    ${nameOf(point)} by ${noticed}`,
    );
  }
  return verdicts;
}

/** With this many breaks, an area can be judged. */
const ENOUGH = 40;

export interface AreaCount {
  readonly area: string;
  readonly byTypes: number;
  readonly byTests: number;
  readonly survived: number;
  readonly limit: number;
  /** Whether more breaks survived than allowed; false when too few were made to decide. */
  readonly isOver: boolean;
}

/** What became of the breaks, area by area. */
export function countAreas(verdicts: readonly Verdict[]): readonly AreaCount[] {
  return AREAS.flatMap((area) => {
    const own = verdicts.filter(({ point }) => areaOf(point.file) === area);
    if (own.length === 0) return [];
    const survived = own.filter(({ noticed }) => noticed === undefined).length;
    const byTypes = own.filter(({ noticed }) => noticed === 'types').length;
    const isOver = own.length >= ENOUGH && survived / own.length > area.limit;
    return { area: area.name, byTypes, byTests: own.length - byTypes - survived, survived, limit: area.limit, isOver };
  });
}

/** The counts as lines of a table. */
export function tableOf(counts: readonly AreaCount[]): readonly string[] {
  return counts.map(({ area, byTypes, byTests, survived, limit, isOver }) => {
    const all = byTypes + byTests + survived;
    const share = `${Math.round((100 * survived) / all)} % of at most ${100 * limit} %`;
    const verdict = isOver ? ': too many' : all < ENOUGH ? ` (fewer than ${ENOUGH} breaks judge no area)` : '';
    const noticed = `${byTypes} noticed by types, ${byTests} by tests`;
    return `${area.padEnd(10)} ${all} broken, ${noticed}, ${survived} survived: ${share}${verdict}`;
  });
}
