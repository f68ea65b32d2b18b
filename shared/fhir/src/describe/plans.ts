import type { Locale } from '@phr/contract/locale';
import { conceptWords, conceptsWords, toldConcept, toldConcepts } from '../concepts.ts';
import { formatDate } from '../dates.ts';
import { line, periodWords, referencesWords, referenceWords, type Line } from '../describe-value.ts';
import { statusWords } from '../dictionary.codes.ts';
import { LABELS, SMALL_WORDS } from '../dictionary.labels.ts';
import { formatQuantity, formatRange } from '../quantities.ts';
import * as r4 from '../resources.ts';
import { elementLines, elementValue } from './any-value.ts';
import { notes, formatter, type Formatter } from './tell.ts';

/** Plans, goals, orders, requests, appointments. */
export const PLANS: Readonly<Record<string, Formatter>> = {
  ServiceRequest: formatter(r4.serviceRequest, (s, l) => ({
    title: conceptWords(s.code, l),
    when: formatDate(s.occurrenceDateTime) ?? periodWords(s.occurrencePeriod, l) ?? formatDate(s.authoredOn),
    lines: [
      ...(s.doNotPerform === true ? line(LABELS.warning[l], SMALL_WORDS.doNotPerform[l]) : []),
      ...line(LABELS.quantity[l], formatQuantity(s.quantityQuantity, l)),
      ...line(LABELS.requester[l], referencesWords([s.requester], l)),
      ...line(LABELS.performer[l], referencesWords(s.performer, l)),
      ...line(LABELS.reason[l], toldConcepts(s.reasonCode, l)),
      ...line(LABELS.instruction[l], s.patientInstruction),
      ...notes(s.note, l),
    ],
  })),
  CarePlan: formatter(r4.carePlan, (c, l) => ({
    title: c.title ?? conceptsWords(c.category, l),
    subtitle: c.description,
    when: periodWords(c.period, l) ?? formatDate(c.created),
    lines: [
      ...(c.activity ?? []).flatMap((activity) => activityLines(activity, l)),
      ...line(LABELS.goal[l], referencesWords(c.goal, l)),
      ...line(LABELS.author[l], referencesWords([c.author], l)),
      ...notes(c.note, l),
    ],
  })),
  CareTeam: formatter(r4.careTeam, (c, l) => ({
    title: c.name ?? conceptsWords(c.category, l),
    when: periodWords(c.period, l),
    lines: (c.participant ?? []).flatMap(({ role, member }) =>
      line(toldConcepts(role, l) ?? LABELS.participant[l], referenceWords(member, l)),
    ),
  })),
  Goal: formatter(r4.goal, (g, l) => ({
    title: conceptWords(g.description, l),
    when: formatDate(g.startDate) ?? conceptWords(g.startCodeableConcept, l),
    lines: [
      ...line(LABELS.achievement[l], toldConcept(g.achievementStatus, l)),
      ...(g.target ?? []).flatMap((target) => [
        ...targetLine(target, l),
        ...line(LABELS.due[l], formatDate(target.dueDate) ?? formatQuantity(target.dueDuration, l)),
      ]),
      ...elementLines(g, ['expressedBy'], l),
      ...notes(g.note, l),
    ],
  })),
  Task: formatter(r4.task, (t, l) => ({
    title: conceptWords(t.code, l) ?? t.description,
    subtitle: t.owner?.display,
    when: formatDate(t.lastModified ?? t.authoredOn),
  })),
  Appointment: formatter(r4.appointment, (a, l) => ({
    title: conceptsWords(a.reasonCode, l) ?? conceptsWords(a.serviceType, l) ?? a.description,
    subtitle: conceptsWords(a.specialty, l),
    when: formatDate(a.start),
    lines: [
      ...line(
        LABELS.participant[l],
        referencesWords(
          (a.participant ?? []).map(({ actor }) => actor),
          l,
        ),
      ),
      ...line(LABELS.reason[l], toldConcept(a.cancelationReason, l)),
      ...line(LABELS.note[l], a.comment),
    ],
  })),
};

type Target = NonNullable<NonNullable<ReturnType<typeof r4.goal>>['target']>[number];

/** A goal's target, labelled by its measure; the measure alone if there is no target value. */
function targetLine(target: Target, l: Locale): readonly Line[] {
  const measure = toldConcept(target.measure, l);
  const mark =
    formatQuantity(target.detailQuantity, l) ??
    formatRange(target.detailRange, l) ??
    toldConcept(target.detailCodeableConcept, l) ??
    target.detailString ??
    elementValue(target, 'detailBoolean', l) ??
    elementValue(target, 'detailInteger', l) ??
    elementValue(target, 'detailRatio', l);
  return mark === undefined ? line(LABELS.target[l], measure) : line(measure ?? LABELS.target[l], mark);
}

type Activity = NonNullable<NonNullable<ReturnType<typeof r4.carePlan>>['activity']>[number];

/** One activity of a plan; prohibitions are labelled as such instead of 'activity'. */
function activityLines({ detail, reference }: Activity, l: Locale): readonly Line[] {
  const isForbidden = detail?.doNotPerform === true;
  return [
    ...line(
      isForbidden ? SMALL_WORDS.doNotPerform[l] : LABELS.activity[l],
      [toldConcept(detail?.code, l), detail?.description, referenceWords(reference, l)]
        .filter((part) => part !== undefined)
        .join(', '),
      detail?.status === undefined
        ? undefined
        : (statusWords('CarePlan', detail.status)?.[l] ?? `${SMALL_WORDS.otherStatus[l]} (${detail.status})`),
    ),
    ...(detail === undefined ? [] : elementLines(detail, ACTIVITY, l)),
  ];
}

const ACTIVITY = [
  'kind',
  'statusReason',
  'reasonCode',
  'scheduledString',
  'scheduledPeriod',
  'scheduledTiming',
  'location',
  'performer',
  'productCodeableConcept',
  'productReference',
  'dailyAmount',
  'quantity',
];
