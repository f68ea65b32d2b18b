import type { Locale } from '@phr/contract/locale';
import { absenceIn, absenceOfConcept } from './absent.ts';
import { authorsIn } from './authors.ts';
import { codingConcept, conceptWords, conceptsWords } from './concepts.ts';
import { contactValues, formatAddress, formatPhone, primaryPhone } from './contacts.ts';
import {
  meta,
  type Annotation,
  type Attachment,
  type CodeableConcept,
  type Dosage,
  type HumanName,
  type Quantity,
} from './datatypes.ts';
import { formatDate } from './dates.ts';
import {
  absenceWords,
  displayOf,
  line,
  observationLines,
  periodWords,
  referenceWords,
  answerWords,
  type Line,
} from './describe-value.ts';
import { statusWords } from './dictionary.codes.ts';
import { LABELS, NAMES_YEARS, SMALL_WORDS, TIME_UNITS, atAge, entriesWords, oftenWords } from './dictionary.labels.ts';
import { typeWords } from './dictionary.types.ts';
import { patientCode } from './identifiers.ts';
import { isObject, number, lenientObject, text, type Parser } from './json.ts';
import { noteLine, notesOf } from './note-words.ts';
import { missingName, nameOf } from './names.ts';
import { narrativeText } from './narrative.ts';
import { formatMoney, formatNumber, formatQuantity, formatRange } from './quantities.ts';
import { hasCode } from './reading.ts';
import * as r4 from './resources.ts';
import { isOwnSource, readSource } from './source.ts';

/** A resource in words. Nothing here is ever blank, a bare code, or the name of a missing value. */
export interface Description {
  readonly type: string;
  readonly title: string;
  readonly subtitle?: string;
  /** Date or period as exact as it is known. */
  readonly when?: string;
  readonly status?: string;
  /** The status code, for colours and lists: entered-in-error and cancelled are not shown as valid. */
  readonly statusCode?: string;
  /** 'none': the statement is that nothing is known to exist; 'unknown': that nobody said. Neither counts as an entry. */
  readonly negation?: 'none' | 'unknown';
  readonly lines: readonly Line[];
}

type Told = {
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly when?: string | undefined;
  readonly lines?: readonly Line[];
  readonly negation?: 'none' | 'unknown' | undefined;
};
type Teller = (json: unknown, locale: Locale) => Told;

/**
 * Any resource in words of a language. Reads odd data without throwing; a type or code without words gets a general word.
 * Units, dates and absent values are in words too (see quantities, dates, describe-value).
 */
export function describe(json: unknown, locale: Locale): Description {
  const type = isObject(json) ? (text(json['resourceType']) ?? '') : '';
  const told = Object.hasOwn(TELLERS, type) ? TELLERS[type]?.(json, locale) : undefined;
  const denied = denialOf(json, locale);
  const statusCode =
    denied?.code ?? (isObject(json) ? (text(json['status']) ?? text(json['lifecycleStatus'])) : undefined);
  const status =
    denied?.words ??
    (statusCode === undefined
      ? clinicalStatus(json, locale)
      : (statusWords(type, statusCode)?.[locale] ?? SMALL_WORDS.otherStatus[locale]));
  return {
    type,
    title: told?.title ?? typeWords(type, locale),
    ...(told?.subtitle === undefined ? {} : { subtitle: told.subtitle }),
    ...(told?.when === undefined ? {} : { when: told.when }),
    ...(status === undefined ? {} : { status }),
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(told?.negation === undefined ? {} : { negation: told.negation }),
    lines: [...(told?.lines ?? []), ...enteredLine(json, locale)],
  };
}

/** A performer's name as it may be shown: what the keeper of a record typed is not the word of the one who is named. */
export function asEntered(name: string | undefined, uri: unknown, locale: Locale): string | undefined {
  const source = readSource(uri);
  return name === undefined || source === undefined || !isOwnSource(source)
    ? name
    : `${name} (${SMALL_WORDS.typedByKeeper[locale]})`;
}

/** Says of an entry of the person's own that names a hospital or a doctor who really entered it. */
function enteredLine(json: unknown, locale: Locale): readonly Line[] {
  const source = isObject(json) ? readSource(meta(json['meta'])?.source) : undefined;
  if (!isObject(json) || source === undefined || !isOwnSource(source)) return [];
  const namesOthers = authorsIn(json).some(
    ({ value }) => isObject(value) && value['reference'] === undefined && value['display'] !== undefined,
  );
  return namesOthers ? line(LABELS.enteredBy[locale], SMALL_WORDS.keeper[locale]) : [];
}

/** Makes a teller from a typed reader: what cannot be read at all is told by its type alone. */
function formatter<T>(reader: Parser<T>, tell: (resource: T, locale: Locale) => Told): Teller {
  return (json, locale) => {
    const resource = reader(json);
    return resource === undefined ? {} : tell(resource, locale);
  };
}

const timing = lenientObject({ frequency: number, period: number, periodUnit: text });

const TELLERS: Readonly<Record<string, Teller>> = {
  Observation: formatter(r4.observation, (o, l) => ({
    title: conceptWords(o.code, l),
    subtitle: conceptsWords(
      (o.category ?? []).map((category) => alsoIn(category, 'observation-category')),
      l,
    ),
    when:
      formatDate(o.effectiveDateTime ?? o.effectiveInstant) ??
      periodWords(o.effectivePeriod, l) ??
      formatDate(o.issued),
    lines: [
      ...(isWithdrawnValue(o) ? [] : observationLines(o, l)),
      ...line(LABELS.bodySite[l], conceptWords(o.bodySite, l)),
      ...line(LABELS.method[l], conceptWords(o.method, l)),
      ...line(LABELS.performer[l], displayOf(o.performer)),
      ...notes(o.note, l),
    ],
  })),
  DiagnosticReport: formatter(r4.diagnosticReport, (d, l) => ({
    title: conceptWords(d.code, l),
    subtitle: conceptsWords(d.category, l),
    when: formatDate(d.effectiveDateTime) ?? periodWords(d.effectivePeriod, l) ?? formatDate(d.issued),
    lines: [
      // a withdrawn report must not be read as valid (D-113)
      ...(d.status === 'cancelled' || d.status === 'entered-in-error'
        ? []
        : line(LABELS.conclusion[l], d.conclusion ?? conceptsWords(d.conclusionCode, l))),
      ...line(
        LABELS.results[l],
        (d.result ?? [])
          .map((result) => referenceWords(result, l))
          .filter((words) => words !== undefined)
          .join(', '),
      ),
      ...files(d.presentedForm, l),
      ...line(LABELS.performer[l], displayOf(d.performer)),
    ],
  })),
  Condition: formatter(r4.condition, (c, l) => ({
    title: conceptWords(c.code, l),
    subtitle: conceptsWords(c.category, l),
    when: onset(c, l) ?? formatDate(c.recordedDate),
    negation: negationOf(c.code),
    lines: [
      ...line(LABELS.severity[l], conceptWords(c.severity, l)),
      ...line(LABELS.verification[l], conceptWords(c.verificationStatus, l)),
      ...line(LABELS.onset[l], onset(c, l)),
      ...line(LABELS.abatement[l], formatDate(c.abatementDateTime) ?? age(c.abatementAge, l) ?? c.abatementString),
      ...line(LABELS.recorded[l], formatDate(c.recordedDate, { time: false })),
      ...line(LABELS.bodySite[l], conceptsWords(c.bodySite, l)),
      ...line(LABELS.recorder[l], displayOf([c.asserter, c.recorder])),
      ...notes(c.note, l),
    ],
  })),
  AllergyIntolerance: formatter(r4.allergyIntolerance, (a, l) => ({
    title: conceptWords(a.code, l),
    when: formatDate(a.onsetDateTime) ?? age(a.onsetAge, l) ?? formatDate(a.recordedDate),
    negation: negationOf(a.code),
    lines: [
      ...line(
        LABELS.criticality[l],
        a.criticality === undefined
          ? undefined
          : conceptWords(codingConcept({ system: 'reaction-event-criticality', code: a.criticality }), l),
      ),
      ...line(LABELS.verification[l], conceptWords(a.verificationStatus, l)),
      ...(a.reaction ?? []).flatMap((reaction) =>
        line(LABELS.reaction[l], conceptsWords(reaction.manifestation, l) ?? reaction.description),
      ),
      ...notes(a.note, l),
    ],
  })),
  Immunization: formatter(r4.immunization, (i, l) => ({
    title: conceptWords(i.vaccineCode, l),
    when: formatDate(i.occurrenceDateTime) ?? i.occurrenceString,
    negation: negationOf(i.vaccineCode),
    lines: [
      ...(i.status === 'not-done'
        ? line(SMALL_WORDS.notGivenPrefix[l], conceptWords(i.statusReason, l) ?? SMALL_WORDS.yes[l])
        : []),
      ...line(
        LABELS.source[l],
        conceptWords(i.reportOrigin, l) ?? (i.primarySource === false ? SMALL_WORDS.otherSource[l] : undefined),
      ),
      ...line(
        LABELS.doseNumber[l],
        (i.protocolApplied ?? [])
          .map((dose) => dose.doseNumberPositiveInt?.toString() ?? dose.doseNumberString)
          .filter((dose) => dose !== undefined)
          .join(', '),
      ),
      ...line(
        LABELS.target_disease[l],
        (i.protocolApplied ?? [])
          .map(({ targetDisease }) => conceptsWords(targetDisease, l))
          .filter((words) => words !== undefined)
          .join(', '),
      ),
      ...line(LABELS.lot[l], i.lotNumber),
      ...line(LABELS.dose[l], formatQuantity(i.doseQuantity, l)),
      ...line(LABELS.route[l], conceptWords(i.route, l)),
      ...line(LABELS.bodySite[l], conceptWords(i.site, l)),
      ...line(LABELS.provider[l], displayOf([...(i.performer ?? []).map(({ actor }) => actor), i.location])),
      ...line(LABELS.manufacturer[l], displayOf([i.manufacturer])),
      ...notes(i.note, l),
    ],
  })),
  Encounter: formatter(r4.encounter, (e, l) => ({
    title: conceptsWords(e.type, l) ?? conceptWords(e.serviceType, l) ?? conceptWords(classConcept(e.class), l),
    subtitle: displayOf([e.serviceProvider]) ?? conceptWords(classConcept(e.class), l),
    when: periodWords(e.period, l),
    lines: [
      ...line(LABELS.type[l], conceptWords(classConcept(e.class), l)),
      ...line(LABELS.reason[l], conceptsWords(e.reasonCode, l)),
      ...line(
        LABELS.provider[l],
        displayOf([e.serviceProvider, ...(e.location ?? []).map(({ location }) => location)]),
      ),
      ...line(LABELS.diagnosis[l], displayOf((e.diagnosis ?? []).map((diagnosis) => diagnosis.condition))),
      ...line(LABELS.participant[l], displayOf((e.participant ?? []).map(({ individual }) => individual))),
    ],
  })),
  Procedure: formatter(r4.procedure, (p, l) => ({
    title: conceptWords(p.code, l),
    subtitle: conceptWords(p.category, l),
    when:
      formatDate(p.performedDateTime) ??
      periodWords(p.performedPeriod, l) ??
      childhoodAge(p.performedAge, l) ??
      p.performedString,
    lines: [
      ...line(LABELS.reason[l], conceptsWords(p.reasonCode, l) ?? conceptWords(p.statusReason, l)),
      ...line(LABELS.bodySite[l], conceptsWords(p.bodySite, l)),
      ...line(LABELS.performer[l], displayOf((p.performer ?? []).map(({ actor }) => actor))),
      ...notes(p.note, l),
    ],
  })),
  MedicationRequest: formatter(r4.medicationUse, medicationTold),
  MedicationStatement: formatter(r4.medicationUse, medicationTold),
  MedicationDispense: formatter(r4.medicationUse, medicationTold),
  MedicationAdministration: formatter(r4.medicationUse, medicationTold),
  Medication: formatter(r4.medication, (m, l) => ({
    title: conceptWords(m.code, l),
    subtitle: conceptWords(m.form, l),
    lines: line(LABELS.manufacturer[l], displayOf([m.manufacturer])),
  })),
  ServiceRequest: formatter(r4.serviceRequest, (s, l) => ({
    title: conceptWords(s.code, l),
    when: formatDate(s.occurrenceDateTime) ?? periodWords(s.occurrencePeriod, l) ?? formatDate(s.authoredOn),
    lines: [
      ...line(LABELS.quantity[l], formatQuantity(s.quantityQuantity, l)),
      ...line(LABELS.requester[l], displayOf([s.requester])),
      ...line(LABELS.performer[l], displayOf(s.performer)),
      ...line(LABELS.reason[l], conceptsWords(s.reasonCode, l)),
      ...line(LABELS.instruction[l], s.patientInstruction),
      ...notes(s.note, l),
    ],
  })),
  Claim: formatter(r4.claim, (c, l) => ({
    title: titled('Claim', conceptWords(c.type, l), l),
    subtitle: displayOf([c.provider]),
    when: periodWords(c.billablePeriod, l) ?? formatDate(c.created),
    lines: [
      ...line(LABELS.total[l], formatMoney(c.total)),
      ...line(LABELS.items[l], itemWords(c.item, l)),
      ...line(LABELS.insurance[l], displayOf((c.insurance ?? []).map((insurance) => insurance.coverage))),
    ],
  })),
  ExplanationOfBenefit: formatter(r4.explanationOfBenefit, (e, l) => ({
    title: titled('ExplanationOfBenefit', conceptWords(e.type, l), l),
    subtitle: displayOf([e.provider]),
    when: periodWords(e.billablePeriod, l) ?? formatDate(e.created),
    lines: [
      ...(e.total ?? []).flatMap((total) =>
        line(conceptWords(total.category, l) ?? LABELS.total[l], formatMoney(total.amount)),
      ),
      ...line(LABELS.paid[l], formatMoney(e.payment?.amount)),
      ...line(LABELS.items[l], itemWords(e.item, l)),
      ...line(LABELS.insurance[l], displayOf([e.insurer])),
    ],
  })),
  CarePlan: formatter(r4.carePlan, (c, l) => ({
    title: c.title ?? conceptsWords(c.category, l),
    subtitle: c.description,
    when: periodWords(c.period, l) ?? formatDate(c.created),
    lines: [
      ...(c.activity ?? []).flatMap(({ detail, reference }) =>
        line(
          LABELS.activity[l],
          conceptWords(detail?.code, l) ?? detail?.description ?? referenceWords(reference, l),
          detail?.status === undefined ? undefined : statusWords('CarePlan', detail.status)?.[l],
        ),
      ),
      ...line(LABELS.goal[l], displayOf(c.goal)),
      ...line(LABELS.author[l], displayOf([c.author])),
      ...notes(c.note, l),
    ],
  })),
  CareTeam: formatter(r4.careTeam, (c, l) => ({
    title: c.name ?? conceptsWords(c.category, l),
    when: periodWords(c.period, l),
    lines: (c.participant ?? []).flatMap(({ role, member }) =>
      line(conceptsWords(role, l) ?? LABELS.participant[l], referenceWords(member, l)),
    ),
  })),
  Goal: formatter(r4.goal, (g, l) => ({
    title: conceptWords(g.description, l),
    when: formatDate(g.startDate),
    lines: [
      ...line(LABELS.achievement[l], conceptWords(g.achievementStatus, l)),
      ...(g.target ?? []).flatMap((target) => [
        ...line(
          conceptWords(target.measure, l) ?? LABELS.target[l],
          formatQuantity(target.detailQuantity, l) ?? formatRange(target.detailRange, l) ?? target.detailString,
        ),
        ...line(LABELS.due[l], formatDate(target.dueDate)),
      ]),
      ...notes(g.note, l),
    ],
  })),
  DocumentReference: formatter(r4.documentReference, (d, l) => ({
    title: d.description ?? conceptWords(d.type, l) ?? d.content?.[0]?.attachment?.title,
    subtitle: conceptsWords(d.category, l),
    when: formatDate(d.date),
    lines: [
      ...files(
        (d.content ?? []).map((content) => content.attachment),
        l,
      ),
      ...line(LABELS.author[l], displayOf(d.author)),
    ],
  })),
  Composition: formatter(r4.composition, (c, l) => ({
    title: conceptWords(c.type, l) ?? c.title,
    subtitle: c.title,
    when: formatDate(c.date),
    lines: [
      ...line(LABELS.author[l], displayOf([...(c.author ?? []), c.custodian])),
      ...(c.section ?? []).flatMap((section) => sectionLines(section, l)),
    ],
  })),
  ImagingStudy: formatter(r4.imagingStudy, (i, l) => ({
    title: i.description ?? conceptsWords(i.procedureCode, l) ?? modalities(i, l),
    subtitle: modalities(i, l),
    when: formatDate(i.started),
    lines: [
      ...line(LABELS.modality[l], modalities(i, l)),
      ...count(LABELS.series[l], i.numberOfSeries ?? i.series?.length, l),
      ...count(LABELS.images[l], i.numberOfInstances, l),
      ...line(LABELS.reason[l], conceptsWords(i.reasonCode, l)),
    ],
  })),
  Media: formatter(r4.media, (m, l) => ({
    title: m.content?.title ?? conceptWords(m.type, l) ?? conceptWords(m.modality, l),
    when: formatDate(m.createdDateTime ?? m.issued),
    lines: [...files([m.content], l), ...line(LABELS.bodySite[l], conceptWords(m.bodySite, l)), ...notes(m.note, l)],
  })),
  RiskAssessment: formatter(r4.riskAssessment, (r, l) => ({
    title: conceptWords(r.code, l) ?? conceptWords(r.method, l),
    when: formatDate(r.occurrenceDateTime) ?? periodWords(r.occurrencePeriod, l),
    lines: [
      ...(r.prediction ?? []).flatMap((prediction) =>
        line(
          conceptWords(prediction.outcome, l) ?? LABELS.risk[l],
          conceptWords(prediction.qualitativeRisk, l) ??
            (prediction.probabilityDecimal === undefined
              ? prediction.rationale
              : `${formatNumber(prediction.probabilityDecimal * 100, l)}%`),
        ),
      ),
      ...line(LABELS.instruction[l], r.mitigation),
      ...line(LABELS.performer[l], displayOf([r.performer])),
      ...notes(r.note, l),
    ],
  })),
  QuestionnaireResponse: formatter(r4.questionnaireResponse, (q, l) => ({
    when: formatDate(q.authored),
    lines: [...answeredLines(q.item, l), ...line(LABELS.author[l], displayOf([q.author]))],
  })),
  Questionnaire: formatter(r4.questionnaire, (q) => ({
    title: q.title ?? q.name,
    subtitle: q.description,
    when: formatDate(q.date),
    lines: [],
  })),
  Appointment: formatter(r4.appointment, (a, l) => ({
    title: conceptsWords(a.reasonCode, l) ?? conceptsWords(a.serviceType, l) ?? a.description,
    subtitle: conceptsWords(a.specialty, l),
    when: formatDate(a.start),
    lines: [
      ...line(LABELS.participant[l], displayOf((a.participant ?? []).map(({ actor }) => actor))),
      ...line(LABELS.reason[l], conceptWords(a.cancelationReason, l)),
      ...line(LABELS.note[l], a.comment),
    ],
  })),
  Coverage: formatter(r4.coverage, (c, l) => ({
    title: conceptWords(c.type, l),
    subtitle: displayOf(c.payor),
    when: periodWords(c.period, l),
    lines: [
      ...line(LABELS.identifier[l], c.subscriberId),
      ...(c.class ?? []).flatMap((one) => line(conceptWords(one.type, l) ?? LABELS.type[l], one.name ?? one.value)),
    ],
  })),
  Account: formatter(r4.place, (a) => ({ title: a.name, subtitle: a.description })),
  Device: formatter(r4.device, (d, l) => ({
    title:
      d.deviceName?.find(({ type }) => type === 'user-friendly-name')?.name ??
      d.deviceName?.find(({ name }) => name !== undefined)?.name ??
      conceptWords(d.type, l),
    subtitle: conceptWords(d.type, l),
    lines: [
      ...line(LABELS.manufacturer[l], d.manufacturer),
      ...line(LABELS.serial[l], d.serialNumber),
      ...line(LABELS.type[l], d.modelNumber),
    ],
  })),
  FamilyMemberHistory: formatter(r4.familyMemberHistory, (f, l) => ({
    title: conceptWords(f.relationship, l),
    subtitle: f.name,
    when: formatDate(f.date),
    lines: [
      ...(f.condition ?? []).flatMap(({ code, onsetAge }) =>
        line(
          LABELS.diagnosis[l],
          [conceptWords(code, l), age(onsetAge, l)].filter((part) => part !== undefined).join(', '),
        ),
      ),
      ...notes(f.note, l),
    ],
  })),
  Consent: formatter(r4.consent, (c, l) => ({
    title: conceptsWords(c.category, l) ?? conceptWords(c.scope, l),
    subtitle: displayOf([...(c.organization ?? []), ...(c.provision?.actor ?? []).map(({ reference }) => reference)]),
    when: formatDate(c.dateTime),
    lines: line(LABELS.period[l], periodWords(c.provision?.period, l)),
  })),
  Task: formatter(r4.task, (t, l) => ({
    title: conceptWords(t.code, l) ?? t.description,
    subtitle: displayOf([t.owner]),
    when: formatDate(t.lastModified ?? t.authoredOn),
  })),
  Group: formatter(r4.group, (g, l) => ({
    title: g.name ?? conceptWords(g.code, l),
    lines: line(LABELS.participant[l], displayOf((g.member ?? []).map(({ entity }) => entity))),
  })),
  RelatedPerson: formatter(r4.relatedPerson, (r, l) => ({
    title: personName(r.name, l),
    subtitle: conceptsWords(r.relationship, l),
    lines: phones(r.telecom, l),
  })),
  Patient: formatter(r4.patient, patientTold),
  Practitioner: formatter(r4.practitioner, (p, l) => ({
    title: personName(p.name, l),
    subtitle: conceptsWords(
      (p.qualification ?? []).map(({ code }) => code).filter((code) => code !== undefined),
      l,
    ),
    lines: phones(p.telecom, l),
  })),
  PractitionerRole: formatter(r4.practitionerRole, (p, l) => ({
    title: displayOf([p.practitioner]) ?? conceptsWords(p.code, l),
    subtitle: displayOf([p.organization]),
    lines: [...line(LABELS.specialty[l], conceptsWords(p.specialty, l)), ...phones(p.telecom, l)],
  })),
  Organization: formatter(r4.organization, (o, l) => ({
    title: o.name,
    subtitle: conceptsWords(o.type, l),
    lines: [...phones(o.telecom, l), ...line(LABELS.address[l], formatAddress(o.address?.[0]))],
  })),
  HealthcareService: formatter(r4.place, placeTold),
  Location: formatter(r4.place, placeTold),
};

function medicationTold(m: NonNullable<ReturnType<typeof r4.medicationUse>>, l: Locale): Told {
  const dosages = [...(m.dosageInstruction ?? []), ...(m.dosage ?? [])];
  const contained =
    m.contained?.find((one) => `#${String(one['id'])}` === m.medicationReference?.reference) ??
    m.medicationReference?.resource;
  return {
    title:
      conceptWords(m.medicationCodeableConcept, l) ??
      m.medicationReference?.display ??
      conceptWords(r4.medication(contained)?.code, l),
    when:
      formatDate(m.authoredOn ?? m.effectiveDateTime) ??
      periodWords(m.effectivePeriod, l) ??
      formatDate(m.whenHandedOver ?? m.dateAsserted),
    negation: negationOf(m.medicationCodeableConcept),
    lines: [
      ...dosages.flatMap((dosage) => [
        ...line(LABELS.dose[l], doseWords(dosage, l)),
        ...line(LABELS.route[l], conceptWords(dosage.route, l)),
        ...line(LABELS.instruction[l], dosage.patientInstruction),
      ]),
      ...line(LABELS.quantity[l], formatQuantity(m.quantity ?? m.dispenseRequest?.quantity, l)),
      ...line(LABELS.reason[l], conceptsWords(m.reasonCode, l) ?? conceptWords(m.statusReason, l)),
      ...line(LABELS.requester[l], displayOf([m.requester])),
      ...line(LABELS.source[l], displayOf([m.informationSource])),
      ...notes(m.note, l),
    ],
  };
}

function patientTold(p: r4.Patient, l: Locale): Told {
  const withheld = (label: string, meta: Parameters<typeof absenceIn>[0]): readonly Line[] => {
    const absence = absenceIn(meta);
    return absence === undefined ? [] : line(label, absenceWords(absence, l));
  };
  const gender =
    p.gender === 'male' || p.gender === 'female' || p.gender === 'other'
      ? SMALL_WORDS[p.gender][l]
      : p.gender === 'unknown'
        ? SMALL_WORDS.genderUnknown[l]
        : undefined;
  const code = patientCode({
    ...(p.id === undefined ? {} : { id: p.id }),
    ...(p.identifier === undefined ? {} : { identifier: p.identifier }),
  });
  const main = primaryPhone(p.telecom);
  const others = contactValues(p.telecom, 'phone').filter((value) => value !== main);
  const identity = p.extension
    ?.find(({ url }) => url?.endsWith('/individual-genderIdentity') === true)
    ?.extension?.find(({ url }) => url === 'value')?.valueCodeableConcept;
  const isAbsent = identity?.coding?.[0]?.system?.endsWith('data-absent-reason') === true;
  return {
    title: personName(p.name, l),
    subtitle: code,
    lines: [
      ...(gender === undefined ? withheld(LABELS.gender[l], p._gender) : line(LABELS.gender[l], gender)),
      ...line(
        LABELS.genderIdentity[l],
        isAbsent ? absenceWords(absenceOfConcept(identity) ?? 'unknown', l) : conceptWords(identity, l),
      ),
      ...(p.birthDate === undefined
        ? withheld(LABELS.birthDate[l], p._birthDate)
        : line(LABELS.birthDate[l], formatDate(p.birthDate))),
      ...(p.deceasedDateTime !== undefined || p.deceasedBoolean === true
        ? line(LABELS.deceased[l], formatDate(p.deceasedDateTime) ?? SMALL_WORDS.yes[l])
        : []),
      ...[main, ...others].flatMap((value) => (value === undefined ? [] : line(LABELS.phone[l], formatPhone(value)))),
      ...contactValues(p.telecom, 'email').flatMap((value) => line(LABELS.email[l], value)),
      ...(p.telecom ?? []).flatMap((point) =>
        point.value === undefined
          ? withheld(point.system === 'email' ? LABELS.email[l] : LABELS.phone[l], point._value ?? point)
          : [],
      ),
      ...(p.address ?? []).flatMap((one) =>
        formatAddress(one) === undefined
          ? withheld(LABELS.address[l], one)
          : line(LABELS.address[l], formatAddress(one)),
      ),
    ],
  };
}

function placeTold(p: NonNullable<ReturnType<typeof r4.place>>, l: Locale): Told {
  return {
    title: p.name ?? conceptsWords(p.type, l),
    subtitle: displayOf([p.providedBy]) ?? p.description,
    lines: [
      ...line(LABELS.specialty[l], conceptsWords(p.specialty, l)),
      ...phones(p.telecom, l),
      ...line(LABELS.note[l], p.comment),
    ],
  };
}

function personName(names: readonly HumanName[] | undefined, l: Locale): string {
  return nameOf(names) ?? SMALL_WORDS[missingName(names) === 'name.withheld' ? 'nameWithheld' : 'nameNotGiven'][l];
}

function phones(telecom: Parameters<typeof contactValues>[0], l: Locale): readonly Line[] {
  return contactValues(telecom, 'phone').flatMap((value) => line(LABELS.phone[l], formatPhone(value)));
}

function notes(all: readonly Annotation[] | undefined, l: Locale): readonly Line[] {
  return notesOf(all).flatMap((note) => line(LABELS.note[l], noteLine(note, l)));
}

function files(all: readonly (Attachment | undefined)[] | undefined, l: Locale): readonly Line[] {
  return (all ?? []).flatMap((file) =>
    file === undefined
      ? []
      : line(
          LABELS.files[l],
          file.title === undefined ? fileKind(file.contentType, l) : `${file.title} (${fileKind(file.contentType, l)})`,
        ),
  );
}

function fileKind(contentType: string | undefined, l: Locale): string {
  const [kind, rest = ''] = (contentType ?? '').split('/');
  if (rest.startsWith('dicom')) return SMALL_WORDS.dicom[l];
  if (rest.startsWith('pdf')) return SMALL_WORDS.pdf[l];
  if (kind === 'image' || kind === 'video' || kind === 'audio' || kind === 'text') return SMALL_WORDS[kind][l];
  return SMALL_WORDS.file[l];
}

/** How a medicine is taken: as its prescriber wrote it, else dose, how often and whether only when needed. Undefined when none of it is said. */
export function doseWords(dosage: Dosage, l: Locale): string | undefined {
  if (dosage.text !== undefined) return dosage.text;
  const dose = dosage.doseAndRate
    ?.map(({ doseQuantity, doseRange }) => formatQuantity(doseQuantity, l) ?? formatRange(doseRange, l))
    .find((words) => words !== undefined);
  const reason = conceptWords(dosage.asNeededCodeableConcept, l);
  const asNeeded =
    reason === undefined && dosage.asNeededBoolean !== true
      ? undefined
      : [SMALL_WORDS.asNeeded[l], reason].filter((part) => part !== undefined).join(': ');
  const parts = [dose, conceptWords(dosage.timing?.code, l) ?? repeatWords(dosage.timing?.repeat, l), asNeeded].filter(
    (part) => part !== undefined,
  );
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** 'twice a day' and the like, of a timing without a code. A timing with more to it than a plain frequency is not told in part. */
function repeatWords(repeat: object | undefined, l: Locale): string | undefined {
  const { frequency = 1, period, periodUnit } = timing(repeat) ?? {};
  const unit = TIME_UNITS.find(({ code }) => code === periodUnit);
  if (
    unit === undefined ||
    period === undefined ||
    Object.keys(repeat ?? {}).some((key) => !/^(?:frequency|period|periodUnit|bounds\w+)$/.test(key))
  )
    return undefined;
  return oftenWords(formatNumber(frequency, l), frequency, formatNumber(period, l), period, unit)[l];
}

function itemWords(
  items: readonly { readonly productOrService?: CodeableConcept }[] | undefined,
  l: Locale,
): string | undefined {
  return conceptsWords(
    (items ?? []).map(({ productOrService }) => productOrService).filter((concept) => concept !== undefined),
    l,
  );
}

/** Sections in the order of the document: what their text says, else how many entries they have, else why they are empty. */
function sectionLines(section: r4.Section, l: Locale): readonly Line[] {
  const label = conceptWords(section.code, l) ?? section.title ?? LABELS.section[l];
  const count = section.entry?.length ?? 0;
  const value =
    narrativeText(section.text?.div) ??
    conceptWords(section.emptyReason, l) ??
    (count > 0 ? entriesWords(count)[l] : SMALL_WORDS.noValue[l]);
  return [...line(label, value), ...(section.section ?? []).flatMap((inner) => sectionLines(inner, l))];
}

function answeredLines(items: readonly r4.AnsweredItem[] | undefined, l: Locale): readonly Line[] {
  return (items ?? []).flatMap((item) => {
    const answers = (item.answer ?? []).map((answer) => answerWords(answer, l)).filter((words) => words !== undefined);
    return [
      ...line(item.text ?? LABELS.answer[l], answers.join(', ')),
      ...answeredLines(item.item, l),
      ...(item.answer ?? []).flatMap((answer) => answeredLines(answer.item, l)),
    ];
  });
}

function modalities(study: NonNullable<ReturnType<typeof r4.imagingStudy>>, l: Locale): string | undefined {
  const codes = [...(study.modality ?? []), ...(study.series ?? []).map(({ modality }) => modality)].filter(
    (coding) => coding !== undefined,
  );
  return conceptsWords(
    codes.map((coding) => ({ coding: [{ ...coding, system: 'dicom-modality' }] })),
    l,
  );
}

/** A concept whose codes are also read in another code system of the product's words. */
function alsoIn(concept: CodeableConcept, system: string): CodeableConcept {
  const codings = concept.coding ?? [];
  return { ...concept, coding: [...codings, ...codings.map((coding) => ({ ...coding, system }))] };
}

/** Classes of other systems are read like HL7's when their code is the same. */
function classConcept(coding: r4.EncounterClass | undefined): CodeableConcept | undefined {
  if (coding === undefined) return undefined;
  return { coding: [coding, { ...coding, system: 'v3-actcode' }, { ...coding, system: 'encounter-class' }] };
}

/** A disease or allergy that is ruled out, or was never this person's: that stands above whatever its clinical status says. */
function denialOf(json: unknown, l: Locale): { readonly code: string; readonly words: string } | undefined {
  if (!isObject(json)) return undefined;
  const { verificationStatus } = r4.condition(json) ?? {};
  const code = ['entered-in-error', 'refuted'].find((one) => hasCode(verificationStatus, one));
  const words = conceptWords(verificationStatus, l);
  return code === undefined || words === undefined ? undefined : { code, words };
}

/** A value that was taken back must not be read as one (D-113); the reason why there is none may be. */
function isWithdrawnValue(o: r4.Observation): boolean {
  if (o.status !== 'cancelled' && o.status !== 'entered-in-error') return false;
  return [o, ...(o.component ?? [])].some(
    (part) =>
      part.valueQuantity?.value !== undefined ||
      [
        part.valueString,
        part.valueCodeableConcept,
        part.valueBoolean,
        part.valueInteger,
        part.valueRange,
        part.valueRatio,
        part.interpretation,
      ].some((value) => value !== undefined),
  );
}

function clinicalStatus(json: unknown, l: Locale): string | undefined {
  return isObject(json) ? conceptWords(r4.condition(json)?.clinicalStatus, l) : undefined;
}

function onset(c: NonNullable<ReturnType<typeof r4.condition>>, l: Locale): string | undefined {
  return formatDate(c.onsetDateTime) ?? age(c.onsetAge, l) ?? periodWords(c.onsetPeriod, l) ?? c.onsetString;
}

function age(quantity: Quantity | undefined, l: Locale): string | undefined {
  if (quantity?.value === undefined) return undefined;
  // the number alone where the words say that it is in years
  const words =
    !NAMES_YEARS[l] && (quantity.code === 'a' || quantity.unit?.startsWith('year') === true)
      ? formatNumber(quantity.value, l)
      : formatQuantity(quantity, l);
  return words === undefined ? undefined : atAge(words)[l];
}

function childhoodAge(quantity: Quantity | undefined, l: Locale): string | undefined {
  const words = age(quantity, l);
  const isChild = quantity?.value !== undefined && (quantity.code !== 'a' || quantity.value < 18);
  return words !== undefined && isChild ? `${words} (${SMALL_WORDS.childhood[l]})` : words;
}

function count(label: string, value: number | undefined, l: Locale): readonly Line[] {
  return value === undefined ? [] : line(label, formatNumber(value, l));
}

function titled(type: string, kind: string | undefined, l: Locale): string {
  return kind === undefined ? typeWords(type, l) : `${typeWords(type, l)}: ${kind}`;
}

const NONE_KNOWN = new Set(['716186003', '429625007', '409137002', '428607008', '787481004', '160245001']);

/** Statements of the International Patient Summary that there is nothing, or that nobody knows. */
function negationOf(concept: CodeableConcept | undefined): 'none' | 'unknown' | undefined {
  for (const { code = '', system = '' } of concept?.coding ?? []) {
    if (system.endsWith('absent-unknown-uv-ips')) return code.endsWith('-info') ? 'unknown' : 'none';
    if (NONE_KNOWN.has(code)) return 'none';
  }
  return undefined;
}
