import {
  address,
  annotation,
  attachment,
  codeableConcept,
  coding,
  contactPoint,
  dosage,
  extension,
  humanName,
  identifier,
  meta,
  money,
  narrative,
  period,
  primitiveMeta,
  quantity,
  range,
  ratio,
  reference,
  sampledData,
} from './datatypes.ts';
import { anything, flag, later, list, number, shape, text, type Read, type Reader } from './json.ts';

// The R4 resources of a record: the elements that the product shows, each type with its tolerant reader.

const base = {
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
const notes = list(annotation);

/** One value of the choice value[x]. */
const valueFields = {
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
export const observationValue = shape(valueFields);
export type ObservationValue = Read<typeof observationValue>;

const referenceRange = shape({ low: quantity, high: quantity, text, type: codeableConcept });
export type ReferenceRange = Read<typeof referenceRange>;
const component = shape({
  ...valueFields,
  code: codeableConcept,
  interpretation: concepts,
  referenceRange: list(referenceRange),
});
export type ObservationComponent = Read<typeof component>;

export const observation = shape({
  ...base,
  ...valueFields,
  category: concepts,
  code: codeableConcept,
  subject: reference,
  encounter: reference,
  effectiveDateTime: text,
  effectivePeriod: period,
  effectiveInstant: text,
  issued: text,
  performer: references,
  interpretation: concepts,
  note: notes,
  bodySite: codeableConcept,
  method: codeableConcept,
  referenceRange: list(referenceRange),
  hasMember: references,
  component: list(component),
});
export type Observation = Read<typeof observation>;

export const condition = shape({
  ...base,
  clinicalStatus: codeableConcept,
  verificationStatus: codeableConcept,
  category: concepts,
  severity: codeableConcept,
  code: codeableConcept,
  bodySite: concepts,
  onsetDateTime: text,
  onsetAge: quantity,
  onsetPeriod: period,
  onsetString: text,
  abatementDateTime: text,
  abatementAge: quantity,
  abatementString: text,
  recordedDate: text,
  recorder: reference,
  asserter: reference,
  note: notes,
});
export const allergyIntolerance = shape({
  ...base,
  clinicalStatus: codeableConcept,
  verificationStatus: codeableConcept,
  code: codeableConcept,
  criticality: text,
  onsetDateTime: text,
  onsetAge: quantity,
  recordedDate: text,
  note: notes,
  reaction: list(shape({ manifestation: concepts, severity: text, description: text })),
});
export const immunization = shape({
  ...base,
  statusReason: codeableConcept,
  vaccineCode: codeableConcept,
  occurrenceDateTime: text,
  occurrenceString: text,
  primarySource: flag,
  reportOrigin: codeableConcept,
  lotNumber: text,
  site: codeableConcept,
  route: codeableConcept,
  doseQuantity: quantity,
  performer: list(shape({ actor: reference })),
  location: reference,
  manufacturer: reference,
  note: notes,
  protocolApplied: list(shape({ doseNumberPositiveInt: number, doseNumberString: text, targetDisease: concepts })),
});
export type EncounterClass = Read<typeof coding>;
export const encounter = shape({
  ...base,
  class: coding,
  type: concepts,
  serviceType: codeableConcept,
  period,
  reasonCode: concepts,
  serviceProvider: reference,
  participant: list(shape({ individual: reference })),
  diagnosis: list(shape({ condition: reference, use: codeableConcept })),
  location: list(shape({ location: reference })),
});
export const diagnosticReport = shape({
  ...base,
  category: concepts,
  code: codeableConcept,
  effectiveDateTime: text,
  effectivePeriod: period,
  issued: text,
  performer: references,
  result: references,
  conclusion: text,
  conclusionCode: concepts,
  presentedForm: list(attachment),
  media: list(shape({ link: reference })),
  imagingStudy: references,
});
export const procedure = shape({
  ...base,
  statusReason: codeableConcept,
  category: codeableConcept,
  code: codeableConcept,
  performedDateTime: text,
  performedPeriod: period,
  performedString: text,
  performedAge: quantity,
  performer: list(shape({ actor: reference })),
  reasonCode: concepts,
  bodySite: concepts,
  note: notes,
});
export const medicationUse = shape({
  ...base,
  statusReason: codeableConcept,
  medicationCodeableConcept: codeableConcept,
  medicationReference: reference,
  authoredOn: text,
  effectiveDateTime: text,
  effectivePeriod: period,
  dateAsserted: text,
  whenHandedOver: text,
  requester: reference,
  informationSource: reference,
  dosageInstruction: list(dosage),
  dosage: list(dosage),
  reasonCode: concepts,
  quantity,
  note: notes,
  dispenseRequest: shape({ quantity }),
});
export const serviceRequest = shape({
  ...base,
  code: codeableConcept,
  authoredOn: text,
  occurrenceDateTime: text,
  occurrencePeriod: period,
  requester: reference,
  performer: references,
  reasonCode: concepts,
  patientInstruction: text,
  quantityQuantity: quantity,
  note: notes,
});
export const claim = shape({
  ...base,
  type: codeableConcept,
  use: text,
  created: text,
  billablePeriod: period,
  provider: reference,
  insurer: reference,
  total: money,
  outcome: text,
  item: list(shape({ productOrService: codeableConcept, net: money, quantity })),
  insurance: list(shape({ coverage: reference })),
});
export const explanationOfBenefit = shape({
  ...base,
  type: codeableConcept,
  created: text,
  billablePeriod: period,
  provider: reference,
  insurer: reference,
  outcome: text,
  payment: shape({ amount: money, date: text }),
  total: list(shape({ category: codeableConcept, amount: money })),
  item: list(shape({ productOrService: codeableConcept, net: money })),
});
export const carePlan = shape({
  ...base,
  title: text,
  description: text,
  category: concepts,
  period,
  created: text,
  author: reference,
  note: notes,
  activity: list(shape({ detail: shape({ code: codeableConcept, description: text, status: text }), reference })),
  goal: references,
});
export const careTeam = shape({
  ...base,
  name: text,
  category: concepts,
  period,
  participant: list(shape({ role: concepts, member: reference })),
});
export const goal = shape({
  ...base,
  lifecycleStatus: text,
  achievementStatus: codeableConcept,
  description: codeableConcept,
  startDate: text,
  note: notes,
  target: list(
    shape({
      measure: codeableConcept,
      detailQuantity: quantity,
      detailRange: range,
      detailString: text,
      dueDate: text,
    }),
  ),
});
export const documentReference = shape({
  ...base,
  type: codeableConcept,
  category: concepts,
  date: text,
  author: references,
  description: text,
  content: list(shape({ attachment })),
});

export interface Section {
  readonly title?: string;
  readonly code?: Read<typeof codeableConcept>;
  readonly text?: Read<typeof narrative>;
  readonly entry?: readonly Read<typeof reference>[];
  readonly emptyReason?: Read<typeof codeableConcept>;
  readonly section?: readonly Section[];
}
const section: Reader<Section> = later(() =>
  shape({
    title: text,
    code: codeableConcept,
    text: narrative,
    entry: references,
    emptyReason: codeableConcept,
    section: list(section),
  }),
);
export const composition = shape({
  ...base,
  type: codeableConcept,
  title: text,
  date: text,
  author: references,
  custodian: reference,
  section: list(section),
});

export const imagingStudy = shape({
  ...base,
  modality: list(coding),
  started: text,
  description: text,
  numberOfSeries: number,
  numberOfInstances: number,
  procedureCode: concepts,
  reasonCode: concepts,
  series: list(shape({ bodySite: coding, modality: coding, description: text })),
});
export const media = shape({
  ...base,
  type: codeableConcept,
  modality: codeableConcept,
  createdDateTime: text,
  issued: text,
  content: attachment,
  bodySite: codeableConcept,
  deviceName: text,
  note: notes,
});
export const riskAssessment = shape({
  ...base,
  code: codeableConcept,
  method: codeableConcept,
  occurrenceDateTime: text,
  occurrencePeriod: period,
  performer: reference,
  mitigation: text,
  note: notes,
  prediction: list(
    shape({ outcome: codeableConcept, qualitativeRisk: codeableConcept, probabilityDecimal: number, rationale: text }),
  ),
});
export const appointment = shape({
  ...base,
  start: text,
  end: text,
  created: text,
  reasonCode: concepts,
  serviceType: concepts,
  specialty: concepts,
  cancelationReason: codeableConcept,
  comment: text,
  description: text,
  participant: list(shape({ actor: reference })),
});
export const coverage = shape({
  ...base,
  type: codeableConcept,
  subscriberId: text,
  period,
  payor: references,
  class: list(shape({ type: codeableConcept, value: text, name: text })),
});
export const device = shape({
  ...base,
  type: codeableConcept,
  deviceName: list(shape({ name: text, type: text })),
  serialNumber: text,
  manufacturer: text,
  modelNumber: text,
});
export const familyMemberHistory = shape({
  ...base,
  relationship: codeableConcept,
  name: text,
  date: text,
  condition: list(shape({ code: codeableConcept, onsetAge: quantity })),
  note: notes,
});
export const consent = shape({
  ...base,
  scope: codeableConcept,
  category: concepts,
  dateTime: text,
  organization: references,
  performer: references,
  provision: shape({ period, actor: list(shape({ reference })) }),
});
export const task = shape({
  ...base,
  code: codeableConcept,
  description: text,
  authoredOn: text,
  lastModified: text,
  owner: reference,
});
export const group = shape({ ...base, name: text, code: codeableConcept, member: list(shape({ entity: reference })) });
export const relatedPerson = shape({
  ...base,
  name: list(humanName),
  relationship: concepts,
  telecom: list(contactPoint),
  gender: text,
  birthDate: text,
});

export const patient = shape({
  ...base,
  name: list(humanName),
  gender: text,
  _gender: primitiveMeta,
  birthDate: text,
  _birthDate: primitiveMeta,
  deceasedBoolean: flag,
  deceasedDateTime: text,
  telecom: list(contactPoint),
  address: list(address),
  maritalStatus: codeableConcept,
  managingOrganization: reference,
});
export type Patient = Read<typeof patient>;
export const organization = shape({
  ...base,
  name: text,
  type: concepts,
  telecom: list(contactPoint),
  address: list(address),
  alias: list(text),
});
export const practitioner = shape({
  ...base,
  name: list(humanName),
  telecom: list(contactPoint),
  qualification: list(shape({ code: codeableConcept })),
});
export const practitionerRole = shape({
  ...base,
  practitioner: reference,
  organization: reference,
  code: concepts,
  specialty: concepts,
  telecom: list(contactPoint),
});
export const place = shape({
  ...base,
  name: text,
  description: text,
  type: concepts,
  specialty: concepts,
  telecom: list(contactPoint),
  providedBy: reference,
  comment: text,
});
export const medication = shape({ ...base, code: codeableConcept, form: codeableConcept, manufacturer: reference });
export const questionnaire = shape({ ...base, title: text, name: text, description: text, date: text });

export interface AnsweredItem {
  readonly linkId?: string;
  readonly text?: string;
  readonly answer?: readonly Answer[];
  readonly item?: readonly AnsweredItem[];
}
const answerFields = {
  ...valueFields,
  valueDecimal: number,
  valueDate: text,
  valueUri: text,
  valueCoding: coding,
  valueAttachment: attachment,
  valueReference: reference,
};
export interface Answer extends ObservationValue {
  readonly valueDecimal?: number;
  readonly valueDate?: string;
  readonly valueUri?: string;
  readonly valueCoding?: Read<typeof coding>;
  readonly valueAttachment?: Read<typeof attachment>;
  readonly valueReference?: Read<typeof reference>;
  readonly item?: readonly AnsweredItem[];
}
const answeredItem: Reader<AnsweredItem> = later(() =>
  shape({ linkId: text, text, answer: list(answer), item: list(answeredItem) }),
);
const answer: Reader<Answer> = later(() => shape({ ...answerFields, item: list(answeredItem) }));
export const questionnaireResponse = shape({
  ...base,
  questionnaire: text,
  authored: text,
  author: reference,
  item: list(answeredItem),
});
