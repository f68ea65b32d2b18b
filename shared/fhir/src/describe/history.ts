import type { Locale } from '@phr/contract/locale';
import { codingConcept, conceptWords, conceptsWords, toldConcept, toldConcepts } from '../concepts.ts';
import { formatDate } from '../dates.ts';
import { line, periodWords, referencesWords, type Line } from '../describe-value.ts';
import { LABELS, SMALL_WORDS } from '../dictionary.labels.ts';
import { formatQuantity, formatRange, sentNumber } from '../quantities.ts';
import * as r4 from '../resources.ts';
import { elementLines, elementValue } from './any-value.ts';
import { codeWords } from './element-words.ts';
import { age, ages, childhoodAge, classConcept, negationOf, notes, onset, formatter, type Formatter } from './tell.ts';

/** Medical history: diseases, allergies, vaccinations, visits, procedures, family history, risks. */
export const HISTORY: Readonly<Record<string, Formatter>> = {
  Condition: formatter(r4.condition, (c, l) => ({
    title: conceptWords(c.code, l),
    subtitle: conceptsWords(c.category, l),
    when: onset(c, l) ?? formatDate(c.recordedDate),
    negation: negationOf(c.code),
    lines: [
      ...line(LABELS.severity[l], toldConcept(c.severity, l)),
      ...line(LABELS.verification[l], toldConcept(c.verificationStatus, l)),
      ...elementLines(c, ['stage'], l),
      ...line(LABELS.onset[l], onset(c, l)),
      ...line(
        LABELS.abatement[l],
        formatDate(c.abatementDateTime) ??
          age(c.abatementAge, l) ??
          periodWords(c.abatementPeriod, l) ??
          ages(c.abatementRange, l) ??
          c.abatementString,
      ),
      ...line(LABELS.recorded[l], formatDate(c.recordedDate, { time: false })),
      ...line(LABELS.bodySite[l], toldConcepts(c.bodySite, l)),
      ...elementLines(c, ['evidence'], l),
      ...line(LABELS.recorder[l], referencesWords([c.asserter, c.recorder], l)),
      ...notes(c.note, l),
    ],
  })),
  AllergyIntolerance: formatter(r4.allergyIntolerance, (a, l) => ({
    title: conceptWords(a.code, l),
    when: onset(a, l) ?? formatDate(a.recordedDate),
    negation: negationOf(a.code),
    lines: [
      ...line(
        LABELS.criticality[l],
        a.criticality === undefined
          ? undefined
          : toldConcept(codingConcept({ system: 'reaction-event-criticality', code: a.criticality }), l),
      ),
      ...(a.reaction ?? []).flatMap((reaction) => reactionLines(reaction, l)),
      ...line(LABELS.verification[l], toldConcept(a.verificationStatus, l)),
      ...elementLines(a, ['type', 'category'], l),
      ...line(LABELS.onset[l], onset(a, l)),
      ...elementLines(a, ['lastOccurrence', 'recordedDate'], l),
      ...line(LABELS.recorder[l], referencesWords([a.asserter, a.recorder], l)),
      ...notes(a.note, l),
    ],
  })),
  Immunization: formatter(r4.immunization, (i, l) => ({
    title: conceptWords(i.vaccineCode, l),
    when: formatDate(i.occurrenceDateTime) ?? i.occurrenceString,
    negation: negationOf(i.vaccineCode),
    lines: [
      ...(i.status === 'not-done'
        ? line(SMALL_WORDS.notGivenPrefix[l], toldConcept(i.statusReason, l) ?? SMALL_WORDS.yes[l])
        : line(LABELS.reason[l], toldConcept(i.statusReason, l))),
      ...(i.isSubpotent === true ? elementLines(i, ['isSubpotent', 'subpotentReason'], l) : []),
      ...line(
        LABELS.source[l],
        toldConcept(i.reportOrigin, l) ?? (i.primarySource === false ? SMALL_WORDS.otherSource[l] : undefined),
      ),
      ...(i.protocolApplied ?? []).flatMap((dose) => [
        ...line(LABELS.doseNumber[l], sentNumber(dose, 'doseNumberPositiveInt', l) ?? dose.doseNumberString),
        ...line(LABELS.target_disease[l], toldConcepts(dose.targetDisease, l)),
        ...elementLines(dose, ['seriesDosesPositiveInt', 'seriesDosesString'], l),
        ...line(LABELS.doseSeries[l], dose.series),
        ...elementLines(dose, ['authority'], l),
      ]),
      ...line(LABELS.lot[l], i.lotNumber),
      ...line(LABELS.dose[l], formatQuantity(i.doseQuantity, l)),
      ...line(LABELS.route[l], toldConcept(i.route, l)),
      ...line(LABELS.bodySite[l], toldConcept(i.site, l)),
      ...line(LABELS.provider[l], referencesWords([...(i.performer ?? []).map(({ actor }) => actor), i.location], l)),
      ...line(LABELS.manufacturer[l], referencesWords([i.manufacturer], l)),
      ...notes(i.note, l),
    ],
  })),
  Encounter: formatter(r4.encounter, (e, l) => ({
    title: conceptsWords(e.type, l) ?? conceptWords(e.serviceType, l) ?? conceptWords(classConcept(e.class), l),
    subtitle: e.serviceProvider?.display ?? conceptWords(classConcept(e.class), l),
    when: periodWords(e.period, l),
    lines: [
      ...line(LABELS.type[l], toldConcept(classConcept(e.class), l)),
      ...line(LABELS.reason[l], toldConcepts(e.reasonCode, l)),
      ...line(
        LABELS.provider[l],
        referencesWords([e.serviceProvider, ...(e.location ?? []).map(({ location }) => location)], l),
      ),
      ...line(
        LABELS.diagnosis[l],
        referencesWords(
          (e.diagnosis ?? []).map((diagnosis) => diagnosis.condition),
          l,
        ),
      ),
      ...line(
        LABELS.participant[l],
        referencesWords(
          (e.participant ?? []).map(({ individual }) => individual),
          l,
        ),
      ),
    ],
  })),
  Procedure: formatter(r4.procedure, (p, l) => ({
    title: conceptWords(p.code, l),
    subtitle: conceptWords(p.category, l),
    when:
      formatDate(p.performedDateTime) ??
      periodWords(p.performedPeriod, l) ??
      childhoodAge(p.performedAge, l) ??
      ages(p.performedRange, l) ??
      p.performedString,
    lines: [
      ...line(LABELS.reason[l], toldConcepts(p.reasonCode, l)),
      ...line(LABELS.reason[l], toldConcept(p.statusReason, l)),
      ...line(LABELS.bodySite[l], toldConcepts(p.bodySite, l)),
      ...line(
        LABELS.performer[l],
        referencesWords(
          (p.performer ?? []).map(({ actor }) => actor),
          l,
        ),
      ),
      ...notes(p.note, l),
    ],
  })),
  FamilyMemberHistory: formatter(r4.familyMemberHistory, (f, l) => ({
    title: conceptWords(f.relationship, l),
    subtitle: f.name,
    when: formatDate(f.date),
    lines: [
      ...(f.condition ?? []).flatMap((condition) => line(LABELS.diagnosis[l], familyCondition(condition, l))),
      ...line(
        LABELS.deceased[l],
        age(f.deceasedAge, l) ??
          ages(f.deceasedRange, l) ??
          formatDate(f.deceasedDate) ??
          elementValue(f, 'deceasedBoolean', l) ??
          f.deceasedString,
      ),
      ...notes(f.note, l),
    ],
  })),
  RiskAssessment: formatter(r4.riskAssessment, (r, l) => ({
    title: conceptWords(r.code, l) ?? conceptWords(r.method, l),
    when: formatDate(r.occurrenceDateTime) ?? periodWords(r.occurrencePeriod, l),
    lines: [
      ...(r.prediction ?? []).flatMap((prediction) =>
        line(toldConcept(prediction.outcome, l) ?? LABELS.risk[l], predictionWords(prediction, l)),
      ),
      ...line(LABELS.instruction[l], r.mitigation),
      ...line(LABELS.performer[l], referencesWords([r.performer], l)),
      ...notes(r.note, l),
    ],
  })),
};

type Reaction = NonNullable<NonNullable<ReturnType<typeof r4.allergyIntolerance>>['reaction']>[number];

/** A reaction: manifestations, severity, substance, route and time. The worst severity is shown beside the reaction. */
function reactionLines(reaction: Reaction, l: Locale): readonly Line[] {
  const severity =
    reaction.severity === undefined ? undefined : (codeWords('severity', reaction.severity, l) ?? reaction.severity);
  const words = [
    toldConcepts(reaction.manifestation, l),
    reaction.description,
    toldConcept(reaction.substance, l),
    toldConcept(reaction.exposureRoute, l),
    formatDate(reaction.onset),
  ].filter((part) => part !== undefined);
  return [
    ...line(
      LABELS.reaction[l],
      words.length === 0 ? severity : words.join(', '),
      words.length === 0 ? undefined : severity,
    ),
    ...notes(reaction.note, l),
  ];
}

type FamilyCondition = NonNullable<NonNullable<ReturnType<typeof r4.familyMemberHistory>>['condition']>[number];

function familyCondition(c: FamilyCondition, l: Locale): string {
  return [
    toldConcept(c.code, l),
    onset(c, l),
    toldConcept(c.outcome, l),
    c.contributedToDeath === undefined
      ? undefined
      : SMALL_WORDS[c.contributedToDeath ? 'causedDeath' : 'notCausedDeath'][l],
    ...notes(c.note, l).map(({ value }) => value),
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

type Prediction = NonNullable<NonNullable<ReturnType<typeof r4.riskAssessment>>['prediction']>[number];

function predictionWords(p: Prediction, l: Locale): string | undefined {
  const number = sentNumber(p, 'probabilityDecimal', l);
  // R4 uses percent up to 100, but many send a share of 1, so such a number is shown without a unit
  const percent = number === undefined || (p.probabilityDecimal ?? 0) <= 1 ? number : `${number}\u00a0%`;
  const words = [toldConcept(p.qualitativeRisk, l), percent, formatRange(p.probabilityRange, l), p.rationale];
  const parts = words.filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(', ');
}
