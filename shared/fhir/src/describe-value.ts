import type { Locale } from '@phr/contract/locale';
import { absenceIn, absenceOfConcept, type Absence } from './absent.ts';
import { codingConcept, conceptWords, conceptsWords } from './concepts.ts';
import type { CodeableConcept, Period, Reference } from './datatypes.ts';
import { formatDate } from './dates.ts';
import { LABELS, SMALL_WORDS, samplesWords } from './dictionary.labels.ts';
import { typeWords } from './dictionary.types.ts';
import { formatNumber, formatQuantity, formatRange, formatRatio } from './quantities.ts';
import type { Answer, Observation, ObservationComponent, ObservationValue, ReferenceRange } from './resources.ts';

/** One labelled line of a description. `flag` is a word that stands beside the value, e.g. 'High'. */
export interface Line {
  readonly label: string;
  readonly value: string;
  readonly flag?: string;
}

/** Words of a missing value. */
export function absenceWords(absence: Absence, locale: Locale): string {
  return SMALL_WORDS[absence][locale];
}

/**
 * Any value[x] in words. A missing value says why; undefined when there is neither value nor reason.
 * `isTest` reads true as positive, as tests mean it, instead of yes.
 */
export function valueWords(value: ObservationValue, locale: Locale, isTest = false): string | undefined {
  const { valueQuantity, valueBoolean, valueInteger, valueSampledData } = value;
  const measured =
    formatQuantity(valueQuantity, locale) ??
    conceptWords(value.valueCodeableConcept, locale) ??
    value.valueString?.trim() ??
    formatRange(value.valueRange, locale) ??
    formatRatio(value.valueRatio, locale);
  if (measured !== undefined && measured !== '') return measured;
  if (valueBoolean !== undefined)
    return SMALL_WORDS[isTest ? (valueBoolean ? 'positive' : 'negative') : valueBoolean ? 'yes' : 'no'][locale];
  if (valueInteger !== undefined) return formatNumber(valueInteger, locale);
  if (valueSampledData?.data !== undefined) {
    const count = valueSampledData.data.trim().split(/\s+/).length / Math.max(valueSampledData.dimensions ?? 1, 1);
    const seconds =
      valueSampledData.period === undefined ? '' : formatNumber((count * valueSampledData.period) / 1_000, locale);
    return samplesWords(Math.floor(count), seconds)[locale];
  }
  const time =
    formatDate(value.valueDateTime) ?? value.valueTime?.slice(0, 5) ?? periodWords(value.valuePeriod, locale);
  if (time !== undefined) return time;
  const absence =
    absenceOfConcept(value.dataAbsentReason) ??
    absenceIn(valueQuantity) ??
    absenceIn(valueQuantity?._value) ??
    absenceIn(value._valueString) ??
    absenceIn(value.valueCodeableConcept);
  // of a measurement, unknown means that nobody could measure it
  return absence === undefined ? undefined : absenceWords(absence === 'unknown' ? 'notPerformed' : absence, locale);
}

/** An answer of a questionnaire in words. */
export function answerWords(answer: Answer, locale: Locale): string | undefined {
  return (
    valueWords(answer, locale) ??
    (answer.valueDecimal === undefined ? undefined : formatNumber(answer.valueDecimal, locale)) ??
    formatDate(answer.valueDate) ??
    conceptWords(codingConcept(answer.valueCoding), locale) ??
    answer.valueUri ??
    answer.valueAttachment?.title ??
    (answer.valueAttachment === undefined ? undefined : SMALL_WORDS.file[locale]) ??
    referenceWords(answer.valueReference, locale)
  );
}

/** The values of an observation, its own and those of its parts; a part without a name keeps a general label. */
export function observationLines(observation: Observation, locale: Locale): readonly Line[] {
  const isTest =
    observation.category?.some(({ coding }) => coding?.some(({ code }) => code === 'laboratory' || code === 'LAB')) ===
    true;
  const own = valueWords(observation, locale, isTest);
  const parts = (observation.component ?? []).map((part) => componentLine(part, locale, isTest));
  const flag = flagWords(observation.interpretation, locale);
  // a test may say no more than positive or negative
  const value =
    own ??
    (parts.length === 0 && observation.hasMember === undefined ? (flag ?? SMALL_WORDS.noValue[locale]) : undefined);
  return [
    ...(value === undefined
      ? []
      : [withFlag({ label: LABELS.value[locale], value }, value === flag ? undefined : flag)]),
    ...parts,
    ...line(LABELS.reference[locale], rangesWords(observation.referenceRange, locale)),
    ...line(
      LABELS.member[locale],
      (observation.hasMember ?? [])
        .map((member) => referenceWords(member, locale))
        .filter((words) => words !== undefined)
        .join(', '),
    ),
  ];
}

/** The interpretation in words, e.g. 'High'. Normal is a word too. */
export function flagWords(interpretation: readonly CodeableConcept[] | undefined, locale: Locale): string | undefined {
  return conceptsWords(interpretation, locale);
}

/** Reference ranges: numbers with unit, else the text of the laboratory as it is. No flag is computed from a text. */
export function rangesWords(ranges: readonly ReferenceRange[] | undefined, locale: Locale): string | undefined {
  const words = (ranges ?? [])
    .map((range) => {
      const name = conceptWords(range.type, locale);
      const values = formatRange(range, locale) ?? range.text;
      return values === undefined ? undefined : name === undefined ? values : `${values} (${name})`;
    })
    .filter((text) => text !== undefined);
  return words.length > 0 ? words.join('; ') : undefined;
}

/** A reference by its display, else by what kind of thing it is. Undefined for an empty one. */
export function referenceWords(reference: Reference | undefined, locale: Locale): string | undefined {
  if (reference === undefined) return undefined;
  if (reference.display !== undefined) return reference.display;
  const type = reference.type ?? /(?:^|\/)([A-Z][A-Za-z]+)\/[A-Za-z0-9.-]+$/.exec(reference.reference ?? '')?.[1];
  return type === undefined ? undefined : typeWords(type, locale);
}

/** Only the display of a reference: for places where 'Practitioner' alone tells nothing. */
export function displayOf(references: readonly (Reference | undefined)[] | undefined): string | undefined {
  const names = [
    ...new Set((references ?? []).map((reference) => reference?.display).filter((name) => name !== undefined)),
  ];
  return names.length > 0 ? names.join(', ') : undefined;
}

export function periodWords(period: Period | undefined, locale: Locale): string | undefined {
  const start = formatDate(period?.start);
  const end = formatDate(period?.end);
  if (start === undefined) return end;
  return end === undefined ? `${start} – ${SMALL_WORDS.openEnd[locale]}` : start === end ? start : `${start} – ${end}`;
}

/** A line when there is something to say. */
export function line(label: string, value: string | undefined, flag?: string): readonly Line[] {
  const text = value?.trim();
  return text === undefined || text === '' ? [] : [withFlag({ label, value: text }, flag)];
}

function componentLine(part: ObservationComponent, locale: Locale, isTest: boolean): Line {
  const label = conceptWords(part.code, locale) ?? SMALL_WORDS.otherCode[locale];
  const range = rangesWords(part.referenceRange, locale);
  const value =
    valueWords(part, locale, isTest) ?? flagWords(part.interpretation, locale) ?? SMALL_WORDS.noValue[locale];
  const flag = flagWords(part.interpretation, locale);
  return withFlag(
    { label, value: range === undefined ? value : `${value} (${LABELS.reference[locale].toLowerCase()}: ${range})` },
    flag === value ? undefined : flag,
  );
}

function withFlag(line: Line, flag: string | undefined): Line {
  return flag === undefined ? line : { ...line, flag };
}
