import {
  annotation,
  codeableConcept,
  extension,
  identifier,
  meta,
  narrative,
  period,
  primitiveMeta,
  quantity,
  range,
  ratio,
  reference,
  sampledData,
  timing,
} from './datatypes.ts';
import { anything, flag, list, number, lenientObject, text, type Read } from './json.ts';

// Observation parsers on their own, so that pages showing only these need not load all types.

/** Common elements of all resources. */
export const base = {
  resourceType: text,
  id: text,
  meta,
  text: narrative,
  identifier: list(identifier),
  extension: list(extension),
  contained: list(anything),
  status: text,
};
const concepts = list(codeableConcept);
const references = list(reference);

/** One value of the choice value[x]. */
export const valueFields = {
  valueQuantity: quantity,
  valueString: text,
  valueBoolean: flag,
  valueInteger: number,
  valueCodeableConcept: codeableConcept,
  valueRange: range,
  valueRatio: ratio,
  valueSampledData: sampledData,
  valueTime: text,
  valueDateTime: text,
  valuePeriod: period,
  _valueString: primitiveMeta,
  dataAbsentReason: codeableConcept,
};
export const observationValue = lenientObject(valueFields);
export type ObservationValue = Read<typeof observationValue>;

const referenceRange = lenientObject({
  low: quantity,
  high: quantity,
  text,
  type: codeableConcept,
  appliesTo: concepts,
  age: range,
});
export type ReferenceRange = Read<typeof referenceRange>;
const component = lenientObject({
  ...valueFields,
  code: codeableConcept,
  interpretation: concepts,
  referenceRange: list(referenceRange),
});
export type ObservationComponent = Read<typeof component>;

export const observation = lenientObject({
  ...base,
  ...valueFields,
  category: concepts,
  code: codeableConcept,
  subject: reference,
  encounter: reference,
  effectiveDateTime: text,
  effectivePeriod: period,
  effectiveInstant: text,
  effectiveTiming: timing,
  issued: text,
  performer: references,
  interpretation: concepts,
  note: list(annotation),
  bodySite: codeableConcept,
  device: reference,
  method: codeableConcept,
  specimen: reference,
  referenceRange: list(referenceRange),
  hasMember: references,
  component: list(component),
});
export type Observation = Read<typeof observation>;
