import { annotation, codeableConcept, extension, meta, period, quantity, reference, type Quantity } from '@phr/fhir/datatypes';
import { anything, list, number, shape, text, type Read } from '@phr/fhir/json';

const value = {
  valueQuantity: quantity, valueString: text, valueInteger: number, valueCodeableConcept: codeableConcept, dataAbsentReason: codeableConcept,
};

/** A FHIR R4 Observation as far as vital signs use it; every element may be missing. */
export const observation = shape({
  resourceType: text, id: text, meta, status: text, code: codeableConcept, subject: reference, performer: list(reference), contained: list(anything),
  effectiveDateTime: text, effectiveInstant: text, effectivePeriod: period, issued: text, bodySite: codeableConcept, note: list(annotation),
  component: list(shape({ code: codeableConcept, ...value })), extension: list(extension), ...value,
});
export type Observation = Read<typeof observation>;
export type { Quantity };
