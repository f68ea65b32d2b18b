import type { Goal, Person } from '@phr/clinical/assess/verdict';
import { writeObservation, type WrittenWord } from '@phr/clinical/assess/write';
import { codingsToWrite, vitalOf, type StoreKey } from '@phr/clinical/codings';
import type { PartKey } from '@phr/clinical/parts';
import { UCUM, unitOf } from '@phr/clinical/units';
import { faultOf, type VitalField } from '@phr/clinical/validation';
import { newObservation } from '@phr/fhir/builders';
import type { Quantity } from '@phr/fhir/datatypes';
import type { Resource } from '../../fhir/resource.ts';
import type { Reading } from './messages.ts';

/** The calendar by which ages are counted where a hub names none. */
const ZONE = 'Asia/Ho_Chi_Minh';

const SINGLE: Readonly<
  Record<Exclude<Reading['kind'], 'blood-pressure'>, { readonly storeKey: StoreKey; readonly field: VitalField }>
> = {
  glucose: { storeKey: 'glucoses', field: 'glucose' },
  ketone: { storeKey: 'ketones', field: 'ketone' },
  'uric-acid': { storeKey: 'uricAcids', field: 'uricAcid' },
  cholesterol: { storeKey: 'cholesterols', field: 'cholesterol' },
  spo2: { storeKey: 'spo2s', field: 'spo2' },
  pulse: { storeKey: 'heartRates', field: 'pulse' },
  temperature: { storeKey: 'temperatures', field: 'temperature' },
  weight: { storeKey: 'weights', field: 'weight' },
};

interface Part extends WrittenWord {
  readonly storeKey: StoreKey;
  readonly valueQuantity?: Quantity;
  readonly component?: readonly (WrittenWord & { readonly code: object; readonly valueQuantity: Quantity })[];
}

/** Who was measured, as far as what is written beside a value depends on it. */
export interface Measured {
  readonly patientId: string;
  readonly person: Person;
  readonly goals: readonly Goal[];
}

/**
 * The Observations of a meter's reading: one, or two when a blood pressure came with a pulse. Undefined for a value that no form would take either
 * (the rules of `@phr/clinical/validation`): a failed measurement sends such values. Interpretation and ranges are those of a typed reading.
 */
export function observationsOf(
  reading: Reading,
  { patientId, ...who }: Measured,
  received: Date,
  ids: readonly [string, string],
): readonly Resource[] | undefined {
  const parts = partsOf(reading, who);
  return parts?.map(
    ({ storeKey, ...value }, index): Resource => ({
      ...newObservation({
        patientId,
        category: 'vital-signs',
        formId: ids[index] ?? ids[0],
        effective: reading.measuredAt,
        issued: received.toISOString(),
        codings: codingsToWrite(storeKey, unitOf(value.valueQuantity?.unit)),
        ...value,
      } as Parameters<typeof newObservation>[0]),
      device: { identifier: { value: reading.mac } },
    }),
  );
}

function partsOf(reading: Reading, who: Omit<Measured, 'patientId'>): readonly Part[] | undefined {
  const word = (vital: StoreKey, numbers: Readonly<Partial<Record<PartKey, number>>>, sign: string) =>
    writeObservation({
      vital,
      measured: (Object.keys(numbers) as PartKey[]).map((part) => ({
        part,
        value: numbers[part] ?? NaN,
        unit: unitOf(sign)?.code ?? sign,
      })),
      at: reading.measuredAt,
      zone: ZONE,
      ...who,
    });
  if (reading.kind !== 'blood-pressure') {
    const { storeKey, field } = SINGLE[reading.kind];
    return isSound(field, reading.value)
      ? [
          {
            storeKey,
            valueQuantity: quantity(reading.value, reading.unit),
            ...word(storeKey, { value: reading.value }, reading.unit).value,
          },
        ]
      : undefined;
  }
  const { systolic, diastolic, pulse } = reading.value;
  if (!isSound('systolic', systolic) || !isSound('diastolic', diastolic)) return undefined;
  const beside = word('bloodPressures', { systolic, diastolic }, 'mmHg');
  const pressure: Part = {
    storeKey: 'bloodPressures',
    component: vitalOf('bloodPressures').components.map((part) => ({
      code: { coding: part.primaryCodings },
      valueQuantity: quantity(part.key === 'systolic' ? systolic : diastolic, 'mmHg'),
      ...beside[part.key === 'systolic' ? 'systolic' : 'diastolic'],
    })),
  };
  // a cuff that missed the pulse still has the pressure
  return pulse !== undefined && isSound('pulse', pulse)
    ? [
        pressure,
        {
          storeKey: 'heartRates',
          valueQuantity: quantity(pulse, '/min'),
          ...word('heartRates', { value: pulse }, '/min').value,
        },
      ]
    : [pressure];
}

function isSound(field: VitalField, value: number): boolean {
  return value > 0 && faultOf(field, value) === undefined;
}

function quantity(value: number, sign: string): Quantity {
  const unit = unitOf(sign);
  return { value, unit: sign, system: UCUM, ...(unit === undefined ? {} : { code: unit.code }) };
}
