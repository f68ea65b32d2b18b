import type { Goal, Person } from '@phr/clinical/assess/verdict';
import { writeObservation, type WrittenWord } from '@phr/clinical/assess/write';
import { codingsToWrite, type VitalKey } from '@phr/clinical/codings';
import { UCUM, unitOf } from '@phr/clinical/units';
import type { PartKey } from '@phr/clinical/vitals/define-vital';
import { vital, VITALS } from '@phr/clinical/vitals/index';
import { looksSwapped } from '@phr/clinical/validation';
import { isMistaken } from '@phr/clinical/vitals/plausible';
import { newObservation } from '@phr/fhir/builders';
import type { Quantity } from '@phr/fhir/datatypes';
import type { Resource } from '../../fhir/resource.ts';
import { FACILITY_ZONE } from '../../kit/facility-zone.ts';
import type { Reading } from './messages.ts';

interface Part extends WrittenWord {
  readonly vitalKey: VitalKey;
  readonly valueQuantity?: Quantity;
  readonly component?: readonly (WrittenWord & { readonly code: object; readonly valueQuantity: Quantity })[];
}

/** Facts about the measured person needed for coding. */
export interface Measured {
  readonly patientId: string;
  readonly person: Person;
  readonly goals: readonly Goal[];
}

/**
 * Observations of a meter's reading: one, or two for a blood pressure with pulse. Undefined for values a form would
 * reject (`@phr/clinical/vitals/plausible`), as sent after failed measurements. Coded like typed readings.
 */
export function observationsOf(
  reading: Reading,
  { patientId, ...who }: Measured,
  received: Date,
  ids: readonly [string, string],
): readonly Resource[] | undefined {
  const parts = partsOf(reading, who);
  return parts?.map(
    ({ vitalKey, ...value }, index): Resource => ({
      ...newObservation({
        patientId,
        category: 'vital-signs',
        formId: ids[index] ?? ids[0],
        effective: reading.measuredAt,
        issued: received.toISOString(),
        codings: codingsToWrite(vitalKey, unitOf(value.valueQuantity?.unit)),
        ...value,
      } as Parameters<typeof newObservation>[0]),
      device: { identifier: { value: reading.mac } },
    }),
  );
}

function partsOf(reading: Reading, who: Omit<Measured, 'patientId'>): readonly Part[] | undefined {
  const word = (vital: VitalKey, numbers: Readonly<Partial<Record<PartKey, number>>>, sign: string) =>
    writeObservation({
      vital,
      measured: (Object.keys(numbers) as PartKey[]).map((part) => ({
        part,
        value: numbers[part] ?? NaN,
        unit: unitOf(sign)?.code ?? sign,
      })),
      at: reading.measuredAt,
      zone: FACILITY_ZONE,
      ...who,
    });
  if (reading.kind !== 'blood-pressure') {
    const { value, unit } = reading;
    const vitalKey = VITALS.find(({ hub }) => hub?.kind === reading.kind)?.key;
    return vitalKey !== undefined && isSound(vitalKey, 'value', value, unit)
      ? [{ vitalKey, valueQuantity: quantity(value, unit), ...word(vitalKey, { value }, unit).value }]
      : undefined;
  }
  const { unit } = reading;
  const { pulse, ...pressures } = reading.value;
  const { key, parts } = vital('bloodPressures');
  const valueOf = (part: PartKey): number => (part === 'systolic' ? pressures.systolic : pressures.diastolic);
  if (!parts.every((part) => isSound(key, part.key, valueOf(part.key), unit))) return undefined;
  if (looksSwapped(pressures.systolic, pressures.diastolic)) return undefined;
  const beside = word(key, pressures, unit);
  const pressure: Part = {
    vitalKey: key,
    component: parts.flatMap(({ key: part, component }) =>
      component === undefined
        ? []
        : [
            {
              code: { coding: component.primaryCodings },
              valueQuantity: quantity(valueOf(part), unit),
              ...beside[part],
            },
          ],
    ),
  };
  // a cuff that missed the pulse still has the pressure
  return pulse !== undefined && isSound('heartRates', 'value', pulse, '/min')
    ? [
        pressure,
        {
          vitalKey: 'heartRates',
          valueQuantity: quantity(pulse, '/min'),
          ...word('heartRates', { value: pulse }, '/min').value,
        },
      ]
    : [pressure];
}

/** there is nobody to ask: drop impossible values and those that look like another unit */
function isSound(vitalKey: VitalKey, part: PartKey, value: number, unit: string): boolean {
  return value > 0 && !isMistaken(vitalKey, part, value, unit);
}

function quantity(value: number, sign: string): Quantity {
  const unit = unitOf(sign);
  return { value, unit: sign, system: UCUM, ...(unit === undefined ? {} : { code: unit.code }) };
}
