import type { Concept } from '@phr/clinical/assess/verdict';
import { writeObservation } from '@phr/clinical/assess/write';
import { isConditional } from './conditional.ts';
import { vitalIn } from '@phr/clinical/codings';
import { numbersIn, originOf, type JudgingContext } from './judging.ts';
import type { Observation } from './observation.ts';

/** Codes beside one number: the stored ones, and those that would be written today. */
export interface WrittenCodes {
  /** Code of the vital. */
  readonly vital: string;
  readonly stands: string;
  readonly due: string;
}

/**
 * Stored and current codes for a reading of ours; empty for other readings and for anything but a plain number of a
 * vital.
 */
export function writtenCodes(
  observation: Observation,
  { person, goals, zone }: Pick<JudgingContext, 'person' | 'goals' | 'zone'>,
): readonly WrittenCodes[] {
  const vital = vitalIn(observation.code);
  const at = observation.effectiveDateTime ?? observation.effectivePeriod?.start;
  if (vital === undefined || at === undefined || isConditional(observation)) return [];
  if (!['person', 'device'].includes(originOf(observation).kind)) return [];
  const numbers = numbersIn(observation, vital);
  const measured = numbers.flatMap((one) => one.measured.filter(({ isWord }) => isWord !== true));
  const due = writeObservation({ vital, measured, at, zone, person, ...(goals === undefined ? {} : { goals }) });
  return measured.map(({ part, said }) => ({
    vital,
    stands: codesIn(said?.interpretation),
    due: codesIn(due[part]?.interpretation),
  }));
}

const codesIn = (interpretation: readonly Concept[] | undefined): string =>
  (interpretation ?? [])
    .flatMap(({ coding = [] }) => coding.flatMap(({ code }) => code ?? []))
    .toSorted()
    .join(' ');
