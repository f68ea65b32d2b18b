import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';
import { conceptWords } from '../concepts.ts';
import type { CodeableConcept, Dosage, Period, Quantity, Range, Ratio } from '../datatypes.ts';
import { formatDate } from '../dates.ts';
import { SMALL_WORDS, TIME_UNITS } from '../dictionary.labels.ts';
import { formatQuantity, formatRange, sentNumber } from '../quantities.ts';
import { periodWords } from '../describe-value.ts';

// How a medicine is taken. A partial dose is a wrong dose: if any part has no words, the whole dose becomes 'see the
// original'.

/** Text of each part; undefined marks a part that cannot be expressed. */
type Parts = readonly (string | undefined)[];

const WEEK_DAYS: Readonly<Record<string, Localized>> = {
  mon: localized('thứ Hai', 'Monday'),
  tue: localized('thứ Ba', 'Tuesday'),
  wed: localized('thứ Tư', 'Wednesday'),
  thu: localized('thứ Năm', 'Thursday'),
  fri: localized('thứ Sáu', 'Friday'),
  sat: localized('thứ Bảy', 'Saturday'),
  sun: localized('Chủ nhật', 'Sunday'),
};
/** http://hl7.org/fhir/event-timing and v3 TimingEvent. */
const EVENTS: Readonly<Record<string, Localized>> = {
  MORN: localized('buổi sáng', 'in the morning'),
  'MORN.early': localized('sáng sớm', 'early in the morning'),
  'MORN.late': localized('cuối buổi sáng', 'late in the morning'),
  NOON: localized('buổi trưa', 'at noon'),
  AFT: localized('buổi chiều', 'in the afternoon'),
  'AFT.early': localized('đầu buổi chiều', 'early in the afternoon'),
  'AFT.late': localized('cuối buổi chiều', 'late in the afternoon'),
  EVE: localized('buổi tối', 'in the evening'),
  'EVE.early': localized('đầu buổi tối', 'early in the evening'),
  'EVE.late': localized('cuối buổi tối', 'late in the evening'),
  NIGHT: localized('ban đêm', 'at night'),
  PHS: localized('sau khi đã ngủ', 'after falling asleep'),
  HS: localized('trước khi đi ngủ', 'before going to sleep'),
  WAKE: localized('sau khi thức dậy', 'after waking up'),
  C: localized('trong bữa ăn', 'with a meal'),
  CM: localized('trong bữa sáng', 'with breakfast'),
  CD: localized('trong bữa trưa', 'with lunch'),
  CV: localized('trong bữa tối', 'with dinner'),
  AC: localized('trước bữa ăn', 'before a meal'),
  ACM: localized('trước bữa sáng', 'before breakfast'),
  ACD: localized('trước bữa trưa', 'before lunch'),
  ACV: localized('trước bữa tối', 'before dinner'),
  PC: localized('sau bữa ăn', 'after a meal'),
  PCM: localized('sau bữa sáng', 'after breakfast'),
  PCD: localized('sau bữa trưa', 'after lunch'),
  PCV: localized('sau bữa tối', 'after dinner'),
};

const DOSAGE = new Set([
  'id',
  'sequence',
  'text',
  'additionalInstruction',
  'patientInstruction',
  'timing',
  'asNeededBoolean',
  'asNeededCodeableConcept',
  'site',
  'route',
  'method',
  'doseAndRate',
  'maxDosePerPeriod',
  'maxDosePerAdministration',
  'maxDosePerLifetime',
]);
const DOSE_AND_RATE = new Set(['id', 'type', 'doseRange', 'doseQuantity', 'rateRatio', 'rateRange', 'rateQuantity']);
const TIMING = new Set(['id', 'event', 'repeat', 'code']);
const REPEAT = new Set([
  'id',
  'boundsDuration',
  'boundsRange',
  'boundsPeriod',
  'count',
  'countMax',
  'duration',
  'durationMax',
  'durationUnit',
  'frequency',
  'frequencyMax',
  'period',
  'periodMax',
  'periodUnit',
  'dayOfWeek',
  'timeOfDay',
  'when',
  'offset',
]);

/**
 * How a medicine is taken: the prescriber's text, then dose, rate, timing, need, maxima, route, site, method and
 * instructions. If any part has no words, the result is 'see the original', after the text if there is one. Undefined
 * if nothing is given.
 */
export function doseWords(dosage: Dosage, l: Locale): string | undefined {
  const parts = [...structured(dosage, l), ...instructions(dosage, l)];
  const known = parts.filter((part) => part !== undefined && part !== '');
  const isWhole = parts.every((part) => part !== undefined) && hasOnly(dosage, DOSAGE);
  const sentence = isWhole ? known.join(', ') : SMALL_WORDS.seeOriginal[l];
  const all = [dosage.text, sentence].filter((part) => part !== undefined && part !== '');
  return all.length === 0 ? undefined : all.join('; ');
}

/** The doses of a medicine, numbered if there are several, as they follow one another. */
export function dosesWords(dosages: readonly Dosage[], l: Locale): readonly string[] {
  const ordered = [...dosages].sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
  return ordered.flatMap((dosage, index) => {
    const words = doseWords(dosage, l);
    if (words === undefined) return [];
    return dosages.length === 1 && dosage.sequence === undefined ? words : `${dosage.sequence ?? index + 1}. ${words}`;
  });
}

function structured(dosage: Dosage, l: Locale): Parts {
  return [
    ...(dosage.doseAndRate ?? []).flatMap((one) => doseAndRate(one, l)),
    ...(dosage.timing === undefined ? [] : timingParts(dosage.timing, l)),
    ...needed(dosage, l),
    ...optional(dosage.maxDosePerPeriod, (ratio) => most(perPeriod(ratio, l), l)),
    ...optional(dosage.maxDosePerAdministration, (quantity) => most(each(formatQuantity(quantity, l), l), l)),
    ...optional(dosage.maxDosePerLifetime, (quantity) => most(lifetime(formatQuantity(quantity, l), l), l)),
    ...optional(dosage.route, (concept) => conceptWords(concept, l)),
    ...optional(dosage.site, (concept) => conceptWords(concept, l)),
    ...optional(dosage.method, (concept) => conceptWords(concept, l)),
  ];
}

function instructions(dosage: Dosage, l: Locale): Parts {
  return [...(dosage.additionalInstruction ?? []).map((one) => conceptWords(one, l)), dosage.patientInstruction ?? ''];
}

function doseAndRate(one: NonNullable<Dosage['doseAndRate']>[number], l: Locale): Parts {
  if (!hasOnly(one, DOSE_AND_RATE)) return [undefined];
  const kind = one.type === undefined ? undefined : conceptWords(one.type, l);
  const words = [
    ...optional(one.doseQuantity, (quantity) => formatQuantity(quantity, l)),
    ...optional(one.doseRange, (range) => formatRange(range, l)),
    ...optional(one.rateQuantity, (quantity) => prefixed(RATE, formatQuantity(quantity, l), l)),
    ...optional(one.rateRange, (range) => prefixed(RATE, formatRange(range, l), l)),
    ...optional(one.rateRatio, (ratio) => prefixed(RATE, perPeriod(ratio, l), l)),
  ];
  // 'ordered' and 'calculated' say how a dose was found; the result is shown beside it
  return one.type === undefined ? words : [...words, kind === undefined ? undefined : `(${kind})`];
}

function needed({ asNeededBoolean, asNeededCodeableConcept: reason }: Dosage, l: Locale): Parts {
  if (reason !== undefined) return [prefixed(SMALL_WORDS.asNeeded, conceptWords(reason, l), l, ': ')];
  return asNeededBoolean === undefined ? [] : [asNeededBoolean ? SMALL_WORDS.asNeeded[l] : NOT_AS_NEEDED[l]];
}

/** When something is done, in words; 'see the original' if any part has none, undefined if nothing is given. */
export function timingWords(timing: NonNullable<Dosage['timing']>, l: Locale): string | undefined {
  const parts = timingParts(timing, l);
  if (parts.some((part) => part === undefined)) return SMALL_WORDS.seeOriginal[l];
  return parts.length === 0 ? undefined : parts.join(', ');
}

function timingParts(timing: NonNullable<Dosage['timing']>, l: Locale): Parts {
  return [
    ...(hasOnly(timing, TIMING) ? [] : [undefined]),
    ...optional(timing.code, (code) => timingCode(code, l)),
    ...(timing.event ?? []).map((event) => formatDate(event)),
    ...(timing.repeat === undefined ? [] : repeatParts(timing.repeat, l)),
  ];
}

function timingCode(code: CodeableConcept, l: Locale): string | undefined {
  // some senders repeat the abbreviation as text
  const abbreviation = code.coding?.map((one) => ({ coding: [{ ...one, system: 'v3-GTSAbbreviation' }] }));
  return (
    conceptWords(code, l) ??
    abbreviation?.map((one) => conceptWords(one, l)).find((words) => words !== undefined) ??
    code.text
  );
}

type Repeat = NonNullable<NonNullable<Dosage['timing']>['repeat']>;

function repeatParts(repeat: Repeat, l: Locale): Parts {
  return [
    ...(hasOnly(repeat, REPEAT) ? [] : [undefined]),
    ...often(repeat, l),
    ...listed(repeat.dayOfWeek?.map((day) => WEEK_DAYS[day]?.[l])),
    ...listed(repeat.timeOfDay?.map((time) => AT(time.replace(/^(\d\d:\d\d):00$/, '$1'))[l])),
    ...listed(repeat.when?.map((when) => eventWords(when, repeat, l))),
    ...(repeat.offset !== undefined && repeat.when === undefined ? [undefined] : []),
    ...lasting(repeat, l),
    ...optional(repeat.boundsDuration, (quantity: Quantity) => prefixed(FOR, formatQuantity(quantity, l), l)),
    ...optional(repeat.boundsRange, (range: Range) => prefixed(FOR, formatRange(range, l), l)),
    ...optional(repeat.boundsPeriod, (period: Period) => periodWords(period, l)),
    ...counted(repeat, l),
  ];
}

/** 'twice a day', '1 time every 6 – 8 hours'. */
function often(repeat: Repeat, l: Locale): Parts {
  const times = upTo(repeat, 'frequency', 'frequencyMax', l);
  const period = upTo(repeat, 'period', 'periodMax', l);
  if (period === undefined && repeat.periodUnit === undefined) return times === undefined ? [] : [TIMES(times)[l]];
  const unit = TIME_UNITS.find(({ code }) => code === repeat.periodUnit);
  if (period === undefined || unit === undefined) return [undefined];
  return [`${TIMES(times ?? '1')[l]} ${every(period, unit.words, l)}`];
}

function lasting(repeat: Repeat, l: Locale): Parts {
  const duration = upTo(repeat, 'duration', 'durationMax', l);
  if (duration === undefined && repeat.durationUnit === undefined) return [];
  const unit = TIME_UNITS.find(({ code }) => code === repeat.durationUnit);
  return [
    duration === undefined || unit === undefined
      ? undefined
      : LASTING(`${duration} ${unitFor(duration, unit.words, l)}`)[l],
  ];
}

function counted(repeat: Repeat, l: Locale): Parts {
  const count = upTo(repeat, 'count', 'countMax', l);
  return count === undefined ? [] : [ALTOGETHER(TIMES(count)[l])[l]];
}

function eventWords(when: string, repeat: Repeat, l: Locale): string | undefined {
  const words = Object.hasOwn(EVENTS, when) ? EVENTS[when]?.[l] : undefined;
  const offset = sentNumber(repeat, 'offset', l);
  return words === undefined || offset === undefined || repeat.offset === 0
    ? words
    : `${offset} ${MINUTES[l]} ${words}`;
}

/** '2' or '2 – 3'. */
function upTo(repeat: Repeat, key: keyof Repeat, maxKey: keyof Repeat, l: Locale): string | undefined {
  const [least, most] = [sentNumber(repeat, key, l), sentNumber(repeat, maxKey, l)];
  if (least === undefined) return most === undefined ? undefined : UP_TO(most)[l];
  return most === undefined ? least : `${least} – ${most}`;
}

/** '4 g in 1 day'. */
function perPeriod(ratio: Ratio, l: Locale): string | undefined {
  const [amount, period] = [formatQuantity(ratio.numerator, l), formatQuantity(ratio.denominator, l)];
  return amount === undefined || period === undefined ? undefined : IN(amount, period)[l];
}

const RATE = localized('tốc độ', 'at a rate of');
const FOR = localized('trong', 'for');
const NOT_AS_NEEDED = localized('dùng đều', 'regularly, not only as needed');
const MINUTES = localized('phút', 'minutes');
const TIMES = (one: string): Localized => localized(`${one} lần`, one === '1' ? '1 time' : `${one} times`);
const AT = (one: string): Localized => localized(`lúc ${one}`, `at ${one}`);
const LASTING = (one: string): Localized => localized(`mỗi lần kéo dài ${one}`, `each lasting ${one}`);
const ALTOGETHER = (one: string): Localized => localized(`tổng cộng ${one}`, `${one} altogether`);
const UP_TO = (one: string): Localized => localized(`tối đa ${one}`, `up to ${one}`);
const IN = (amount: string, period: string): Localized =>
  localized(`${amount} trong ${period}`, `${amount} in ${period}`);

const most = (words: string | undefined, l: Locale): string | undefined =>
  words === undefined ? undefined : UP_TO(words)[l];
const each = (words: string | undefined, l: Locale): string | undefined =>
  words === undefined ? undefined : localized(`${words} mỗi lần`, `${words} each time`)[l];
const lifetime = (words: string | undefined, l: Locale): string | undefined =>
  words === undefined ? undefined : localized(`${words} trong cả đời`, `${words} in a lifetime`)[l];

function every(period: string, unit: Localized, l: Locale): string {
  return localized(
    `mỗi ${period === '1' ? '' : `${period} `}${unit['vi-VN']}`,
    `every ${period === '1' ? '' : `${period} `}${unitFor(period, unit, 'en-US')}`,
  )[l];
}

/** English units have a plural form. */
function unitFor(count: string, unit: Localized, l: Locale): string {
  return localized(unit['vi-VN'], `${unit['en-US']}${count === '1' ? '' : 's'}`)[l];
}

function prefixed(prefix: Localized, words: string | undefined, l: Locale, between = ' '): string | undefined {
  return words === undefined ? undefined : `${prefix[l]}${between}${words}`;
}

/** No part if nothing is given, else its text, which may be missing. */
function optional<T>(value: T | undefined, words: (value: T) => string | undefined): Parts {
  return value === undefined ? [] : [words(value)];
}

/** Joins a list into one part; requires text for every member. */
function listed(words: Parts | undefined): Parts {
  if (words === undefined) return [];
  return [words.every((one) => one !== undefined) ? words.join(', ') : undefined];
}

/** True if an element has only the known keys. Extensions are reported by whoever describes the whole resource. */
function hasOnly(value: object, known: ReadonlySet<string>): boolean {
  return Object.keys(value).every((key) => known.has(key) || key === 'extension' || key.startsWith('_'));
}
