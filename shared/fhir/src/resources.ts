import {
  address,
  annotation,
  attachment,
  codeableConcept,
  coding,
  contactPoint,
  dosage,
  dosageFields,
  humanName,
  money,
  narrative,
  period,
  primitiveMeta,
  quantity,
  range,
  ratio,
  reference,
} from './datatypes.ts';
import { base, valueFields, type ObservationValue } from './observation.ts';
import { flag, lazy, list, number, lenientObject, text, type Read, type Parser } from './json.ts';

export * from './observation.ts';

// The R4 resources of a record, limited to displayed elements, each with a tolerant parser.

const concepts = list(codeableConcept);
const references = list(reference);
const notes = list(annotation);

const onsetFields = {
  onsetDateTime: text,
  onsetAge: quantity,
  onsetPeriod: period,
  onsetRange: range,
  onsetString: text,
};

export const condition = lenientObject({
  ...base,
  clinicalStatus: codeableConcept,
  verificationStatus: codeableConcept,
  category: concepts,
  severity: codeableConcept,
  code: codeableConcept,
  bodySite: concepts,
  ...onsetFields,
  abatementDateTime: text,
  abatementAge: quantity,
  abatementPeriod: period,
  abatementRange: range,
  abatementString: text,
  recordedDate: text,
  recorder: reference,
  asserter: reference,
  note: notes,
});
export type Onset = Pick<Read<typeof condition>, keyof typeof onsetFields>;

export const allergyIntolerance = lenientObject({
  ...base,
  clinicalStatus: codeableConcept,
  verificationStatus: codeableConcept,
  code: codeableConcept,
  category: list(text),
  criticality: text,
  ...onsetFields,
  recordedDate: text,
  recorder: reference,
  asserter: reference,
  note: notes,
  reaction: list(
    lenientObject({
      substance: codeableConcept,
      manifestation: concepts,
      severity: text,
      description: text,
      onset: text,
      exposureRoute: codeableConcept,
      note: notes,
    }),
  ),
});
export const immunization = lenientObject({
  ...base,
  statusReason: codeableConcept,
  vaccineCode: codeableConcept,
  occurrenceDateTime: text,
  occurrenceString: text,
  primarySource: flag,
  reportOrigin: codeableConcept,
  lotNumber: text,
  isSubpotent: flag,
  site: codeableConcept,
  route: codeableConcept,
  doseQuantity: quantity,
  performer: list(lenientObject({ actor: reference })),
  location: reference,
  manufacturer: reference,
  note: notes,
  protocolApplied: list(
    lenientObject({ doseNumberPositiveInt: number, doseNumberString: text, series: text, targetDisease: concepts }),
  ),
});
export type EncounterClass = Read<typeof coding>;
export const encounter = lenientObject({
  ...base,
  class: coding,
  type: concepts,
  serviceType: codeableConcept,
  period,
  reasonCode: concepts,
  serviceProvider: reference,
  participant: list(lenientObject({ individual: reference })),
  diagnosis: list(lenientObject({ condition: reference, use: codeableConcept })),
  location: list(lenientObject({ location: reference })),
});
export const diagnosticReport = lenientObject({
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
  media: list(lenientObject({ link: reference })),
  imagingStudy: references,
});
export const procedure = lenientObject({
  ...base,
  statusReason: codeableConcept,
  category: codeableConcept,
  code: codeableConcept,
  performedDateTime: text,
  performedPeriod: period,
  performedString: text,
  performedAge: quantity,
  performedRange: range,
  performer: list(lenientObject({ actor: reference })),
  reasonCode: concepts,
  bodySite: concepts,
  note: notes,
});
/** The dosage of an administration has a single amount and rate of its own. */
const givenDosage = lenientObject({ ...dosageFields, dose: quantity, rateRatio: ratio, rateQuantity: quantity });
export const medicationUse = lenientObject({
  ...base,
  doNotPerform: flag,
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
  dosage: list(givenDosage),
  reasonCode: concepts,
  quantity,
  note: notes,
  dispenseRequest: lenientObject({ quantity }),
});
export type MedicationUse = Read<typeof medicationUse>;
export const serviceRequest = lenientObject({
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
  doNotPerform: flag,
  note: notes,
});
export const claim = lenientObject({
  ...base,
  type: codeableConcept,
  use: text,
  created: text,
  billablePeriod: period,
  provider: reference,
  insurer: reference,
  total: money,
  outcome: text,
  item: list(lenientObject({ productOrService: codeableConcept, net: money, quantity })),
  insurance: list(lenientObject({ coverage: reference })),
});
export const explanationOfBenefit = lenientObject({
  ...base,
  type: codeableConcept,
  created: text,
  billablePeriod: period,
  provider: reference,
  insurer: reference,
  outcome: text,
  payment: lenientObject({ amount: money, date: text }),
  total: list(lenientObject({ category: codeableConcept, amount: money })),
  item: list(lenientObject({ productOrService: codeableConcept, net: money })),
});
export const carePlan = lenientObject({
  ...base,
  title: text,
  description: text,
  category: concepts,
  period,
  created: text,
  author: reference,
  note: notes,
  activity: list(
    lenientObject({
      detail: lenientObject({ code: codeableConcept, description: text, status: text, doNotPerform: flag }),
      reference,
    }),
  ),
  goal: references,
});
export const careTeam = lenientObject({
  ...base,
  name: text,
  category: concepts,
  period,
  participant: list(lenientObject({ role: concepts, member: reference })),
});
export const goal = lenientObject({
  ...base,
  lifecycleStatus: text,
  achievementStatus: codeableConcept,
  description: codeableConcept,
  startDate: text,
  startCodeableConcept: codeableConcept,
  note: notes,
  target: list(
    lenientObject({
      measure: codeableConcept,
      detailQuantity: quantity,
      detailRange: range,
      detailString: text,
      detailCodeableConcept: codeableConcept,
      dueDate: text,
      dueDuration: quantity,
    }),
  ),
});
export const documentReference = lenientObject({
  ...base,
  type: codeableConcept,
  category: concepts,
  date: text,
  author: references,
  description: text,
  content: list(lenientObject({ attachment })),
});

export interface Section {
  readonly title?: string;
  readonly code?: Read<typeof codeableConcept>;
  readonly text?: Read<typeof narrative>;
  readonly entry?: readonly Read<typeof reference>[];
  readonly emptyReason?: Read<typeof codeableConcept>;
  readonly section?: readonly Section[];
}
const section: Parser<Section> = lazy(() =>
  lenientObject({
    title: text,
    code: codeableConcept,
    text: narrative,
    entry: references,
    emptyReason: codeableConcept,
    section: list(section),
  }),
);
export const composition = lenientObject({
  ...base,
  type: codeableConcept,
  title: text,
  date: text,
  author: references,
  custodian: reference,
  section: list(section),
});

export const imagingStudy = lenientObject({
  ...base,
  modality: list(coding),
  started: text,
  description: text,
  numberOfSeries: number,
  numberOfInstances: number,
  note: notes,
  procedureCode: concepts,
  reasonCode: concepts,
  series: list(lenientObject({ bodySite: coding, modality: coding, description: text })),
});
export const media = lenientObject({
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
export const riskAssessment = lenientObject({
  ...base,
  code: codeableConcept,
  method: codeableConcept,
  occurrenceDateTime: text,
  occurrencePeriod: period,
  performer: reference,
  mitigation: text,
  note: notes,
  prediction: list(
    lenientObject({
      outcome: codeableConcept,
      qualitativeRisk: codeableConcept,
      probabilityDecimal: number,
      probabilityRange: range,
      rationale: text,
    }),
  ),
});
export const appointment = lenientObject({
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
  participant: list(lenientObject({ actor: reference })),
});
export const coverage = lenientObject({
  ...base,
  type: codeableConcept,
  subscriberId: text,
  period,
  payor: references,
  class: list(lenientObject({ type: codeableConcept, value: text, name: text })),
});
export const device = lenientObject({
  ...base,
  type: codeableConcept,
  deviceName: list(lenientObject({ name: text, type: text })),
  serialNumber: text,
  manufacturer: text,
  modelNumber: text,
});
export const familyMemberHistory = lenientObject({
  ...base,
  relationship: codeableConcept,
  name: text,
  date: text,
  deceasedBoolean: flag,
  deceasedAge: quantity,
  deceasedRange: range,
  deceasedDate: text,
  deceasedString: text,
  condition: list(
    lenientObject({
      code: codeableConcept,
      outcome: codeableConcept,
      contributedToDeath: flag,
      ...onsetFields,
      note: notes,
    }),
  ),
  note: notes,
});
export interface Provision {
  readonly type?: string;
  readonly period?: Read<typeof period>;
  readonly provision?: readonly Provision[];
  readonly [element: string]: unknown;
}
const provision: Parser<Provision> = lazy(() => lenientObject({ type: text, period, provision: list(provision) }));
export const consent = lenientObject({
  ...base,
  scope: codeableConcept,
  category: concepts,
  dateTime: text,
  organization: references,
  performer: references,
  provision,
});
export const task = lenientObject({
  ...base,
  code: codeableConcept,
  description: text,
  authoredOn: text,
  lastModified: text,
  owner: reference,
});
export const group = lenientObject({
  ...base,
  name: text,
  code: codeableConcept,
  member: list(lenientObject({ entity: reference })),
  characteristic: list(lenientObject({ exclude: flag })),
});
export const relatedPerson = lenientObject({
  ...base,
  name: list(humanName),
  relationship: concepts,
  telecom: list(contactPoint),
  gender: text,
  birthDate: text,
});

export const patient = lenientObject({
  ...base,
  name: list(humanName),
  gender: text,
  _gender: primitiveMeta,
  birthDate: text,
  _birthDate: primitiveMeta,
  deceasedBoolean: flag,
  deceasedDateTime: text,
  active: flag,
  link: list(lenientObject({ type: text, other: reference })),
  telecom: list(contactPoint),
  address: list(address),
  maritalStatus: codeableConcept,
  managingOrganization: reference,
  contact: list(
    lenientObject({
      relationship: concepts,
      name: humanName,
      telecom: list(contactPoint),
      address,
      gender: text,
      organization: reference,
    }),
  ),
});
export type Patient = Read<typeof patient>;
export const organization = lenientObject({
  ...base,
  name: text,
  type: concepts,
  telecom: list(contactPoint),
  address: list(address),
  alias: list(text),
});
export const practitioner = lenientObject({
  ...base,
  name: list(humanName),
  telecom: list(contactPoint),
  qualification: list(lenientObject({ code: codeableConcept })),
});
export const practitionerRole = lenientObject({
  ...base,
  practitioner: reference,
  organization: reference,
  code: concepts,
  specialty: concepts,
  telecom: list(contactPoint),
});
export const place = lenientObject({
  ...base,
  name: text,
  description: text,
  type: concepts,
  specialty: concepts,
  telecom: list(contactPoint),
  providedBy: reference,
  comment: text,
});
export const medication = lenientObject({
  ...base,
  code: codeableConcept,
  form: codeableConcept,
  manufacturer: reference,
});
export interface QuestionItem {
  readonly linkId?: string;
  readonly text?: string;
  readonly enableBehavior?: string;
  readonly enableWhen?: readonly { readonly question?: string; readonly operator?: string }[];
  readonly item?: readonly QuestionItem[];
}
const questionItem: Parser<QuestionItem> = lazy(() =>
  lenientObject({
    linkId: text,
    text,
    enableBehavior: text,
    enableWhen: list(lenientObject({ question: text, operator: text })),
    item: list(questionItem),
  }),
);
export const questionnaire = lenientObject({
  ...base,
  title: text,
  name: text,
  description: text,
  date: text,
  item: list(questionItem),
});

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
const answeredItem: Parser<AnsweredItem> = lazy(() =>
  lenientObject({ linkId: text, text, answer: list(answer), item: list(answeredItem) }),
);
const answer: Parser<Answer> = lazy(() => lenientObject({ ...answerFields, item: list(answeredItem) }));
export const questionnaireResponse = lenientObject({
  ...base,
  questionnaire: text,
  authored: text,
  author: reference,
  item: list(answeredItem),
});
