import type { Comparator, Goal } from '@phr/clinical/assess/verdict';
import { writeObservation } from '@phr/clinical/assess/write';
import { codingsToWrite, type Coding, type VitalKey } from '@phr/clinical/codings';
import type { PartKey } from '@phr/clinical/parts';
import { UCUM, type Unit } from '@phr/clinical/units';
import { newObservation, type ComponentInput } from '@phr/fhir/builders';
import type { Quantity } from '@phr/fhir/datatypes';
import { defined } from '@phr/fhir/reading';
import { toZoned } from '@phr/time/zone';
import type { NewReading } from './new-reading.entity.ts';

export type { NewReading };

/** What all readings of one form share. */
export interface Occasion {
  readonly patientId: string;
  /** Instant of the measurement, in milliseconds. */
  readonly measuredAt: number;
  readonly now: number;
  /** IANA zone of the stored offset. */
  readonly zone: string;
  /** The person: the stored interpretation depends on age and goals. */
  readonly birthDate?: string | undefined;
  readonly goals?: readonly Goal[] | undefined;
  readonly note?: string | undefined;
  /** The visit in which the readings were taken (VIT-02). */
  readonly encounterId?: string | undefined;
  /** A UUID for each of the form's readings, stable for a name while the content is unchanged. */
  readonly idOf: (name: string) => string;
}

interface Parts {
  readonly unit?: Unit;
  readonly valueQuantity?: Quantity;
  readonly valueString?: string;
  readonly component?: readonly ComponentInput[];
  readonly bodySite?: Coding;
}

/** The observation of a vital; values are in its parts. */
export function readingOn(
  { patientId, measuredAt, now, zone, note, encounterId, idOf }: Occasion,
  vitalKey: VitalKey,
  { unit, ...parts }: Parts & Pick<ComponentInput, 'interpretation' | 'referenceRange'>,
  name: string = vitalKey,
): NewReading {
  const formId = idOf(name);
  return {
    formId,
    resource: newObservation({
      patientId,
      category: 'vital-signs',
      formId,
      codings: codingsToWrite(vitalKey, unit),
      effective: toZoned(measuredAt, zone),
      issued: toZoned(now, zone),
      ...(note === undefined ? {} : { note }),
      ...(encounterId === undefined ? {} : { encounterId }),
      ...parts,
    }),
  };
}

/** A single-value reading with its coding. */
export function valueReading(
  occasion: Occasion,
  vitalKey: VitalKey,
  value: number,
  unit: Unit,
  component?: readonly ComponentInput[],
): NewReading {
  return readingOn(occasion, vitalKey, {
    unit,
    valueQuantity: quantity(value, unit),
    ...interpretationsOf(occasion, vitalKey, { value }, unit).value,
    ...(component === undefined ? {} : { component }),
  });
}

/** Interpretation and reference ranges of each number. */
export function interpretationsOf(
  { measuredAt, zone, birthDate, goals }: Occasion,
  vital: VitalKey,
  numbers: Readonly<Partial<Record<PartKey, number>>>,
  unit: Unit,
  comparator?: Comparator,
): ReturnType<typeof writeObservation> {
  return writeObservation({
    vital,
    measured: (Object.keys(numbers) as PartKey[]).map((part) => ({
      part,
      value: numbers[part] ?? NaN,
      unit: unit.code,
      ...defined({ comparator }),
    })),
    at: toZoned(measuredAt, zone),
    zone,
    person: defined({ birthDate }),
    ...defined({ goals }),
  });
}

export function quantity(value: number, unit: Unit): Quantity {
  return { value, unit: unit.sign, system: UCUM, code: unit.code };
}
