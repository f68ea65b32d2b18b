import fc from 'fast-check';
import { describe as inWords, type Description } from '../describe.ts';

// Any change, addition or removal of a meaningful element changes the description, or the description lists it as not
// shown.

type Json = { readonly [key: string]: unknown };
type Kind = keyof typeof KINDS;

const word = fc.stringMatching(/^[a-z]{3,9}$/);
const digits = fc.integer({ min: 1, max: 99_999 }).map((value) => value / 1_000);
const concept = word.map((text) => ({ text }));
const coded = word.map((code) => ({ coding: [{ system: 'http://x.example/codes', code: `${code}-1` }] }));
const quantity = fc
  .tuple(digits, fc.constantFrom('mg', 'g', 'mmol/L', 'viên'), fc.constantFrom(undefined, '<', '<=', '>=', '>'))
  .map(([value, unit, comparator]) => ({ value, unit, ...(comparator !== undefined && { comparator }) }));
const day = fc.integer({ min: 0, max: 9_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const reference = word.map((display) => ({ display }));
const range = fc
  .tuple(digits, digits)
  .map(([low, high]) => ({ low: { value: low, unit: 'mg' }, high: { value: high, unit: 'mg' } }));
const KINDS = {
  text: word,
  day,
  concept: fc.oneof(concept, coded),
  concepts: fc.oneof(concept, coded).map((one) => [one]),
  quantity,
  range,
  reference,
  references: reference.map((one) => [one]),
  ratio: fc.tuple(quantity, quantity).map(([numerator, denominator]) => ({ numerator, denominator })),
  period: fc.tuple(day, day).map(([start, end]) => ({ start, end })),
  age: fc.integer({ min: 1, max: 99 }).map((value) => ({ value, unit: 'a', code: 'a' })),
  number: fc.integer({ min: 2, max: 99 }),
  flag: fc.boolean(),
  notes: word.map((text) => [{ text }]),
  timing: fc.integer({ min: 2, max: 9 }).map((frequency) => ({ repeat: { frequency, period: 1, periodUnit: 'd' } })),
  severity: fc.constantFrom('mild', 'moderate', 'severe'),
  criticality: fc.constantFrom('low', 'high', 'unable-to-assess'),
  intent: fc.constantFrom('proposal', 'plan', 'option', 'filler-order'),
  use: fc.constantFrom('claim', 'preauthorization', 'predetermination'),
  weekDay: fc.constantFrom(['mon'], ['tue'], ['wed', 'fri']),
  hour: fc.constantFrom(['08:00:00'], ['20:00:00'], ['08:00:00', '20:00:00']),
  event: fc.constantFrom(['AC'], ['PC'], ['HS'], ['odd-event']),
  unit: fc.constantFrom('h', 'd', 'wk', 'mo'),
  permission: fc.constantFrom('deny', 'permit'),
  files: word.map((title) => [{ contentType: 'application/pdf', title }]),
  odd: word.map((value) => ({ oddElement: value })),
} as const;

const DOSAGE = [
  ['text', 'text'],
  ['patientInstruction', 'text'],
  ['additionalInstruction', 'concepts'],
  ['asNeededCodeableConcept', 'concept'],
  ['asNeededBoolean', 'flag'],
  ['route', 'concept'],
  ['site', 'concept'],
  ['method', 'concept'],
  ['doseAndRate.0.doseQuantity', 'quantity'],
  ['doseAndRate.0.doseRange', 'range'],
  ['doseAndRate.0.rateQuantity', 'quantity'],
  ['doseAndRate.0.rateRange', 'range'],
  ['doseAndRate.0.rateRatio', 'ratio'],
  ['doseAndRate.0.type', 'concept'],
  ['maxDosePerPeriod', 'ratio'],
  ['maxDosePerAdministration', 'quantity'],
  ['maxDosePerLifetime', 'quantity'],
  ['timing.code', 'concept'],
  ['timing.event.0', 'day'],
  ['timing.repeat.boundsDuration', 'quantity'],
  ['timing.repeat.boundsPeriod', 'period'],
  ['timing.repeat.boundsRange', 'range'],
  ['timing.repeat.count', 'number'],
  ['timing.repeat.countMax', 'number'],
  ['timing.repeat.duration', 'number'],
  ['timing.repeat.durationMax', 'number'],
  ['timing.repeat.frequency', 'number'],
  ['timing.repeat.frequencyMax', 'number'],
  ['timing.repeat.period', 'number'],
  ['timing.repeat.periodMax', 'number'],
  ['timing.repeat.periodUnit', 'unit'],
  ['timing.repeat.durationUnit', 'unit'],
  ['timing.repeat.dayOfWeek', 'weekDay'],
  ['timing.repeat.timeOfDay', 'hour'],
  ['timing.repeat.when', 'event'],
  ['timing.repeat.offset', 'number'],
] as const satisfies readonly (readonly [string, Kind])[];

/** A base resource per type, and its meaningful paths with the kind of their values. */
const TABLE: Readonly<Record<string, { readonly base: Json; readonly paths: readonly (readonly [string, Kind])[] }>> = {
  Observation: {
    base: { status: 'final', code: { text: 'kali' }, valueQuantity: { value: 5, unit: 'mmol/L' } },
    paths: [
      ['valueQuantity', 'quantity'],
      ['interpretation', 'concepts'],
      ['bodySite', 'concept'],
      ['method', 'concept'],
      ['specimen', 'reference'],
      ['device', 'reference'],
      ['focus', 'references'],
      ['derivedFrom', 'references'],
      ['hasMember', 'references'],
      ['performer', 'references'],
      ['effectiveDateTime', 'day'],
      ['effectivePeriod', 'period'],
      ['effectiveTiming', 'timing'],
      ['issued', 'day'],
      ['note', 'notes'],
      ['dataAbsentReason', 'concept'],
      ['referenceRange.0.low', 'quantity'],
      ['referenceRange.0.text', 'text'],
      ['referenceRange.0.type', 'concept'],
      ['referenceRange.0.appliesTo', 'concepts'],
      ['referenceRange.0.age', 'range'],
      ['component.0.code', 'concept'],
      ['component.0.valueQuantity', 'quantity'],
      ['component.0.interpretation', 'concepts'],
      ['component.0.dataAbsentReason', 'concept'],
      ['component.0.odd', 'odd'],
      ['meta.security.0.display', 'text'],
    ],
  },
  DiagnosticReport: {
    base: { status: 'final', code: { text: 'máu' } },
    paths: [
      ['conclusion', 'text'],
      ['conclusionCode', 'concepts'],
      ['presentedForm', 'files'],
      ['result', 'references'],
      ['specimen', 'references'],
      ['resultsInterpreter', 'references'],
      ['performer', 'references'],
      ['issued', 'day'],
    ],
  },
  Condition: {
    base: { code: { text: 'hen' } },
    paths: [
      ['clinicalStatus', 'concept'],
      ['verificationStatus', 'concept'],
      ['severity', 'concept'],
      ['stage.0.summary', 'concept'],
      ['stage.0.type', 'concept'],
      ['onsetDateTime', 'day'],
      ['onsetAge', 'age'],
      ['onsetPeriod', 'period'],
      ['onsetRange', 'range'],
      ['onsetString', 'text'],
      ['abatementDateTime', 'day'],
      ['abatementAge', 'age'],
      ['abatementPeriod', 'period'],
      ['abatementRange', 'range'],
      ['abatementString', 'text'],
      ['evidence.0.code', 'concepts'],
      ['evidence.0.detail', 'references'],
      ['bodySite', 'concepts'],
      ['note', 'notes'],
    ],
  },
  AllergyIntolerance: {
    base: { code: { text: 'tôm' } },
    paths: [
      ['clinicalStatus', 'concept'],
      ['verificationStatus', 'concept'],
      ['criticality', 'criticality'],
      ['type', 'text'],
      ['category.0', 'text'],
      ['reaction.0.severity', 'severity'],
      ['reaction.0.manifestation', 'concepts'],
      ['reaction.0.substance', 'concept'],
      ['reaction.0.exposureRoute', 'concept'],
      ['reaction.0.description', 'text'],
      ['reaction.0.onset', 'day'],
      ['onsetDateTime', 'day'],
      ['onsetAge', 'age'],
      ['lastOccurrence', 'day'],
      ['note', 'notes'],
    ],
  },
  MedicationRequest: {
    base: {
      status: 'active',
      intent: 'order',
      medicationCodeableConcept: { text: 'x' },
      dosageInstruction: [{ doseAndRate: [{ doseQuantity: { value: 1, unit: 'mg' } }] }],
    },
    paths: [
      ...DOSAGE.map(([path, kind]) => [`dosageInstruction.0.${path}`, kind] as const),
      ['dosageInstruction.0.odd', 'odd'],
      ['intent', 'intent'],
      ['statusReason', 'concept'],
      ['reasonCode', 'concepts'],
      ['reasonReference', 'references'],
      ['substitution.allowedCodeableConcept', 'concept'],
      ['dispenseRequest.quantity', 'quantity'],
      ['dispenseRequest.numberOfRepeatsAllowed', 'number'],
      ['dispenseRequest.validityPeriod', 'period'],
      ['reportedReference', 'reference'],
      ['priority', 'text'],
      ['note', 'notes'],
    ],
  },
  MedicationStatement: {
    base: { status: 'active', medicationCodeableConcept: { text: 'x' } },
    paths: [
      ...DOSAGE.map(([path, kind]) => [`dosage.0.${path}`, kind] as const),
      ['statusReason', 'concepts'],
      ['informationSource', 'reference'],
      ['effectivePeriod', 'period'],
    ],
  },
  MedicationAdministration: {
    base: { status: 'completed', medicationCodeableConcept: { text: 'x' } },
    paths: [
      ['dosage.dose', 'quantity'],
      ['dosage.rateRatio', 'ratio'],
      ['dosage.rateQuantity', 'quantity'],
      ['dosage.text', 'text'],
      ['dosage.route', 'concept'],
      ['effectiveDateTime', 'day'],
    ],
  },
  Immunization: {
    base: { status: 'completed', vaccineCode: { text: 'sởi' } },
    paths: [
      ['statusReason', 'concept'],
      ['occurrenceDateTime', 'day'],
      ['occurrenceString', 'text'],
      ['doseQuantity', 'quantity'],
      ['subpotentReason', 'concepts'],
      ['reaction.0.detail', 'reference'],
      ['protocolApplied.0.doseNumberPositiveInt', 'number'],
      ['protocolApplied.0.seriesDosesPositiveInt', 'number'],
      ['expirationDate', 'day'],
    ],
  },
  Procedure: {
    base: { status: 'completed', code: { text: 'cắt amidan' } },
    paths: [
      ['statusReason', 'concept'],
      ['outcome', 'concept'],
      ['complication', 'concepts'],
      ['followUp', 'concepts'],
      ['performedDateTime', 'day'],
      ['performedPeriod', 'period'],
      ['performedAge', 'age'],
      ['performedRange', 'range'],
      ['performedString', 'text'],
      ['bodySite', 'concepts'],
    ],
  },
  ServiceRequest: {
    base: { status: 'active', intent: 'order', code: { text: 'chụp' } },
    paths: [
      ['intent', 'intent'],
      ['priority', 'text'],
      ['asNeededCodeableConcept', 'concept'],
      ['occurrenceTiming', 'timing'],
      ['quantityQuantity', 'quantity'],
      ['quantityRange', 'range'],
      ['orderDetail', 'concepts'],
      ['patientInstruction', 'text'],
    ],
  },
  CarePlan: {
    base: { status: 'active', intent: 'plan', title: 'ăn uống', activity: [{ detail: { description: 'đi bộ' } }] },
    paths: [
      ['activity.0.detail.code', 'concept'],
      ['activity.0.detail.scheduledTiming', 'timing'],
      ['activity.0.detail.dailyAmount', 'quantity'],
      ['activity.0.detail.statusReason', 'concept'],
      ['goal', 'references'],
      ['addresses', 'references'],
    ],
  },
  Goal: {
    base: { lifecycleStatus: 'active', description: { text: 'gọn' } },
    paths: [
      ['achievementStatus', 'concept'],
      ['priority', 'concept'],
      ['expressedBy', 'reference'],
      ['target.0.measure', 'concept'],
      ['target.0.detailQuantity', 'quantity'],
      ['target.0.detailRange', 'range'],
      ['target.0.detailCodeableConcept', 'concept'],
      ['target.0.detailString', 'text'],
      ['target.0.detailBoolean', 'flag'],
      ['target.0.detailRatio', 'ratio'],
      ['target.0.dueDate', 'day'],
      ['target.0.dueDuration', 'quantity'],
      ['statusReason', 'text'],
      ['outcomeCode', 'concepts'],
    ],
  },
  FamilyMemberHistory: {
    base: { status: 'completed', relationship: { text: 'cha' } },
    paths: [
      ['condition.0.code', 'concept'],
      ['condition.0.outcome', 'concept'],
      ['condition.0.contributedToDeath', 'flag'],
      ['condition.0.onsetAge', 'age'],
      ['deceasedAge', 'age'],
      ['deceasedString', 'text'],
      ['ageAge', 'age'],
      ['sex', 'concept'],
    ],
  },
  Encounter: {
    base: { status: 'finished', class: { code: 'AMB' }, type: [{ text: 'khám' }] },
    paths: [
      ['class.code', 'text'],
      ['classHistory.0.class.code', 'text'],
      ['statusHistory.0.status', 'text'],
      ['hospitalization.dischargeDisposition', 'concept'],
      ['hospitalization.admitSource', 'concept'],
      ['reasonCode', 'concepts'],
      ['length', 'quantity'],
    ],
  },
  DocumentReference: {
    base: { status: 'current', description: 'giấy' },
    paths: [
      ['docStatus', 'text'],
      ['relatesTo.0.code', 'text'],
      ['relatesTo.0.target', 'reference'],
      ['content.0.attachment', 'odd'],
      ['securityLabel', 'concepts'],
      ['context.period', 'period'],
    ],
  },
  Composition: {
    base: { status: 'final', type: { text: 'tóm tắt' }, section: [{ title: 'thuốc' }] },
    paths: [
      ['section.0.emptyReason', 'concept'],
      ['section.0.mode', 'text'],
      ['relatesTo.0.code', 'text'],
      ['confidentiality', 'text'],
      ['attester.0.mode', 'text'],
    ],
  },
  Patient: {
    base: { name: [{ text: 'AN', use: 'official' }], active: true },
    paths: [
      ['deceasedDateTime', 'day'],
      ['address.0.text', 'text'],
      ['name.1.text', 'text'],
      ['link.0.type', 'text'],
      ['maritalStatus', 'concept'],
      ['telecom.0.value', 'number'],
    ],
  },
  Coverage: {
    base: { status: 'active', type: { text: 'bhyt' } },
    paths: [
      ['period', 'period'],
      ['costToBeneficiary.0.valueQuantity', 'quantity'],
      ['costToBeneficiary.0.exception.0.type', 'concept'],
      ['relationship', 'concept'],
      ['subrogation', 'flag'],
    ],
  },
  Claim: {
    base: { status: 'active', type: { text: 'x' } },
    paths: [
      ['use', 'use'],
      ['priority', 'concept'],
      ['diagnosis.0.diagnosisCodeableConcept', 'concept'],
      ['total.value', 'number'],
    ],
  },
  ExplanationOfBenefit: {
    base: { status: 'active', type: { text: 'x' } },
    paths: [
      ['use', 'use'],
      ['outcome', 'text'],
      ['disposition', 'text'],
      ['processNote.0.text', 'text'],
    ],
  },
  Consent: {
    base: { status: 'active', category: [{ text: 'x' }] },
    paths: [
      ['provision.type', 'permission'],
      ['provision.period', 'period'],
      ['provision.action', 'concepts'],
      ['provision.purpose.0.code', 'text'],
      ['provision.provision.0.type', 'permission'],
      ['provision.provision.0.action', 'concepts'],
      ['policyRule', 'concept'],
    ],
  },
  Group: {
    base: { name: 'x', characteristic: [{ code: { text: 'hút thuốc' }, valueBoolean: true }] },
    paths: [
      ['characteristic.0.period', 'period'],
      ['characteristic.0.valueQuantity', 'quantity'],
    ],
  },
  Questionnaire: {
    base: { status: 'active', title: 'x', item: [{ linkId: '1', text: 'ho?' }] },
    paths: [
      ['item.0.enableWhen.0.question', 'text'],
      ['item.0.enableWhen.0.operator', 'text'],
      ['item.0.enableWhen.0.answerString', 'text'],
    ],
  },
  QuestionnaireResponse: {
    base: { status: 'completed', item: [{ linkId: '1', text: 'ho?' }] },
    paths: [
      ['item.0.answer.0.valueQuantity', 'quantity'],
      ['item.0.answer.0.valueString', 'text'],
      ['item.0.answer.0.valueDecimal', 'number'],
      ['source', 'reference'],
    ],
  },
};

/** Elements FHIR R4 marks as isModifier in these types, with values that must change what is counted or judged. */
const MODIFIERS: readonly (readonly [type: string, path: string, before: unknown, after: unknown])[] = [
  ['Observation', 'status', 'final', 'entered-in-error'],
  ['DiagnosticReport', 'status', 'final', 'entered-in-error'],
  ['Condition', 'clinicalStatus', clinical('active'), clinical('resolved')],
  ['Condition', 'verificationStatus', verification('confirmed'), verification('refuted')],
  ['Condition', 'verificationStatus', verification('confirmed'), verification('entered-in-error')],
  ['AllergyIntolerance', 'clinicalStatus', clinical('active'), clinical('inactive')],
  ['AllergyIntolerance', 'verificationStatus', verification('confirmed'), verification('refuted')],
  ['MedicationRequest', 'status', 'active', 'stopped'],
  ['MedicationRequest', 'intent', 'order', 'proposal'],
  ['MedicationRequest', 'doNotPerform', false, true],
  ['MedicationStatement', 'status', 'active', 'not-taken'],
  ['MedicationAdministration', 'status', 'completed', 'not-done'],
  ['Immunization', 'status', 'completed', 'not-done'],
  ['Procedure', 'status', 'completed', 'not-done'],
  ['ServiceRequest', 'status', 'active', 'revoked'],
  ['ServiceRequest', 'doNotPerform', false, true],
  ['CarePlan', 'status', 'active', 'revoked'],
  ['Goal', 'lifecycleStatus', 'active', 'cancelled'],
  ['FamilyMemberHistory', 'status', 'completed', 'entered-in-error'],
  ['Encounter', 'status', 'finished', 'entered-in-error'],
  ['DocumentReference', 'status', 'current', 'superseded'],
  ['Composition', 'status', 'final', 'entered-in-error'],
  ['Coverage', 'status', 'active', 'cancelled'],
  ['Claim', 'status', 'active', 'cancelled'],
  ['ExplanationOfBenefit', 'status', 'active', 'cancelled'],
  ['Consent', 'status', 'active', 'rejected'],
  ['QuestionnaireResponse', 'status', 'completed', 'entered-in-error'],
  ['CareTeam', 'status', 'active', 'suspended'],
  ['ImagingStudy', 'status', 'available', 'cancelled'],
  ['Media', 'status', 'completed', 'not-done'],
  ['MedicationDispense', 'status', 'completed', 'cancelled'],
  ['Appointment', 'status', 'booked', 'noshow'],
  ['Task', 'status', 'in-progress', 'rejected'],
  ['Device', 'status', 'active', 'inactive'],
  ['Location', 'status', 'active', 'inactive'],
  ['Medication', 'status', 'active', 'entered-in-error'],
  ['Questionnaire', 'status', 'active', 'retired'],
  ['ServiceRequest', 'intent', 'order', 'proposal'],
];
/** Modifiers that affect no count: only the text must change. */
const WORDED_MODIFIERS: readonly (readonly [type: string, path: string, before: unknown, after: unknown])[] = [
  ['Immunization', 'isSubpotent', false, true],
  ['Patient', 'active', true, false],
  ['Patient', 'deceasedBoolean', false, true],
  ['Patient', 'name.0.use', 'official', 'old'],
  ['Patient', 'name.0.use', 'official', 'temp'],
  ['CarePlan', 'activity.0.detail.doNotPerform', false, true],
  ['CarePlan', 'intent', 'plan', 'proposal'],
  ['CarePlan', 'activity.0.detail.status', 'in-progress', 'cancelled'],
  ['Consent', 'scope', { text: 'nghiên cứu' }, { text: 'điều trị' }],
  ['Patient', 'link', undefined, [{ type: 'replaced-by', other: { display: 'B' } }]],
  ['Organization', 'active', true, false],
  ['HealthcareService', 'active', true, false],
  ['RelatedPerson', 'active', true, false],
  ['Group', 'characteristic.0.exclude', false, true],
  ['Questionnaire', 'item.0.enableWhen', undefined, [{ question: '2', operator: '=', answerBoolean: true }]],
  ['Observation', 'valueQuantity.comparator', undefined, '<'],
];

function clinical(code: string): object {
  return { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code }] };
}
function verification(code: string): object {
  return { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code }] };
}

/** A copy with the element at the path set, or removed for undefined. */
function withAt(json: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const isIndex = /^\d+$/.test(key);
  const holder: Json | readonly unknown[] = isIndex ? (Array.isArray(json) ? json : []) : ((json ?? {}) as Json);
  const before: unknown = Reflect.get(holder, key);
  const after = rest.length === 0 ? value : withAt(before, rest, value);
  if (Array.isArray(holder)) return Object.assign([...holder], { [key]: after });
  if (after !== undefined) return { ...holder, [key]: after };
  return Object.fromEntries(Object.entries(holder).filter(([name]) => name !== key));
}

const resourceOf = (type: string): Json => ({ resourceType: type, ...TABLE[type]?.base });
const LOCALES = ['vi-VN', 'en-US'] as const;
const words = ({ standing: _standing, ...rest }: Description): string => JSON.stringify(rest);

describe('an element that means something is told, or its absence from the words is', () => {
  const rows = Object.entries(TABLE).flatMap(([type, { paths }]) =>
    paths.map(([path, kind]) => [type, path, kind] as const),
  );
  test.each(rows)('%s.%s', (type, path, kind) => {
    const base = resourceOf(type);
    fc.assert(
      fc.property(KINDS[kind] as fc.Arbitrary<unknown>, KINDS[kind] as fc.Arbitrary<unknown>, (one, other) => {
        const [without, first, second] = [undefined, one, other].map((value) => withAt(base, path.split('.'), value));
        for (const locale of LOCALES) {
          const [a, b, c] = [without, first, second].map((json) => inWords(json, locale));
          expect({ added: one, words: words(b ?? a!) }).not.toEqual({ added: one, words: words(a!) });
          if (JSON.stringify(one) !== JSON.stringify(other) && (b?.unshown.length ?? 0) === 0)
            expect({ from: one, to: other, words: words(c!) }).not.toEqual({ from: one, to: other, words: words(b!) });
        }
      }),
      { numRuns: 6 },
    );
  });
});

test.each(MODIFIERS)('%s.%s changes the words and what is counted', (type, path, before, after) => {
  for (const locale of LOCALES) {
    const [a, b] = [before, after].map((value) => inWords(withAt(resourceOf(type), path.split('.'), value), locale));
    expect(b?.standing).not.toBe(a?.standing);
    expect(words(b!)).not.toBe(words(a!));
  }
});

test.each(WORDED_MODIFIERS)('%s.%s changes the words', (type, path, before, after) => {
  for (const locale of LOCALES) {
    const [a, b] = [before, after].map((value) => inWords(withAt(resourceOf(type), path.split('.'), value), locale));
    expect(words(b!)).not.toBe(words(a!));
  }
});

test.each(Object.keys(TABLE))('%s under a condition that nobody knows has no verdict and counts nowhere', (type) => {
  for (const condition of [
    { modifierExtension: [{ url: 'http://x.example/not', valueBoolean: true }] },
    { implicitRules: 'http://x.example/rules' },
  ]) {
    const told = inWords({ ...resourceOf(type), ...condition, interpretation: [{ text: 'cao' }] }, 'en-US');
    expect(told).toMatchObject({ standing: 'apart', isConditional: true });
    expect(told.lines.every(({ flag }) => flag === undefined)).toBe(true);
  }
});

test('a condition deep inside counts, too; an element that R4 does not have is named as it was sent', () => {
  const dose = [{ text: '1 viên', modifierExtension: [{ url: 'http://x.example/not' }] }];
  expect(inWords({ ...resourceOf('MedicationRequest'), dosageInstruction: dose }, 'vi-VN').isConditional).toBe(true);
  expect(inWords({ ...resourceOf('Condition'), newElement: 1 }, 'vi-VN').unshown).toEqual(['newElement']);
  expect(
    inWords({ ...resourceOf('Condition'), extension: [{ url: 'http://x.example', valueCode: 'a' }] }, 'vi-VN').unshown,
  ).toEqual(['thông tin bổ sung']);
});

test('where an entry belongs and how it is drawn is no part of what it says', () => {
  const told = inWords(
    {
      ...resourceOf('Condition'),
      id: 'c',
      language: 'vi',
      meta: { versionId: '2', lastUpdated: '2026-01-01T00:00:00Z', profile: ['http://x.example'] },
      text: { status: 'generated', div: '<div>hen</div>' },
      identifier: [{ system: 'http://x.example', value: '7' }],
      subject: { reference: 'Patient/1' },
      encounter: { reference: 'Encounter/1' },
    },
    'en-US',
  );
  expect(told.unshown).toEqual([]);
  expect(
    inWords({ ...resourceOf('Condition'), text: { status: 'additional', div: '<div>và hơn nữa</div>' } }, 'vi-VN')
      .unshown,
  ).toEqual(['phần lời văn']);
});
