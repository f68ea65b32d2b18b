import type { CodeableConcept, Extension } from './datatypes.ts';

export const ABSENT_URL = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
/** Codes of http://terminology.hl7.org/CodeSystem/data-absent-reason. */
const CODES = [
  'unknown',
  'asked-unknown',
  'temp-unknown',
  'not-asked',
  'asked-declined',
  'masked',
  'not-applicable',
  'unsupported',
  'as-text',
  'error',
  'not-a-number',
  'negative-infinity',
  'positive-infinity',
  'not-performed',
  'not-permitted',
] as const;

/** Why a value is missing; reasons unknown to R4 become `unknown`. */
export type Absence = (typeof CODES)[number];

/** Data-absent-reason from an element's extensions, e.g. of `_family` or of a quantity; undefined if none is given. */
export function absenceIn(element: { readonly extension?: readonly Extension[] } | undefined): Absence | undefined {
  const code = element?.extension?.find(({ url }) => url === ABSENT_URL);
  return code === undefined ? undefined : absenceOf(code.valueCode ?? code.valueCodeableConcept?.coding?.[0]?.code);
}

/** The reason in `dataAbsentReason`. */
export function absenceOfConcept(concept: CodeableConcept | undefined): Absence | undefined {
  return concept === undefined ? undefined : absenceOf(concept.coding?.[0]?.code);
}

/** True if a value exists but is withheld. */
export function isWithheld(absence: Absence | undefined): boolean {
  return absence === 'masked' || absence === 'asked-declined' || absence === 'not-permitted';
}

function absenceOf(code: string | undefined): Absence {
  return CODES.find((one) => one === code) ?? 'unknown';
}
