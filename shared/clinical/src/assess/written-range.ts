import { ageOn, dayAt } from './age.ts';
import { dependsOnSex, rangeSaid } from './said.ts';
import type { AssessInput, JudgingRange, Measured, Person, Said } from './verdict.ts';

/** The range that a facility wrote beside a result, where it fits the person and the unit; whoever judges. Nothing is judged by it here. */
export function writtenRange(
  { at, zone, person }: Pick<AssessInput, 'at' | 'zone' | 'person'>,
  said: Said | undefined,
  measured: Pick<Measured, 'unit' | 'printed'>,
): Pick<JudgingRange, 'low' | 'high' | 'unit'> | undefined {
  return rangeSaid(said, { ...measured, value: NaN }, undefined, person, ageOn(person.birthDate, dayAt(at, zone)));
}

/** True where the written ranges differ for men and women, and it is not known which of them fit. */
export function needsSex(said: Said | undefined, { sex }: Person): boolean {
  return sex !== 'male' && sex !== 'female' && (said?.ranges ?? []).some(dependsOnSex);
}
