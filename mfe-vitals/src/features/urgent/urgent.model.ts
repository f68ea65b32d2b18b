import type { StoreKey } from '@phr/clinical/codings';
import { isDoubted } from '@phr/fhir/device-status';
import { assessParts, type PartKey } from '@phr/clinical/parts';
import { numberIn, type Reading } from '../readings/reading.model.ts';

/** From here on a blood pressure asks for help at every age, also where no adult level is told. mmHg; the top tiers of the specification (D-28). */
const AT_ANY_AGE = { systolic: 180, diastolic: 110 } as const;

/**
 * True for numbers that ask for the calm instruction (UX-18): a very dangerous level. A body mass index never does, for nobody measures it again
 * after a rest.
 * @param unitCode UCUM code of the value; only glucose has two
 * @param age completed years at the reading, if known
 */
export function asksForHelp(
  storeKey: StoreKey,
  numbers: Readonly<Partial<Record<PartKey, number>>>,
  unitCode: string | undefined,
  age: number | undefined,
): boolean {
  if (storeKey === 'bmis') return false;
  const { systolic = 0, diastolic = 0 } = numbers;
  return (
    systolic >= AT_ANY_AGE.systolic ||
    diastolic >= AT_ANY_AGE.diastolic ||
    assessParts(storeKey, numbers, unitCode, age).whole?.level === 'veryDangerous'
  );
}

/** What was measured longer ago asks for nothing any more: "measure again now" is told of today's value. */
const RECENT_MS = 24 * 60 * 60_000;

/** True when the latest reading was taken within a day and asks for help. @param now instant in milliseconds */
export function asksForHelpNow(reading: Reading, age: number | undefined, now: number): boolean {
  const {
    storeKey,
    instant,
    parts: [first],
    assessment,
  } = reading;
  // what the meter itself doubts is measured again first
  if (instant === undefined || now - instant > RECENT_MS || isDoubted(reading.deviceStatus)) return false;
  const numbers = Object.fromEntries(
    reading.parts.flatMap(({ key }) => {
      const value = numberIn(reading, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
  // Without an assessment the number is void, of the future, or not in a unit that anybody judges.
  return (
    assessment !== undefined &&
    asksForHelp(storeKey, numbers, first?.amount.kind === 'measured' ? first.amount.unit.code : undefined, age)
  );
}
