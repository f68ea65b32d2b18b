import { diastolicFlag, DIASTOLIC_REFERENCE, systolicFlag, SYSTOLIC_REFERENCE } from '@phr/clinical/blood-pressure';
import { codingsToWrite, DIASTOLIC, SNOMED, SYSTOLIC, type ComponentCoding } from '@phr/clinical/codings';
import { HEART_RATE_TARGET } from '@phr/clinical/heart-rate';
import type { Flag } from '@phr/clinical/levels';
import { isoWithOffset, offsetMinutes } from '@phr/clinical/periods';
import { PER_MINUTE, UCUM, type Unit } from '@phr/clinical/units';
import { isEntered, looksSwapped, readValue, unlikely, type ValueFault } from '@phr/clinical/validation';
import { interpretation, newObservation, type ComponentInput, type NewObservation } from '@phr/fhir/builders';
import type { Quantity } from '@phr/fhir/datatypes';
import { parseDateInput, parseTimeInput } from '@phr/ui/parse-input';
import { ARM_CODES } from '../readings/reading.model.ts';

export type Arm = 'left' | 'right';

/** What stands in the fields, as typed. */
export interface BloodPressureForm {
  readonly systolic: string;
  readonly diastolic: string;
  readonly pulse: string;
  readonly arm: Arm;
  readonly date: string;
  readonly time: string;
  readonly note: string;
}

export type FormField = Exclude<keyof BloodPressureForm, 'arm'>;

/** Longest note, in characters (D-44). */
export const LONGEST_NOTE = 2000;

/** What is wrong with a field: the text key that says it. */
export interface FormFault {
  readonly field: FormField;
  readonly message: string;
}

/** A form that can be saved, in the types of the clinic. */
export interface BloodPressureEntry {
  readonly systolic: number;
  readonly diastolic: number;
  readonly pulse?: number;
  readonly arm: Arm;
  /** Instant of the measurement, in milliseconds. */
  readonly measuredAt: number;
  readonly note?: string;
}

export type CheckedForm = { readonly ok: true; readonly entry: BloodPressureEntry } | { readonly ok: false; readonly faults: readonly FormFault[] };

/**
 * Checks what was typed. Limits: VIT-16 to VIT-18; the time of a reading is not in the future (D-44).
 * @param zone IANA zone in which date and time were typed
 */
export function checkForm(form: BloodPressureForm, now: number, zone: string): CheckedForm {
  const faults: FormFault[] = [];
  const numberIn = (field: 'systolic' | 'diastolic' | 'pulse'): number | undefined => {
    const read = readValue(field, form[field], field !== 'pulse');
    if (read.ok) return read.value;
    faults.push({ field, message: messageOf(field, read.fault) });
    return undefined;
  };
  const [systolic, diastolic, pulse] = [numberIn('systolic'), numberIn('diastolic'), numberIn('pulse')];

  const date = parseDateInput(form.date);
  const time = parseTimeInput(form.time);
  if (date.kind !== 'date') faults.push({ field: 'date', message: date.kind === 'impossible' ? 'picker.dateNotExist' : 'field.dateInvalid' });
  if (time === undefined) faults.push({ field: 'time', message: 'field.timeInvalid' });
  const measuredAt = date.kind === 'date' && time !== undefined ? instantOf(date.date, time, zone) : undefined;
  // The typed time has no seconds: this very minute is not the future.
  if (measuredAt !== undefined && measuredAt > now) faults.push({ field: 'time', message: 'vit.err.future' });

  const note = form.note.trim();
  if (note.length > LONGEST_NOTE) faults.push({ field: 'note', message: 'vit.err.note' });

  if (faults.length > 0 || systolic === undefined || diastolic === undefined || measuredAt === undefined) return { ok: false, faults };
  return { ok: true, entry: { systolic, diastolic, ...(isEntered(pulse) ? { pulse } : {}), arm: form.arm, measuredAt, ...(note === '' ? {} : { note }) } };
}

function messageOf(field: 'systolic' | 'diastolic' | 'pulse', { fault }: ValueFault): string {
  if (fault === 'required') return `vit.err.${field}Required`;
  if (fault === 'notNumeric') return 'vit.err.numeric';
  return field === 'pulse' ? 'vit.err.pulse' : 'vit.err.bp';
}

/** The instant at which a clock of the zone shows this day and time. A time that the clock skips counts as the one after the jump. */
export function instantOf(day: string, time: string, zone: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const first = asUtc - offsetMinutes(asUtc, zone) * 60_000;
  return asUtc - offsetMinutes(first, zone) * 60_000;
}

/** A possible value that is asked about once before saving (UX-31). */
export type Doubt =
  | { readonly kind: 'unlikely'; readonly field: 'systolic' | 'diastolic' | 'pulse'; readonly value: number }
  | { readonly kind: 'swapped'; readonly systolic: number; readonly diastolic: number };

/** @param last the latest reading of this person, if known */
export function doubtsAbout(entry: BloodPressureEntry, last?: { readonly systolic?: number; readonly diastolic?: number }): readonly Doubt[] {
  if (looksSwapped(entry.systolic, entry.diastolic)) return [{ kind: 'swapped', systolic: entry.systolic, diastolic: entry.diastolic }];
  const asked: readonly (readonly ['systolic' | 'diastolic' | 'pulse', number | undefined, number | undefined])[] = [
    ['systolic', entry.systolic, last?.systolic], ['diastolic', entry.diastolic, last?.diastolic], ['pulse', entry.pulse, undefined],
  ];
  return asked.flatMap(([field, value, previous]): Doubt[] => (value !== undefined && unlikely(field, value, previous) !== undefined ? [{ kind: 'unlikely', field, value }] : []));
}

/** From here on the calm instruction is shown after saving, whatever the age (UX-18). mmHg. */
export const URGENT = { systolic: 180, diastolic: 110 } as const;

export function isUrgent({ systolic, diastolic }: { readonly systolic?: number | undefined; readonly diastolic?: number | undefined }): boolean {
  return (systolic ?? 0) >= URGENT.systolic || (diastolic ?? 0) >= URGENT.diastolic;
}

/** Ids that make a repeated save harmless, one for each reading of the form. UUIDs. */
export interface EntryIds {
  readonly bloodPressure: string;
  readonly pulse: string;
}

/** A new observation with the id by which a repeat is recognised. */
interface NewReading {
  readonly formId: string;
  readonly resource: NewObservation;
}

/** The observations of an entry: the blood pressure, and the pulse when it was given. */
export function readingsFor(entry: BloodPressureEntry, patientId: string, ids: EntryIds, now: number, zone: string): readonly NewReading[] {
  const common = { patientId, category: 'vital-signs', effective: isoWithOffset(entry.measuredAt, zone), issued: isoWithOffset(now, zone) } as const;
  const bloodPressure = newObservation({
    ...common,
    formId: ids.bloodPressure,
    codings: codingsToWrite('bloodPressures'),
    bodySite: { system: SNOMED, code: ARM_CODES[entry.arm], display: entry.arm === 'right' ? 'Right upper arm structure' : 'Left upper arm structure' },
    component: [
      component(SYSTOLIC, entry.systolic, systolicFlag(entry.systolic), SYSTOLIC_REFERENCE),
      component(DIASTOLIC, entry.diastolic, diastolicFlag(entry.diastolic), DIASTOLIC_REFERENCE),
    ],
    ...(entry.note === undefined ? {} : { note: entry.note }),
  });
  const readings = [{ formId: ids.bloodPressure, resource: bloodPressure }];
  if (entry.pulse === undefined) return readings;
  const pulse = newObservation({
    ...common,
    formId: ids.pulse,
    codings: codingsToWrite('heartRates'),
    valueQuantity: quantity(entry.pulse, PER_MINUTE),
    referenceRange: [{ low: quantity(HEART_RATE_TARGET.low, PER_MINUTE), high: quantity(HEART_RATE_TARGET.high, PER_MINUTE) }],
  });
  return [...readings, { formId: ids.pulse, resource: pulse }];
}

function component(part: ComponentCoding, value: number, flag: Flag, reference: { readonly low: number; readonly high: number }): ComponentInput {
  return {
    code: { coding: part.written },
    valueQuantity: quantity(value, part.unit),
    interpretation: [interpretation(flag)],
    referenceRange: [{ low: quantity(reference.low, part.unit), high: quantity(reference.high, part.unit) }],
  };
}

function quantity(value: number, unit: Unit): Quantity {
  return { value, unit: unit.sign, system: UCUM, code: unit.code };
}
