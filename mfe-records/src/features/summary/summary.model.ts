import type { WholeVerdict } from '@phr/clinical/assess/verdict';
import { type JudgingContext, verdictOf, vitalIn } from '@phr/fhir/judging';
import type { Observation } from '@phr/fhir/resources';
import type { ListedObservation } from '../observations/listed-observation.entity.ts';

/** A result with what the judge of values says of it. */
export interface Judged {
  readonly result: ListedObservation;
  readonly raw: Observation;
  readonly verdict: WholeVerdict;
}

/** The readings of one vital sign: the newest, and how many of them there are. */
export interface Readings extends Judged {
  readonly times: number;
  /** How many of them are in her target; undefined where nobody judges the newest. */
  readonly onTarget: number | undefined;
}

/** The results that count, each judged. Those without a number, and those that stand apart, are left out. */
export function judgedOf(rows: readonly ListedObservation[], context: JudgingContext): readonly Judged[] {
  return rows.flatMap((result) =>
    result.raw === undefined || result.standing !== 'current'
      ? []
      : [{ result, raw: result.raw, verdict: verdictOf(result.raw, context) }],
  );
}

/** One entry for each vital sign that was measured, in the order of the newest. @param judged newest first */
export function readingsOf(judged: readonly Judged[]): readonly Readings[] {
  const vitals = new Set(judged.flatMap(({ raw }) => vitalIn(raw.code) ?? []));
  return [...vitals].flatMap((vital) => {
    const all = judged.filter(({ raw }) => vitalIn(raw.code) === vital);
    const [newest] = all;
    if (newest === undefined) return [];
    const onTarget = newest.verdict.level === undefined ? undefined : all.filter(isOnTarget).length;
    return [{ ...newest, times: all.length, onTarget }];
  });
}

/** The results that lie outside what is expected, as the judge says. */
export function outsideOf(judged: readonly Judged[]): readonly Judged[] {
  return judged.filter((one) => one.verdict.level !== undefined && one.verdict.isNeutral !== true && !isOnTarget(one));
}

function isOnTarget({ verdict }: Judged): boolean {
  return verdict.level === 'target';
}
