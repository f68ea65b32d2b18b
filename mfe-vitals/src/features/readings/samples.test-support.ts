import { codingsToWrite, DIASTOLIC, SYSTOLIC, vitalOf, type VitalKey } from '@phr/clinical/codings';
import { ECG_VALUES } from '@phr/clinical/ecg-codings';
import { UCUM, type Unit } from '@phr/clinical/units';
import { observation, type Observation } from '@phr/fhir/observation';

/** Test observations, parsed like the server's. `more` overrides elements. */
const quantity = (value: number, unit: Unit) => ({ value, unit: unit.sign, system: UCUM, code: unit.code });
let lastId = 0;

export function rawBloodPressure(systolic: number, diastolic: number, at: string, more: object = {}) {
  lastId += 1;
  return {
    resourceType: 'Observation',
    id: `bp-${lastId}`,
    status: 'final',
    code: { coding: codingsToWrite('bloodPressures') },
    subject: { reference: 'Patient/patient-main' },
    performer: [{ reference: 'Patient/patient-main' }],
    effectiveDateTime: at,
    component: [
      { code: { coding: SYSTOLIC.primaryCodings }, valueQuantity: quantity(systolic, SYSTOLIC.unit) },
      { code: { coding: DIASTOLIC.primaryCodings }, valueQuantity: quantity(diastolic, DIASTOLIC.unit) },
    ],
    ...more,
  };
}

export function rawValue(vitalKey: VitalKey, value: number, at: string, more: object = {}) {
  lastId += 1;
  const [unit] = vitalOf(vitalKey).units;
  if (unit === undefined) throw new RangeError(`${vitalKey} has no single value`);
  return {
    resourceType: 'Observation',
    id: `${vitalKey}-${lastId}`,
    status: 'final',
    code: { coding: codingsToWrite(vitalKey) },
    subject: { reference: 'Patient/patient-main' },
    performer: [{ reference: 'Patient/patient-main' }],
    effectiveDateTime: at,
    valueQuantity: quantity(value, unit),
    ...more,
  };
}

/** An ECG with a rate but no curves. */
export function rawEcg(id: string, rate: number, at: string, more: object = {}) {
  const heartRate = ECG_VALUES.filter(({ key }) => key === 'heartRate');
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { coding: codingsToWrite('ecgs') },
    subject: { reference: 'Patient/patient-main' },
    performer: [{ reference: 'Patient/patient-main' }],
    effectiveDateTime: at,
    component: heartRate.map(({ primaryCodings, unit }) => ({
      code: { coding: primaryCodings },
      valueQuantity: quantity(rate, unit),
    })),
    ...more,
  };
}

export function parsed(raw: unknown): Observation {
  const read = observation(raw);
  if (read === undefined) throw new TypeError('Not an object');
  return read;
}

export const bloodPressure = (...args: Parameters<typeof rawBloodPressure>): Observation =>
  parsed(rawBloodPressure(...args));
export const single = (...args: Parameters<typeof rawValue>): Observation => parsed(rawValue(...args));
