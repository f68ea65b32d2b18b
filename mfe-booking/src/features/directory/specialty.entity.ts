import { codeableConcept, type CodeableConcept } from '@phr/fhir/datatypes';
import { list } from '@phr/fhir/json';
import { defined, wordsOf } from '@phr/fhir/reading';

/** A specialty with its code. */
export interface Specialty {
  readonly code?: string;
  readonly display: string;
}

/** Specialties that have a text; bare codes are dropped. */
export function specialtiesOf(concepts: readonly CodeableConcept[] | undefined): readonly Specialty[] {
  return (concepts ?? []).flatMap((concept) => {
    const display = wordsOf(concept);
    return display === undefined
      ? []
      : [{ display, ...defined({ code: concept.coding?.find(({ code }) => code !== undefined)?.code }) }];
  });
}

export const specialties = list(codeableConcept);
