import type { VitalKey } from '../codings.ts';
import type { PartKey } from '../parts.ts';
import { assess } from './assess.ts';
import type { AssessInput, Goal, Measured, WholeVerdict } from './verdict.ts';

const UNITS: Readonly<Partial<Record<VitalKey, string>>> = {
  bloodPressures: 'mm[Hg]',
  heartRates: '/min',
  respiratoryRates: '/min',
  temperatures: 'Cel',
  spo2s: '%',
  weights: 'kg',
  heights: 'cm',
  bmis: 'kg/m2',
  glucoses: 'mmol/L',
  ketones: 'mmol/L',
  uricAcids: 'umol/L',
  cholesterols: 'mmol/L',
};

export const AT = '2026-11-27T08:00:00+07:00';
export const ZONE = 'Asia/Ho_Chi_Minh';

/** Birth date of a person of this age in completed years at AT; undefined for unknown age. */
export function bornYearsAgo(years: number | undefined): { readonly birthDate?: string } {
  return years === undefined ? {} : { birthDate: `${2026 - years}-06-01` };
}

export function measured(
  vital: VitalKey,
  numbers: Readonly<Partial<Record<PartKey, number>>>,
  unit?: string,
): Measured[] {
  return Object.entries(numbers).map(([part, value]) => ({
    part: part as PartKey,
    value,
    unit: unit ?? UNITS[vital] ?? '',
  }));
}

/** The verdict for numbers measured at home by a person of an age. */
export function judged(
  vital: VitalKey,
  numbers: Readonly<Partial<Record<PartKey, number>>>,
  years: number | undefined = 68,
  more: Partial<AssessInput> & { readonly unit?: string } = {},
): WholeVerdict {
  const { unit, ...rest } = more;
  return assess({
    vital,
    measured: measured(vital, numbers, unit),
    at: AT,
    zone: ZONE,
    now: Date.parse(AT),
    person: bornYearsAgo(years),
    origin: { kind: 'person' },
    ...rest,
  });
}

/** A goal set by a doctor. */
export function goalOf(code: string, target: object, more: Partial<Goal> = {}): Goal {
  return {
    id: 'g1',
    lifecycleStatus: 'active',
    startDate: '2026-10-01',
    expressedBy: { reference: 'Practitioner/dr1', display: 'BS. Lê Thu Hà' },
    target: [{ measure: { coding: [{ system: 'http://loinc.org', code }] }, ...target }],
    ...more,
  };
}
