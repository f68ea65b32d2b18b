import type { CodeableConcept, Extension } from './datatypes.ts';

const URL = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

/** Why a value is missing, in the product's words: kept back, not measured, not asked, or simply not known. */
export type Absence = 'withheld' | 'notPerformed' | 'pending' | 'notApplicable' | 'unknown';

/** The reason that stands in an element's extensions, e.g. of `_family` or of a quantity. Undefined when nothing is said. */
export function absenceIn(element: { readonly extension?: readonly Extension[] } | undefined): Absence | undefined {
  const code = element?.extension?.find(({ url }) => url === URL);
  return code === undefined ? undefined : absenceOf(code.valueCode ?? code.valueCodeableConcept?.coding?.[0]?.code);
}

/** The reason of `dataAbsentReason`. */
export function absenceOfConcept(concept: CodeableConcept | undefined): Absence | undefined {
  return concept === undefined ? undefined : absenceOf(concept.coding?.[0]?.code);
}

/** Codes of http://terminology.hl7.org/CodeSystem/data-absent-reason. */
function absenceOf(code: string | undefined): Absence {
  switch (code) {
    case 'masked':
    case 'asked-declined':
    case 'not-permitted':
      return 'withheld';
    case 'not-performed':
    case 'not-asked':
      return 'notPerformed';
    case 'temp-unknown':
      return 'pending';
    case 'not-applicable':
    case 'unsupported':
      return 'notApplicable';
    default:
      return 'unknown';
  }
}
