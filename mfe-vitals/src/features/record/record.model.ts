import type { ValueFault, VitalField } from '@phr/clinical/validation';
import type { FieldError } from '@phr/module-kit/checked-form';
import { momentOf } from '@phr/time/zone';
import { parseDateInput, parseTimeInput } from '@phr/ui/parse-input';

/** The fields that every form of a reading has. */
export interface OccasionForm {
  readonly date: string;
  readonly time: string;
  readonly note: string;
}

/** Longest note, in characters (D-44). */
export const LONGEST_NOTE = 2000;

/** When a reading was taken and what is said about it. */
export interface CheckedOccasion {
  /** Instant of the measurement, in milliseconds. */
  readonly measuredAt?: number;
  readonly note?: string;
  readonly faults: readonly FieldError[];
}

/**
 * Checks date, time and note. The time of a reading is not in the future (D-44).
 * @param zone IANA zone in which date and time were typed
 */
export function checkOccasion(form: OccasionForm, now: number, zone: string): CheckedOccasion {
  const faults: FieldError[] = [];
  const date = parseDateInput(form.date);
  const time = parseTimeInput(form.time);
  if (date.kind !== 'date')
    faults.push({ field: 'date', message: date.kind === 'impossible' ? 'picker.dateNotExist' : 'field.dateInvalid' });
  if (time === undefined) faults.push({ field: 'time', message: 'field.timeInvalid' });
  const measuredAt = date.kind === 'date' && time !== undefined ? momentOf(date.date, time, zone) : undefined;
  // The typed time has no seconds: this very minute is not the future.
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

/** The text key that says why a value cannot be saved. */
export function faultMessage(field: VitalField, { fault }: ValueFault): string {
  if (fault === 'notNumeric') return field === 'temperature' ? 'vit.err.temperature' : 'vit.err.numeric';
  return MESSAGES[field] ?? 'vit.err.positive';
}
