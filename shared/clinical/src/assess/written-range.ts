import { ageOn, dayAt } from './age.ts';
import { dependsOnSex, statedRange } from './said.ts';
import type { AssessInput, JudgingRange, Measured, Person, Said } from './verdict.ts';

/** The facility's reference range of a result, if it fits the person and the unit, whoever judges. Does not judge. */
export function writtenRange(
  { at, zone, person }: Pick<AssessInput, 'at' | 'zone' | 'person'>,
  said: Said | undefined,
  measured: Pick<Measured, 'unit' | 'printed'>,
): Pick<JudgingRange, 'low' | 'high' | 'unit'> | undefined {
  return statedRange(said, { ...measured, value: NaN }, undefined, person, ageOn(person.birthDate, dayAt(at, zone)));
}

/** True if the reference ranges differ by sex and the person's sex is unknown. */
export function needsSex(said: Said | undefined, { sex }: Person): boolean {
  return sex !== 'male' && sex !== 'female' && (said?.ranges ?? []).some(dependsOnSex);
}
