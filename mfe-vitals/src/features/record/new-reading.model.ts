import { assessVital } from '@phr/clinical/assess';
import { codingsToWrite, type Coding, type StoreKey } from '@phr/clinical/codings';
import { referenceRanges, type ReferenceRange } from '@phr/clinical/ranges';
import { UCUM, type Unit } from '@phr/clinical/units';
import { interpretation, newObservation, type ComponentInput } from '@phr/fhir/builders';
import type { Quantity } from '@phr/fhir/datatypes';
import { toZoned } from '@phr/time/zone';
import type { NewReading } from './new-reading.entity.ts';

export type { NewReading };

/** What all readings of one form share. */
export interface Occasion {
  readonly patientId: string;
  /** Instant of the measurement, in milliseconds. */
  readonly measuredAt: number;
  readonly now: number;
  /** IANA zone whose offset is written. */
  readonly zone: string;
  readonly note?: string | undefined;
  /** The visit in which the readings were taken (VIT-02). */
  readonly encounterId?: string | undefined;
  /** A UUID for each reading of the form; the same name gives the same id as long as the content is the same. */
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
  storeKey: StoreKey,
  { unit, ...parts }: Parts & Pick<ComponentInput, 'interpretation' | 'referenceRange'>,
  name: string = storeKey,
): NewReading {
  const formId = idOf(name);
  return {
    formId,
    resource: newObservation({
      patientId,
      category: 'vital-signs',
      formId,
      codings: codingsToWrite(storeKey, unit),
      effective: toZoned(measuredAt, zone),
      issued: toZoned(now, zone),
      ...(note === undefined ? {} : { note }),
      ...(encounterId === undefined ? {} : { encounterId }),
      ...parts,
    }),
  };
}

/** A vital with a single value: with its written reference range, and the interpretation where the documents give one. */
export function valueReading(
  occasion: Occasion,
  storeKey: StoreKey,
  value: number,
  unit: Unit,
  component?: readonly ComponentInput[],
): NewReading {
  const [range] = referenceRanges(storeKey, unit.code === 'mg/dL' ? 'mg/dL' : 'mmol/L');
  const flag = assessVital(storeKey, value, unit.code, undefined)?.flag;
  return readingOn(occasion, storeKey, {
    unit,
    valueQuantity: quantity(value, unit),
    ...(flag === undefined ? {} : { interpretation: [interpretation(flag)] }),
    ...(range === undefined ? {} : { referenceRange: [writtenRange(range, unit)] }),
    ...(component === undefined ? {} : { component }),
  });
}

/** A reference range as FHIR writes it. */
export function writtenRange(
  { low, high }: Pick<ReferenceRange, 'low' | 'high'>,
  unit: Unit,
): { readonly low?: Quantity; readonly high?: Quantity } {
  return {
    ...(low === undefined ? {} : { low: quantity(low, unit) }),
    ...(high === undefined ? {} : { high: quantity(high, unit) }),
  };
}

export function quantity(value: number, unit: Unit): Quantity {
  return { value, unit: unit.sign, system: UCUM, code: unit.code };
}
