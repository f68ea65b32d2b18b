import type { Locale } from '@phr/contract/host-api';
import { parseDecimal } from '@phr/clinical/numbers';
import { placeOfField, type ValueFault, type VitalField } from '@phr/clinical/validation';
import { checkPlausible, signOfUnit, type Suggestion } from '@phr/clinical/vitals/plausible';
import type { FieldError } from '@phr/module-kit/checked-form';
import { momentOf } from '@phr/time/zone';
import { formatNumber } from '@phr/ui/format';
import { parseDateInput, parseTimeInput } from '@phr/ui/parse-input';

/** The fields that every form of a reading has. */
export interface OccasionForm {
  readonly date: string;
  readonly time: string;
  readonly note: string;
}

/** Longest note, in characters (D-44). */
export const LONGEST_NOTE = 2000;

/** Time and note of a reading. */
export interface CheckedOccasion {
  /** Instant of the measurement, in milliseconds. */
  readonly measuredAt?: number;
  readonly note?: string;
  readonly faults: readonly FieldError[];
}

/**
 * Validates date, time and note. The time must not be in the future (D-44).
 * @param zone IANA zone of the typed date and time
 */
export function checkOccasion(form: OccasionForm, now: number, zone: string): CheckedOccasion {
  const faults: FieldError[] = [];
  const date = parseDateInput(form.date);
  const time = parseTimeInput(form.time);
  if (date.kind !== 'date')
    faults.push({ field: 'date', message: date.kind === 'impossible' ? 'picker.dateNotExist' : 'field.dateInvalid' });
  if (time === undefined) faults.push({ field: 'time', message: 'field.timeInvalid' });
  const measuredAt = date.kind === 'date' && time !== undefined ? momentOf(date.date, time, zone) : undefined;
  // typed times have no seconds: the current minute is not the future
  if (measuredAt !== undefined && measuredAt > now) faults.push({ field: 'time', message: 'vit.err.future' });

  const note = form.note.trim();
  if (note.length > LONGEST_NOTE) faults.push({ field: 'note', message: 'vit.err.note' });
  return { ...(measuredAt === undefined ? {} : { measuredAt }), ...(note === '' ? {} : { note }), faults };
}

const MESSAGES: Readonly<Partial<Record<VitalField, string>>> = {
  systolic: 'vit.err.bp',
  diastolic: 'vit.err.bp',
  pulse: 'vit.err.pulse',
  spo2: 'vit.err.spo2',
  temperature: 'vit.err.temperature',
  weight: 'vit.err.weight',
  height: 'vit.err.height',
};

/**
 * Error of a typed value, with the exceeded limit or, if it looks like another unit, the likely meaning.
 * @param unit UCUM code of the typed unit; defaults to the field's first
 * @param locale locale of numbers in the message
 */
export function valueError(
  field: VitalField,
  typed: string,
  fault: ValueFault,
  { unit, locale = 'vi-VN', name = field }: ValueErrorOptions = {},
): FieldError {
  if (fault.fault !== 'outOfRange') return { field: name, message: faultMessage(field, fault) };
  const { key, part } = placeOfField(field);
  const code = unit ?? part.measures[0].unit.code;
  const value = parseDecimal(typed) ?? NaN;
  const { suggest } = checkPlausible(key, part.key, value, code);
  const words = { value: formatNumber(value, locale), unit: signOfUnit(code) };
  if (suggest !== undefined)
    return { field: name, message: 'vit.err.meant', words: { ...words, other: suggestionWords(suggest, locale) } };
  if (RULES_WITH_RANGE.includes(field)) return { field: name, message: faultMessage(field, fault) };
  const isHigh = value >= fault.high;
  const limit = formatNumber(isHigh ? fault.high : fault.low, locale);
  return { field: name, message: isHigh ? 'vit.err.tooHigh' : 'vit.err.tooLow', words: { ...words, limit } };
}

/** Likely meaning: '110 mg/dL (6,1 mmol/L)', '36,6 °C'. */
export function suggestionWords({ value, unit, shown }: Suggestion, locale: Locale): string {
  const written = `${formatNumber(value, locale)}\u00a0${signOfUnit(unit)}`;
  return shown === undefined ? written : `${written} (${formatNumber(shown.value, locale)}\u00a0${shown.unit.sign})`;
}

interface ValueErrorOptions {
  readonly unit?: string;
  readonly locale?: Locale;
  /** Form field name, if different from the vital's. */
  readonly name?: string;
}

/** Their message names the range itself. */
const RULES_WITH_RANGE: readonly VitalField[] = ['pulse', 'spo2', 'weight'];

/** The text key of the rule that a value breaks. */
function faultMessage(field: VitalField, { fault }: ValueFault): string {
  if (fault === 'notNumeric') return field === 'temperature' ? 'vit.err.temperature' : 'vit.err.numeric';
  return MESSAGES[field] ?? 'vit.err.positive';
}
