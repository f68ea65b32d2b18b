import { anything, flag, lazy, list, number, lenientObject, text, type Read, type Parser } from './json.ts';

// FHIR R4 data types, limited to the elements in use, each with a tolerant parser.

export const extension: Parser<Extension> = lazy(() =>
  lenientObject({
    url: text,
    valueString: text,
    valueCode: text,
    valueUri: text,
    valueUrl: text,
    valueBoolean: flag,
    valueInteger: number,
    valueDecimal: number,
    valueDateTime: text,
    valueCoding: coding,
    valueCodeableConcept: codeableConcept,
    valueReference: reference,
    valueQuantity: quantity,
    valueAddress: address,
    extension: list(extension),
  }),
);
export interface Extension {
  readonly url?: string;
  readonly valueString?: string;
  readonly valueCode?: string;
  readonly valueUri?: string;
  readonly valueUrl?: string;
  readonly valueBoolean?: boolean;
  readonly valueInteger?: number;
  readonly valueDecimal?: number;
  readonly valueDateTime?: string;
  readonly valueCoding?: Coding;
  readonly valueCodeableConcept?: CodeableConcept;
  readonly valueReference?: Reference;
  readonly valueQuantity?: Quantity;
  readonly valueAddress?: Address;
  readonly extension?: readonly Extension[];
}

/** Sibling of a primitive element (`_birthDate`): metadata about a value, even a missing one. */
export const primitiveMeta = lenientObject({ extension: list(extension) });
export type PrimitiveMeta = Read<typeof primitiveMeta>;

export const coding = lenientObject({ system: text, version: text, code: text, display: text, userSelected: flag });
export type Coding = Read<typeof coding>;

export const codeableConcept = lenientObject({ coding: list(coding), text: text, extension: list(extension) });
export type CodeableConcept = Read<typeof codeableConcept>;

export const period = lenientObject({ start: text, end: text });
export type Period = Read<typeof period>;

export const identifier: Parser<Identifier> = lazy(() =>
  lenientObject({ use: text, type: codeableConcept, system: text, value: text, period, assigner: reference }),
);
export interface Identifier {
  readonly use?: string;
  readonly type?: CodeableConcept;
  readonly system?: string;
  readonly value?: string;
  readonly period?: Period;
  readonly assigner?: Reference;
}

/** `resource` is set if the server resolved the target inline. */
export const reference: Parser<Reference> = lazy(() =>
  lenientObject({ reference: text, type: text, display: text, identifier, resource: anything }),
);
export interface Reference {
  readonly reference?: string;
  readonly type?: string;
  readonly display?: string;
  readonly identifier?: Identifier;
  readonly resource?: { readonly [key: string]: unknown };
}

export const quantity: Parser<Quantity> = lazy(() =>
  lenientObject({
    value: number,
    comparator: text,
    unit: text,
    system: text,
    code: text,
    extension: list(extension),
    _value: primitiveMeta,
  }),
);
export interface Quantity {
  readonly value?: number;
  readonly comparator?: string;
  readonly unit?: string;
  readonly system?: string;
  readonly code?: string;
  readonly extension?: readonly Extension[];
  readonly _value?: PrimitiveMeta;
}

export const range = lenientObject({ low: quantity, high: quantity });
export type Range = Read<typeof range>;
export const ratio = lenientObject({ numerator: quantity, denominator: quantity });
export type Ratio = Read<typeof ratio>;
export const sampledData = lenientObject({
  origin: quantity,
  period: number,
  factor: number,
  lowerLimit: number,
  upperLimit: number,
  dimensions: number,
  data: text,
});
export type SampledData = Read<typeof sampledData>;
export const money = lenientObject({ value: number, currency: text });
export type Money = Read<typeof money>;
export const attachment = lenientObject({
  contentType: text,
  url: text,
  title: text,
  size: number,
  creation: text,
  data: text,
  language: text,
});
export type Attachment = Read<typeof attachment>;
export const annotation = lenientObject({ text: text, time: text, authorString: text, authorReference: reference });
export type Annotation = Read<typeof annotation>;
export const narrative = lenientObject({ status: text, div: text });
export type Narrative = Read<typeof narrative>;
export const meta = lenientObject({
  versionId: text,
  lastUpdated: text,
  source: text,
  profile: list(text),
  tag: list(coding),
  security: list(coding),
});
export type Meta = Read<typeof meta>;

export const humanName = lenientObject({
  use: text,
  text: text,
  family: text,
  given: list(text),
  prefix: list(text),
  suffix: list(text),
  period,
  extension: list(extension),
  _text: primitiveMeta,
  _family: primitiveMeta,
});
export type HumanName = Read<typeof humanName>;
export const contactPoint = lenientObject({
  system: text,
  value: text,
  use: text,
  rank: number,
  period,
  extension: list(extension),
  _value: primitiveMeta,
});
export type ContactPoint = Read<typeof contactPoint>;
export const address = lenientObject({
  use: text,
  type: text,
  text: text,
  line: list(text),
  city: text,
  district: text,
  state: text,
  postalCode: text,
  country: text,
  period,
  extension: list(extension),
});
export type Address = Read<typeof address>;

const repeat = lenientObject({
  boundsDuration: quantity,
  boundsRange: range,
  boundsPeriod: period,
  count: number,
  countMax: number,
  duration: number,
  durationMax: number,
  durationUnit: text,
  frequency: number,
  frequencyMax: number,
  period: number,
  periodMax: number,
  periodUnit: text,
  dayOfWeek: list(text),
  timeOfDay: list(text),
  when: list(text),
  offset: number,
});
export const timing = lenientObject({ event: list(text), repeat, code: codeableConcept });
export const dosageFields = {
  sequence: number,
  text: text,
  additionalInstruction: list(codeableConcept),
  patientInstruction: text,
  timing,
  route: codeableConcept,
  method: codeableConcept,
  site: codeableConcept,
  asNeededBoolean: flag,
  asNeededCodeableConcept: codeableConcept,
  doseAndRate: list(
    lenientObject({
      type: codeableConcept,
      doseQuantity: quantity,
      doseRange: range,
      rateQuantity: quantity,
      rateRange: range,
      rateRatio: ratio,
    }),
  ),
  maxDosePerPeriod: ratio,
  maxDosePerAdministration: quantity,
  maxDosePerLifetime: quantity,
};
export const dosage = lenientObject(dosageFields);
export type Dosage = Read<typeof dosage>;
