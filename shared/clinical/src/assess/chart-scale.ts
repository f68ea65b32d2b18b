import type { VitalKey } from '../codings.ts';
import { partsOf, type PartKey } from '../parts.ts';
import { ageOn, personOn } from './age.ts';
import type { Band } from './bands.ts';
import { ownGoalFor } from './goal.ts';
import { judgeOf, type Judge } from './judge.ts';
import { assess } from './assess.ts';
import type { AssessInput, JudgingRange, Side, Verdict } from './verdict.ts';

/** A band with its verdict. */
export interface SaidBand extends Band {
  readonly side?: Side;
  readonly isNeutral?: true;
}

/** The bands that judge one drawn line, from low to high, without gaps. */
export interface ScaleOfPart {
  readonly part: PartKey;
  readonly bands: readonly SaidBand[];
  readonly range?: JudgingRange;
}

export interface ScaleQuery extends Pick<AssessInput, 'person' | 'goals' | 'configured'> {
  /** UCUM code of the axis. */
  readonly unit: string;
  /** YYYY-MM-DD; the bands are those for the person's age on this day. */
  readonly day?: string | undefined;
}

/**
 * The scale of a vital for charts, legends and text, as `assess` would judge it. Empty if nothing judges the person's
 * values.
 */
export function chartScale(
  vital: VitalKey,
  { person, goals = [], configured = [], unit, day }: ScaleQuery,
): readonly ScaleOfPart[] {
  const of = { vital, person: personOn(person, day), origin: { kind: 'person' as const }, goals, configured };
  return partsOf(vital).flatMap(({ key: part }): readonly ScaleOfPart[] => {
    const judge = judgeOf({ ...of, day, age: ageOn(person.birthDate, day) }, { part, unit, value: NaN });
    if (typeof judge === 'string') return [];
    const bands = bandsBy(judge).map((band): SaidBand => {
      const { side, isNeutral } = sampleOf({ ...of, measured: [{ part, unit, value: inside(band) }] }, day);
      return { ...band, ...(side === undefined ? {} : { side }), ...(isNeutral === undefined ? {} : { isNeutral }) };
    });
    return [{ part, bands, ...(judge.range === undefined ? {} : { range: judge.range }) }];
  });
}

/** The person's own targets for each number, in the axis unit; not used for judging. */
export function ownGoals(
  vital: VitalKey,
  { goals = [], unit, day }: Pick<ScaleQuery, 'goals' | 'unit' | 'day'>,
): readonly { readonly part: PartKey; readonly range: Pick<JudgingRange, 'low' | 'high'> }[] {
  return partsOf(vital).flatMap(({ key: part }) => {
    const range = ownGoalFor(goals, vital, part, unit, day);
    return range === undefined ? [] : [{ part, range }];
  });
}

/** The verdict for a value inside a band. */
function sampleOf(input: Omit<AssessInput, 'zone' | 'now' | 'at'>, day: string | undefined): Verdict {
  return assess({
    ...input,
    zone: 'UTC',
    now: day === undefined ? 0 : Date.parse(day),
    ...(day === undefined ? {} : { at: day }),
  });
}

function inside({ low, high }: Band): number {
  return low === undefined ? (high ?? 1) * 0.99 : high === undefined ? low * 1.01 + 1 : (low + high) / 2;
}

/**
 * Levels change at edges only: probe each edge and each gap between edges once, then merge neighbours of equal level.
 */
function bandsBy({ levelAt, edges }: Judge): readonly Band[] {
  const sorted = [...new Set(edges())].sort((a, b) => a - b);
  const bands: Band[] = [];
  const add = (band: Band) => {
    const last = bands.at(-1);
    if (last?.level !== band.level) bands.push(band);
    else {
      const { high: _high, ...open } = last;
      bands[bands.length - 1] = {
        ...open,
        ...(band.high === undefined ? {} : { high: band.high }),
        highIncluded: band.highIncluded,
      };
    }
  };
  sorted.forEach((edge, index) => {
    const before = sorted[index - 1];
    const between = levelAt(before === undefined ? edge - 1 : (before + edge) / 2);
    if (between !== undefined)
      add({
        level: between,
        ...(before === undefined ? {} : { low: before }),
        lowIncluded: false,
        high: edge,
        highIncluded: false,
      });
    const at = levelAt(edge);
    if (at !== undefined) add({ level: at, low: edge, lowIncluded: true, high: edge, highIncluded: true });
  });
  const last = sorted.at(-1);
  const above = last === undefined ? undefined : levelAt(last + 1);
  if (last !== undefined && above !== undefined)
    add({ level: above, low: last, lowIncluded: false, highIncluded: false });
  return bands;
}

/** True when a value lies in a band. */
export { holds } from './bands.ts';
export type { Band } from './bands.ts';
