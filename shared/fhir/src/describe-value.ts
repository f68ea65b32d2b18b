import type { Locale } from '@phr/contract/locale';
import { localized } from '@phr/i18n/localized';
import { absenceIn, absenceOfConcept, type Absence } from './absent.ts';
import { codingConcept, conceptWords, toldConcept } from './concepts.ts';
import type { Attachment, CodeableConcept, Period, Reference } from './datatypes.ts';
import { formatDate } from './dates.ts';
import { statusWords } from './dictionary.codes.ts';
import { LABELS, SMALL_WORDS, ageWords, samplesWords } from './dictionary.labels.ts';
import { typeWords } from './dictionary.types.ts';
import { formatNumber, formatQuantity, formatRange, formatRatio, sentNumber } from './quantities.ts';
import {
  observation,
  type Answer,
  type Observation,
  type ObservationComponent,
  type ObservationValue,
  type ReferenceRange,
} from './resources.ts';

/** One labelled line of a description. `flag` is a word displayed beside the value, e.g. 'High'. */
export interface Line {
  readonly label: string;
  readonly value: string;
  readonly flag?: string;
}

/** Text for a missing value. */
export function absenceWords(absence: Absence, locale: Locale): string {
  return conceptWords(codingConcept({ system: 'data-absent-reason', code: absence }), locale) ?? absence;
}

/** Why the value is missing, with the sender's own text. */
export function absentWords(reason: CodeableConcept | undefined, locale: Locale): string | undefined {
  const absence = absenceOfConcept(reason);
  if (absence === undefined) return undefined;
  const ours = absenceWords(absence, locale);
  const own = reason?.text?.toLowerCase().replaceAll(/\W+/g, '-');
  const repeats =
    own !== undefined && reason?.coding?.some(({ code, display }) => code === own || display === reason.text) === true;
  const unknownCode = reason?.coding?.find(({ code }) => code !== undefined && code !== absence);
  const sent = repeats ? undefined : (reason?.text ?? unknownCode?.display ?? unknownCode?.code);
  return sent === undefined || sent === ours ? ours : `${ours}: ${sent}`;
}

/**
 * Any value[x] in words, or the reason it is missing; undefined if there is neither. With `isTest`, true means positive
 * rather than yes.
 */
export function valueWords(value: ObservationValue, locale: Locale, isTest = false): string | undefined {
  const { valueQuantity, valueBoolean, valueInteger, valueSampledData } = value;
  const measured =
    formatQuantity(valueQuantity, locale) ??
    toldConcept(value.valueCodeableConcept, locale) ??
    value.valueString?.trim() ??
    formatRange(value.valueRange, locale) ??
    formatRatio(value.valueRatio, locale);
  if (measured !== undefined && measured !== '') return measured;
  if (valueBoolean !== undefined)
    return SMALL_WORDS[isTest ? (valueBoolean ? 'positive' : 'negative') : valueBoolean ? 'yes' : 'no'][locale];
  if (valueInteger !== undefined) return sentNumber(value, 'valueInteger', locale);
  if (valueSampledData?.data !== undefined) {
    const count = valueSampledData.data.trim().split(/\s+/).length / Math.max(valueSampledData.dimensions ?? 1, 1);
    const seconds =
      valueSampledData.period === undefined ? '' : formatNumber((count * valueSampledData.period) / 1_000, locale);
    return samplesWords(Math.floor(count), seconds)[locale];
  }
  const time =
    formatDate(value.valueDateTime) ??
    value.valueTime?.replace(/^(\d\d:\d\d):00(?:\.0+)?$/, '$1') ??
    periodWords(value.valuePeriod, locale);
  if (time !== undefined) return time;
  const absence =
    absenceIn(valueQuantity) ??
    absenceIn(valueQuantity?._value) ??
    absenceIn(value._valueString) ??
    absenceIn(value.valueCodeableConcept);
  return (
    absentWords(value.dataAbsentReason, locale) ?? (absence === undefined ? undefined : absenceWords(absence, locale))
  );
}

/** A questionnaire answer in words. */
export function answerWords(answer: Answer, locale: Locale): string | undefined {
  return (
    valueWords(answer, locale) ??
    sentNumber(answer, 'valueDecimal', locale) ??
    formatDate(answer.valueDate) ??
    toldConcept(codingConcept(answer.valueCoding), locale) ??
    answer.valueUri ??
    fileWords(answer.valueAttachment, locale) ??
    referenceWords(answer.valueReference, locale)
  );
}

/** The values of an observation and of its components; components without a name get a generic label. */
export function observationLines(observation: Observation, locale: Locale): readonly Line[] {
  const isTest =
    observation.category?.some(({ coding }) => coding?.some(({ code }) => code === 'laboratory' || code === 'LAB')) ===
    true;
  const own = valueWords(observation, locale, isTest);
  const parts = (observation.component ?? []).map((part) => componentLine(part, locale, isTest));
  const flag = flagWords(observation.interpretation, locale);
  // a test may report just positive or negative
  const value =
    own ??
    flag ??
    (parts.length === 0 && observation.hasMember === undefined ? SMALL_WORDS.noValue[locale] : undefined);
  return [
    ...(value === undefined
      ? []
      : [withFlag({ label: LABELS.value[locale], value }, value === flag ? undefined : flag)]),
    ...parts,
    ...line(LABELS.reference[locale], rangesWords(observation.referenceRange, locale)),
    ...line(LABELS.member[locale], membersWords(observation.hasMember, locale)),
  ];
}

/** Adds FHIR's default code system for an element to codings that lack one. */
function inSystem(concept: CodeableConcept, system: string): CodeableConcept {
  return concept.coding === undefined
    ? concept
    : { ...concept, coding: concept.coding.map((coding) => ({ system, ...coding })) };
}

/** The interpretation in words, e.g. 'High', including 'Normal'; codes unknown to R4 are shown as they are. */
export function flagWords(interpretation: readonly CodeableConcept[] | undefined, locale: Locale): string | undefined {
  const words = (interpretation ?? []).map(
    (one) =>
      conceptWords(inSystem(one, 'v3-observationinterpretation'), locale) ??
      one.coding?.find(({ code }) => code !== undefined)?.code,
  );
  const texts = [...new Set(words.filter((text) => text !== undefined))];
  return texts.length > 0 ? texts.join(', ') : undefined;
}

/**
 * Reference ranges: type, numbers with unit, the laboratory's text, and population. Texts are never used to compute a
 * flag.
 */
export function rangesWords(ranges: readonly ReferenceRange[] | undefined, locale: Locale): string | undefined {
  const words = (ranges ?? [])
    .map((range) => {
      const text = formatRange(range, locale);
      const values = [text, text !== undefined && saysTheSame(range) ? undefined : range.text].filter(
        (part) => part !== undefined,
      );
      if (values.length === 0) return undefined;
      const whom = [
        toldConcept(range.type && inSystem(range.type, 'referencerange-meaning'), locale),
        ...(range.appliesTo ?? []).map((one) => toldConcept(one, locale)),
        ageRangeWords(range.age, locale),
      ].filter((part) => part !== undefined);
      return `${values.join('; ')}${whom.length === 0 ? '' : ` (${whom.join(', ')})`}`;
    })
    .filter((text) => text !== undefined);
  return words.length > 0 ? words.join('; ') : undefined;
}

/** True if the text only repeats the numbers: '36,0 – 46,0' beside 36 and 46, 'đến 1,7' beside an upper edge of 1.7. */
function saysTheSame({ low, high, text = '' }: ReferenceRange): boolean {
  const [, word = '', first = '', second] = PLAIN_RANGE.exec(text.trim()) ?? [];
  const isUpTo = /^(?:đến|up to|≤|<=)$/i.test(word);
  const isFrom = /^(?:từ|from|≥|>=)$/i.test(word);
  const [least, most] =
    second === undefined ? [isFrom ? first : undefined, isUpTo ? first : undefined] : [first, second];
  const plain = [low, high].every((edge) => edge?.comparator === undefined);
  return plain && first !== '' && isNumber(least, low?.value) && isNumber(most, high?.value);
}
const PLAIN_RANGE = /^(đến|up to|≤|<=|từ|from|≥|>=)? ?(\d+(?:[.,]\d+)?)(?: ?[-–] ?(\d+(?:[.,]\d+)?))?$/i;

const isNumber = (text: string | undefined, value: number | undefined): boolean =>
  text === undefined ? value === undefined : Number(text.replace(',', '.')) === value;

function ageRangeWords(age: ReferenceRange['age'], locale: Locale): string | undefined {
  const words = formatRange(age, locale);
  return words === undefined ? undefined : ageWords(words)[locale];
}

/** A file by title and type. */
export function fileWords(file: Attachment | undefined, l: Locale): string | undefined {
  if (file === undefined) return undefined;
  const kind = fileKind(file.contentType, l);
  return file.title === undefined ? kind : `${file.title} (${kind})`;
}

function fileKind(contentType: string | undefined, l: Locale): string {
  const [kind, rest = ''] = (contentType ?? '').split('/');
  if (rest.startsWith('dicom')) return SMALL_WORDS.dicom[l];
  if (rest.startsWith('pdf')) return SMALL_WORDS.pdf[l];
  if (kind === 'image' || kind === 'video' || kind === 'audio' || kind === 'text') return SMALL_WORDS[kind][l];
  return SMALL_WORDS.file[l];
}

/** A list of member observations: their names, and the number without one. */
export function membersWords(references: readonly Reference[] | undefined, locale: Locale): string | undefined {
  const named = (references ?? []).map((one) => memberWords(one, locale));
  const unnamed = named.filter((words) => words === undefined).length;
  const words = named.filter((one) => one !== undefined);
  const rest = unnamed === 0 ? [] : [memberCount(unnamed)[locale]];
  return words.length + rest.length === 0 ? undefined : [...words, ...rest].join(', ');
}

const memberCount = (count: number) =>
  localized(`${count} kết quả riêng trong danh sách`, `${count} ${count === 1 ? 'result' : 'results'} of the list`);

function memberWords(reference: Reference, locale: Locale): string | undefined {
  const whole = observation(reference.resource);
  if (whole?.code === undefined) {
    // members without a name are only counted
    return reference.display ?? (reference.reference === undefined ? reference.identifier?.value : undefined);
  }
  const name = conceptWords(whole.code, locale) ?? reference.display ?? typeWords('Observation', locale);
  // a withdrawn value must not be readable as one (D-113)
  if (whole.status === 'entered-in-error' || whole.status === 'cancelled')
    return `${name}: ${statusWords('Observation', whole.status)?.[locale] ?? whole.status}`;
  const value = valueWords(whole, locale);
  const flag = flagWords(whole.interpretation, locale);
  const words = value === undefined ? flag : flag === undefined ? value : `${value} (${flag})`;
  return words === undefined ? name : `${name}: ${words}`;
}

/** A reference by its display, else its type. Undefined if empty. */
export function referenceWords(reference: Reference | undefined, locale: Locale): string | undefined {
  if (reference === undefined) return undefined;
  if (reference.display !== undefined) return reference.display;
  const type = reference.type ?? /(?:^|\/)([A-Z][A-Za-z]+)\/[A-Za-z0-9.-]+$/.exec(reference.reference ?? '')?.[1];
  const number = reference.identifier?.value;
  return type === undefined ? number : typeWords(type, locale);
}

/** References in words; nameless ones appear once per type. */
export function referencesWords(
  references: readonly (Reference | undefined)[] | undefined,
  locale: Locale,
): string | undefined {
  const words = (references ?? []).map((one) => referenceWords(one, locale)).filter((text) => text !== undefined);
  return words.length > 0 ? [...new Set(words)].join(', ') : undefined;
}

/** Displays only, where a bare type ('Practitioner') is meaningless. */
export function displayOf(references: readonly (Reference | undefined)[] | undefined): string | undefined {
  const names = [
    ...new Set((references ?? []).map((reference) => reference?.display).filter((name) => name !== undefined)),
  ];
  return names.length > 0 ? names.join(', ') : undefined;
}

export function periodWords(period: Period | undefined, locale: Locale): string | undefined {
  const start = formatDate(period?.start);
  const end = formatDate(period?.end);
  if (start === undefined) return end === undefined ? undefined : `${SMALL_WORDS.until[locale]} ${end}`;
  if (end === undefined)
    // a period without a start does not last until now
    return Date.parse(period?.start ?? '') > Date.now()
      ? `${SMALL_WORDS.since[locale]} ${start}`
      : `${start} – ${SMALL_WORDS.openEnd[locale]}`;
  return start === end ? start : `${start} – ${end}`;
}

/** A line, if there is a value. */
export function line(label: string, value: string | undefined, flag?: string): readonly Line[] {
  const text = value?.trim();
  return text === undefined || text === '' ? [] : [withFlag({ label, value: text }, flag)];
}

function componentLine(part: ObservationComponent, locale: Locale, isTest: boolean): Line {
  const label = conceptWords(part.code, locale) ?? codeOf(part.code) ?? SMALL_WORDS.otherCode[locale];
  const range = rangesWords(part.referenceRange, locale);
  const flag = flagWords(isSymptom(part.code) ? part.interpretation?.map(presence) : part.interpretation, locale);
  const value = valueWords(part, locale, isTest) ?? flag ?? SMALL_WORDS.noValue[locale];
  return withFlag(
    { label, value: range === undefined ? value : `${value} (${LABELS.reference[locale].toLowerCase()}: ${range})` },
    flag === value ? undefined : flag,
  );
}

/** Symptoms are present or absent; 'positive' is laboratory language. */
function isSymptom(code: CodeableConcept | undefined): boolean {
  return code?.coding?.some(({ system }) => system?.endsWith('/CodeSystem/symptom') === true) === true;
}

function presence(concept: CodeableConcept): CodeableConcept {
  const found = concept.coding?.find(({ code }) => code === 'POS' || code === 'NEG');
  return found?.code === undefined ? concept : { coding: [{ system: 'symptom-presence', code: found.code }] };
}

/** The code of a component without words: the only thing that distinguishes it. */
function codeOf(concept: CodeableConcept | undefined): string | undefined {
  return concept?.coding?.find(({ code }) => code !== undefined)?.code;
}

function withFlag(line: Line, flag: string | undefined): Line {
  return flag === undefined ? line : { ...line, flag };
}
