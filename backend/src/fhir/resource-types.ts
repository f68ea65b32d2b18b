import type { WriteAction } from '../kit/platform.ts';
/** A search parameter and how its values are extracted. */
export type Parameter =
  | { readonly kind: 'token' | 'string' | 'date'; readonly paths: readonly string[] }
  | { readonly kind: 'reference'; readonly paths: readonly string[]; readonly target: string };

/** What a write does with a resource. */
export interface TypeRule {
  /**
   * 'patient': belongs to a person's record. 'directory': readable by every signed-in person. 'user': readable by its
   * own user.
   */
  readonly scope: 'patient' | 'directory' | 'user';
  /** Paths of the reference to the person, in order of preference. */
  readonly patient: readonly string[];
  /** Actions a signed-in person may take over /fhir. Does not limit services acting for them. */
  readonly may: readonly WriteAction[];
  /** Elements that must be there; 'a|b' means one of them. */
  readonly required: readonly string[];
  /** Allowed codes of elements. */
  readonly bindings: Readonly<Record<string, readonly string[]>>;
  /** The resource's own date: the first of these that is there. */
  readonly date: readonly string[];
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Default sort: by date or last change, or by id. */
  readonly sort?: 'id';
  /** Texts found by `_ilike`. */
  readonly fold: readonly string[];
}

const token = (...paths: string[]): Parameter => ({ kind: 'token', paths });
const string = (...paths: string[]): Parameter => ({ kind: 'string', paths });
const date = (...paths: string[]): Parameter => ({ kind: 'date', paths });
const reference = (target: string, ...paths: string[]): Parameter => ({ kind: 'reference', target, paths });

const rule = (scope: TypeRule['scope'], given: Partial<Omit<TypeRule, 'scope'>>): TypeRule => ({
  scope,
  patient: [],
  may: [],
  required: [],
  bindings: {},
  date: [],
  fold: [],
  ...given,
  parameters: given.parameters ?? {},
});

const inRecord = (patient: readonly string[], given: Partial<Omit<TypeRule, 'scope' | 'patient'>>): TypeRule =>
  rule('patient', {
    ...given,
    patient,
    parameters: {
      ...(given.bindings?.['status'] ? { status: token('status') } : {}),
      // by which an import finds what it stored
      ...(given.may?.includes('create') === true ? { _tag: token('meta.tag') } : {}),
      ...given.parameters,
    },
  });

const ofEncounter = reference('Encounter', 'encounter');
const category = token('category');
const code = token('code');

const EVENT = [
  'preparation',
  'in-progress',
  'not-done',
  'on-hold',
  'stopped',
  'completed',
  'entered-in-error',
  'unknown',
];
const REQUEST = ['draft', 'active', 'on-hold', 'revoked', 'completed', 'entered-in-error', 'unknown'];
const INTENT = [
  'proposal',
  'plan',
  'directive',
  'order',
  'original-order',
  'reflex-order',
  'filler-order',
  'instance-order',
  'option',
];
const FINANCIAL = ['active', 'cancelled', 'draft', 'entered-in-error'];
const PUBLICATION = ['draft', 'active', 'retired', 'unknown'];

/**
 * All supported types, with exactly the search parameters of the service catalogue. Source of routes, index columns,
 * validation and the capability statement.
 */
export const TYPES: Readonly<Record<string, TypeRule>> = {
  // the record of a person
  Patient: rule('patient', {
    may: ['create', 'update'],
    bindings: { gender: ['male', 'female', 'other', 'unknown'] },
    fold: ['name.text', 'name.family', 'name.given'],
  }),
  RelatedPerson: inRecord(['patient'], { required: ['patient'], fold: ['name.text'] }),
  Group: inRecord(['member.entity'], { required: ['type', 'actual'], parameters: { type: token('type'), code } }),
  Observation: inRecord(['subject'], {
    may: ['create', 'update', 'delete'],
    required: ['status', 'code'],
    bindings: {
      status: [
        'registered',
        'preliminary',
        'final',
        'amended',
        'corrected',
        'cancelled',
        'entered-in-error',
        'unknown',
      ],
    },
    date: ['effectiveDateTime', 'effectivePeriod', 'effectiveInstant', 'issued'],
    parameters: { category, code, date: date('effective'), encounter: ofEncounter },
  }),
  DiagnosticReport: inRecord(['subject'], {
    may: ['create', 'update'],
    required: ['status', 'code'],
    bindings: {
      status: [
        'registered',
        'partial',
        'preliminary',
        'final',
        'amended',
        'corrected',
        'appended',
        'cancelled',
        'entered-in-error',
        'unknown',
      ],
    },
    date: ['effectiveDateTime', 'effectivePeriod', 'issued'],
    parameters: { category, code, date: date('effective'), encounter: ofEncounter },
  }),
  Condition: inRecord(['subject'], {
    may: ['create', 'update'],
    required: ['subject'],
    bindings: {
      clinicalStatus: ['active', 'recurrence', 'relapse', 'inactive', 'remission', 'resolved'],
      verificationStatus: ['unconfirmed', 'provisional', 'differential', 'confirmed', 'refuted', 'entered-in-error'],
    },
    date: ['recordedDate', 'onsetDateTime', 'onsetPeriod'],
    parameters: { encounter: ofEncounter, category, code },
  }),
  Encounter: inRecord(['subject'], {
    may: ['create'],
    required: ['status', 'class'],
    bindings: {
      status: [
        'planned',
        'arrived',
        'triaged',
        'in-progress',
        'onleave',
        'finished',
        'cancelled',
        'entered-in-error',
        'unknown',
      ],
    },
    date: ['period'],
    parameters: { date: date('period'), class: token('class') },
  }),
  Procedure: inRecord(['subject'], {
    may: ['create'],
    required: ['status', 'subject'],
    bindings: { status: EVENT },
    date: ['performedDateTime', 'performedPeriod'],
    parameters: { encounter: ofEncounter, date: date('performed') },
  }),
  Immunization: inRecord(['patient'], {
    may: ['create', 'update'],
    required: ['status', 'vaccineCode', 'occurrenceDateTime|occurrenceString'],
    bindings: { status: ['completed', 'entered-in-error', 'not-done'] },
    date: ['occurrenceDateTime'],
    parameters: { date: date('occurrence'), encounter: ofEncounter },
  }),
  // a vaccination register's recommendation, never written by persons
  ImmunizationRecommendation: inRecord(['patient'], {
    required: ['patient', 'date', 'recommendation'],
    date: ['date'],
  }),
  AllergyIntolerance: inRecord(['patient'], {
    may: ['create', 'update'],
    required: ['patient'],
    date: ['recordedDate', 'onsetDateTime'],
    bindings: { clinicalStatus: ['active', 'inactive', 'resolved'], criticality: ['low', 'high', 'unable-to-assess'] },
    parameters: { encounter: ofEncounter },
  }),
  MedicationRequest: inRecord(['subject'], {
    may: ['create'],
    required: ['status', 'intent', 'medicationCodeableConcept|medicationReference'],
    bindings: {
      status: ['active', 'on-hold', 'cancelled', 'completed', 'entered-in-error', 'stopped', 'draft', 'unknown'],
      intent: INTENT,
    },
    date: ['authoredOn'],
    parameters: { encounter: ofEncounter },
  }),
  MedicationStatement: inRecord(['subject'], {
    may: ['create', 'update'],
    required: ['status', 'medicationCodeableConcept|medicationReference'],
    bindings: {
      status: ['active', 'completed', 'entered-in-error', 'intended', 'stopped', 'on-hold', 'unknown', 'not-taken'],
    },
    date: ['effectiveDateTime', 'effectivePeriod', 'dateAsserted'],
  }),
  MedicationDispense: inRecord(['subject'], {
    may: ['create'],
    required: ['status'],
    date: ['whenHandedOver', 'whenPrepared'],
  }),
  MedicationAdministration: inRecord(['subject'], {
    // a mistaken dose record is undone at once, or later marked as erroneous
    may: ['create', 'update', 'delete'],
    required: ['status'],
    bindings: { status: EVENT },
    date: ['effectiveDateTime', 'effectivePeriod'],
  }),
  ServiceRequest: inRecord(['subject'], {
    may: ['create'],
    required: ['status', 'intent'],
    bindings: { status: REQUEST, intent: INTENT },
    date: ['authoredOn', 'occurrenceDateTime'],
    parameters: { encounter: ofEncounter },
  }),
  Media: inRecord(['subject'], {
    may: ['create'],
    required: ['status', 'content'],
    bindings: { status: EVENT },
    date: ['createdDateTime', 'issued'],
    parameters: { encounter: ofEncounter },
  }),
  ImagingStudy: inRecord(['subject'], {
    may: ['create'],
    required: ['status'],
    bindings: { status: ['registered', 'available', 'cancelled', 'entered-in-error', 'unknown'] },
    date: ['started'],
    parameters: { encounter: ofEncounter },
  }),
  DocumentReference: inRecord(['subject'], {
    may: ['create'],
    required: ['status', 'content'],
    bindings: { status: ['current', 'superseded', 'entered-in-error'] },
    date: ['date'],
    parameters: { encounter: reference('Encounter', 'context.encounter') },
  }),
  Composition: inRecord(['subject'], {
    may: ['create'],
    required: ['status', 'type', 'date', 'title'],
    bindings: { status: ['preliminary', 'final', 'amended', 'entered-in-error'] },
    date: ['date'],
    parameters: { encounter: ofEncounter },
  }),
  CarePlan: inRecord(['subject'], {
    may: ['create'],
    required: ['status', 'intent'],
    bindings: { status: REQUEST },
    date: ['period', 'created'],
    parameters: { encounter: ofEncounter },
  }),
  CareTeam: inRecord(['subject'], { may: ['create'], date: ['period'], parameters: { encounter: ofEncounter } }),
  Goal: inRecord(['subject'], { may: ['create'], required: ['lifecycleStatus', 'description'], date: ['startDate'] }),
  FamilyMemberHistory: inRecord(['patient'], { may: ['create'], required: ['status', 'relationship'], date: ['date'] }),
  RiskAssessment: inRecord(['subject'], {
    required: ['status'],
    date: ['occurrenceDateTime', 'occurrencePeriod'],
    parameters: { encounter: ofEncounter },
  }),
  QuestionnaireResponse: inRecord(['subject'], {
    // a question for the next visit can be withdrawn by its author
    may: ['create', 'delete'],
    required: ['status'],
    bindings: { status: ['in-progress', 'completed', 'amended', 'entered-in-error', 'stopped'] },
    date: ['authored'],
    parameters: { questionnaire: reference('Questionnaire', 'questionnaire'), encounter: ofEncounter },
  }),
  Claim: inRecord(['patient'], {
    may: ['create'],
    required: ['status', 'use'],
    bindings: { status: FINANCIAL },
    date: ['billablePeriod', 'created'],
    parameters: { encounter: reference('Encounter', 'item.encounter') },
  }),
  ExplanationOfBenefit: inRecord(['patient'], {
    may: ['create'],
    required: ['status', 'use'],
    bindings: { status: FINANCIAL },
    date: ['billablePeriod', 'created'],
    parameters: { encounter: reference('Encounter', 'item.encounter') },
  }),
  Coverage: inRecord(['beneficiary'], {
    may: ['create', 'update'],
    required: ['status', 'beneficiary'],
    bindings: { status: FINANCIAL },
    date: ['period'],
    parameters: { type: token('type') },
  }),
  Account: inRecord(['subject'], { required: ['status'], date: ['servicePeriod'] }),
  Appointment: inRecord(['participant.actor'], {
    required: ['status', 'participant'],
    bindings: {
      status: [
        'proposed',
        'pending',
        'booked',
        'arrived',
        'fulfilled',
        'cancelled',
        'noshow',
        'entered-in-error',
        'checked-in',
        'waitlist',
      ],
    },
    date: ['start', 'created'],
    parameters: { date: date('start') },
  }),
  Consent: inRecord(['patient'], {
    may: ['update'],
    required: ['status', 'patient'],
    bindings: { status: ['draft', 'proposed', 'active', 'rejected', 'inactive', 'entered-in-error'] },
    date: ['dateTime'],
  }),
  Task: inRecord(['for'], {
    required: ['status', 'intent'],
    bindings: {
      status: [
        'draft',
        'requested',
        'received',
        'accepted',
        'rejected',
        'ready',
        'cancelled',
        'in-progress',
        'on-hold',
        'failed',
        'completed',
        'entered-in-error',
      ],
    },
    date: ['authoredOn', 'lastModified'],
    parameters: { 'group-identifier': token('groupIdentifier') },
  }),
  // whence an import came; written by the service that begins it
  Provenance: inRecord(['target'], { required: ['target', 'recorded', 'agent'], date: ['recorded'] }),
  Device: inRecord(['patient'], { parameters: { type: token('type') } }),
  DeviceUseStatement: inRecord(['subject'], {
    required: ['status', 'device'],
    date: ['recordedOn'],
    parameters: { device: reference('Device', 'device') },
  }),

  // directory data readable by everyone
  Organization: rule('directory', { parameters: { type: token('type') }, fold: ['name', 'alias'] }),
  Practitioner: rule('directory', { fold: ['name.text', 'name.family', 'name.given'] }),
  PractitionerRole: rule('directory', {
    parameters: {
      service: reference('HealthcareService', 'healthcareService'),
      role: token('code'),
      active: token('active'),
    },
    fold: ['practitioner.display', 'specialty.text', 'specialty.coding.display'],
  }),
  HealthcareService: rule('directory', {
    parameters: { active: token('active') },
    fold: ['name', 'specialty.text', 'specialty.coding.display', 'providedBy.display'],
  }),
  Location: rule('directory', { fold: ['name'] }),
  Medication: rule('directory', { fold: ['code.text', 'code.coding.display'] }),
  Endpoint: rule('directory', {}),
  Schedule: rule('directory', {
    required: ['actor'],
    date: ['planningHorizon'],
    parameters: {
      actor: reference('HealthcareService', 'actor'),
      active: token('active'),
      date: date('planningHorizon'),
    },
  }),
  Slot: rule('directory', {
    required: ['schedule', 'status', 'start', 'end'],
    bindings: { status: ['busy', 'free', 'busy-unavailable', 'busy-tentative', 'entered-in-error'] },
    date: ['start'],
    parameters: { schedule: reference('Schedule', 'schedule'), start: date('start'), status: token('status') },
  }),
  Questionnaire: rule('directory', {
    required: ['status'],
    bindings: { status: PUBLICATION },
    date: ['date'],
    parameters: { 'subject-type': token('subjectType'), status: token('status') },
    fold: ['title', 'name'],
  }),
  Concept: rule('directory', {
    required: ['code', 'display'],
    sort: 'id',
    parameters: {
      valueset: token('valueset'),
      code: token('code'),
      display: string('display'),
      designation: string('designation.value'),
    },
    fold: ['display', 'code', 'designation.value'],
  }),

  // the account's own entry
  User: rule('user', { may: ['create'], required: ['userName'] }),
};

const RULES = new Map(Object.entries(TYPES));

/** The rule of a type that the server holds. */
export function ruleOf(type: string): TypeRule | undefined {
  return RULES.get(type);
}
