import type { Locale } from '@phr/contract/locale';
import { conceptWords, conceptsWords, toldConcept, toldConcepts } from '../concepts.ts';
import type { CodeableConcept } from '../datatypes.ts';
import { formatDate } from '../dates.ts';
import { answerWords, line, periodWords, referencesWords, type Line } from '../describe-value.ts';
import { LABELS, SMALL_WORDS, entriesWords } from '../dictionary.labels.ts';
import { narrativeText } from '../narrative.ts';
import { formatMoney } from '../quantities.ts';
import * as r4 from '../resources.ts';
import { elementLines, elementValue } from './any-value.ts';
import { codeWords } from './element-words.ts';
import { files, titled, formatter, type Formatter } from './tell.ts';

/** Documents, questionnaires, insurance and consents. */
export const PAPERS: Readonly<Record<string, Formatter>> = {
  DocumentReference: formatter(r4.documentReference, (d, l) => ({
    title: d.description ?? conceptWords(d.type, l) ?? d.content?.[0]?.attachment?.title,
    subtitle: conceptsWords(d.category, l),
    when: formatDate(d.date),
    lines: [
      ...files(
        (d.content ?? []).map((content) => content.attachment),
        l,
      ),
      ...line(LABELS.author[l], referencesWords(d.author, l)),
    ],
  })),
  Composition: formatter(r4.composition, (c, l) => ({
    title: conceptWords(c.type, l) ?? c.title,
    subtitle: c.title,
    when: formatDate(c.date),
    lines: [
      ...line(LABELS.author[l], referencesWords([...(c.author ?? []), c.custodian], l)),
      ...(c.section ?? []).flatMap((section) => sectionLines(section, l)),
    ],
  })),
  QuestionnaireResponse: formatter(r4.questionnaireResponse, (q, l) => ({
    when: formatDate(q.authored),
    lines: [...answeredLines(q.item, l), ...line(LABELS.author[l], referencesWords([q.author], l))],
  })),
  Questionnaire: formatter(r4.questionnaire, (q, l) => ({
    title: q.title ?? q.name,
    subtitle: q.description,
    when: formatDate(q.date),
    lines: (q.item ?? []).flatMap((item) => questionLines(item, l)),
  })),
  Coverage: formatter(r4.coverage, (c, l) => ({
    title: conceptWords(c.type, l),
    subtitle: referencesWords(c.payor, l),
    when: periodWords(c.period, l),
    lines: [
      ...line(LABELS.identifier[l], c.subscriberId),
      ...(c.class ?? []).flatMap((one) =>
        line(toldConcept(one.type, l) ?? LABELS.insuranceClass[l], one.name ?? one.value),
      ),
    ],
  })),
  Claim: formatter(r4.claim, (c, l) => ({
    title: titled('Claim', conceptWords(c.type, l), l),
    subtitle: c.provider?.display,
    when: periodWords(c.billablePeriod, l) ?? formatDate(c.created),
    lines: [
      ...line(LABELS.total[l], formatMoney(c.total)),
      ...line(LABELS.items[l], itemWords(c.item, l)),
      ...line(
        LABELS.insurance[l],
        referencesWords(
          (c.insurance ?? []).map((insurance) => insurance.coverage),
          l,
        ),
      ),
    ],
  })),
  ExplanationOfBenefit: formatter(r4.explanationOfBenefit, (e, l) => ({
    title: titled('ExplanationOfBenefit', conceptWords(e.type, l), l),
    subtitle: e.provider?.display,
    when: periodWords(e.billablePeriod, l) ?? formatDate(e.created),
    lines: [
      ...(e.total ?? []).flatMap((total) =>
        line(toldConcept(total.category, l) ?? LABELS.total[l], formatMoney(total.amount)),
      ),
      ...line(LABELS.paid[l], formatMoney(e.payment?.amount)),
      ...line(LABELS.items[l], itemWords(e.item, l)),
      ...line(LABELS.insurance[l], referencesWords([e.insurer], l)),
    ],
  })),
  Consent: formatter(r4.consent, (c, l) => ({
    title: conceptsWords(c.category, l) ?? conceptWords(c.scope, l),
    subtitle: referencesWords(c.organization, l),
    when: formatDate(c.dateTime),
    lines: c.provision === undefined ? [] : provisionLines(c.provision, l),
  })),
};

/** What a consent permits or denies, and its exceptions with their subjects. */
function provisionLines(provision: r4.Provision, l: Locale): readonly Line[] {
  const forbids = provision.type === 'deny';
  const own = [
    elementValue(provision, 'actor', l),
    elementValue(provision, 'action', l),
    elementValue(provision, 'securityLabel', l),
    elementValue(provision, 'purpose', l),
    elementValue(provision, 'class', l),
    elementValue(provision, 'code', l),
    elementValue(provision, 'data', l),
    elementValue(provision, 'dataPeriod', l),
  ].filter((part) => part !== undefined);
  const verb = provision.type === undefined ? LABELS.provision : forbids ? SMALL_WORDS.forbids : SMALL_WORDS.permits;
  return [
    ...line(LABELS.period[l], periodWords(provision.period, l)),
    ...(own.length > 0 || provision.type !== undefined
      ? line(verb[l], own.length === 0 ? SMALL_WORDS.everything[l] : own.join('; '))
      : []),
    ...(provision.provision ?? []).flatMap((exception) =>
      provisionLines(exception, l).map((one) => ({ ...one, label: `${LABELS.exception[l]}: ${one.label}` })),
    ),
  ];
}

function itemWords(
  items: readonly { readonly productOrService?: CodeableConcept }[] | undefined,
  l: Locale,
): string | undefined {
  return toldConcepts(
    (items ?? []).map(({ productOrService }) => productOrService).filter((concept) => concept !== undefined),
    l,
  );
}

/** Sections in document order: their text, else their number of entries, else why they are empty. */
function sectionLines(section: r4.Section, l: Locale): readonly Line[] {
  const label = conceptWords(section.code, l) ?? section.title ?? LABELS.section[l];
  const entries = section.entry?.length ?? 0;
  const value =
    narrativeText(section.text?.div) ??
    (entries > 0 ? entriesWords(entries)[l] : section.emptyReason === undefined ? SMALL_WORDS.noValue[l] : undefined);
  const words = [value, toldConcept(section.emptyReason, l)].filter((part) => part !== undefined);
  return [
    ...line(label, words.join('; ')),
    ...elementLines(section, ['mode', 'author', 'focus', 'orderedBy'], l),
    ...(section.section ?? []).flatMap((inner) => sectionLines(inner, l)),
  ];
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

/** The questions of a form, with their conditions. */
function questionLines(item: r4.QuestionItem, l: Locale): readonly Line[] {
  const conditions = (item.enableWhen ?? []).map((when) =>
    [when.question, codeWords('operator', when.operator ?? '', l) ?? when.operator, answerOfCondition(when, l)]
      .filter((part) => part !== undefined)
      .join(' '),
  );
  const all = item.enableBehavior === 'any' ? SMALL_WORDS.any[l] : SMALL_WORDS.all[l];
  return [
    ...line(LABELS.question[l], item.text ?? item.linkId),
    ...line(LABELS.askedWhen[l], conditions.length > 1 ? `${conditions.join('; ')} (${all})` : conditions[0]),
    ...(item.item ?? []).flatMap((inner) => questionLines(inner, l)),
  ];
}

function answerOfCondition(when: object, l: Locale): string | undefined {
  const key = Object.keys(when).find((one) => one.startsWith('answer'));
  return key === undefined ? undefined : elementValue(when, key, l);
}
