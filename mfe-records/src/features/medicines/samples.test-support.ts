import { CONFIRMED_URL, timingOf } from '@phr/fhir/dose-plan';
import { stockExtension } from './stock.entity.ts';

export const OWN = { versionId: '2', source: 'https://phr.example/source/person' };
const CONFIRMED = '2026-11-01T20:00:00+07:00';

interface Sample {
  readonly times?: readonly string[];
  readonly confirmed?: string | null;
  readonly count?: number;
  readonly more?: object;
}

/** The person's own MedicationStatement, with confirmed times by default. */
export function statement(id: string, name: string, { times, confirmed = CONFIRMED, count, more }: Sample = {}) {
  return {
    resourceType: 'MedicationStatement',
    id,
    meta: OWN,
    status: 'active',
    medicationCodeableConcept: { text: name },
    subject: { reference: 'Patient/patient-main' },
    extension: [
      ...(confirmed === null ? [] : [{ url: CONFIRMED_URL, valueDateTime: confirmed }]),
      ...(count === undefined ? [] : [stockExtension(count, CONFIRMED)]),
    ],
    dosage: [
      {
        text: 'Uống sau ăn',
        ...(times && { timing: timingOf({ times }) }),
        doseAndRate: [{ doseQuantity: { value: 1, unit: 'viên' } }],
      },
    ],
    ...more,
  };
}

/** A recorded dose. @param local YYYY-MM-DDTHH:mm */
export function recorded(id: string, statementId: string, local: string, more: object = {}) {
  return {
    resourceType: 'MedicationAdministration',
    id,
    meta: OWN,
    identifier: [{ system: 'https://phr.example/dose', value: `${statementId}/${local}` }],
    status: 'completed',
    effectiveDateTime: `${local}:00+07:00`,
    performer: [{ actor: { display: 'CHÂU' } }],
    ...more,
  };
}

export const allergy = (text: string, more: object = {}) => ({
  resourceType: 'AllergyIntolerance',
  id: 'a1',
  meta: OWN,
  code: { text },
  ...more,
});
