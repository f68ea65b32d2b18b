import { newObservation, type NewObservation } from '@phr/fhir/builders';
import { correctedOwn } from '@phr/fhir/corrected-observation';
import type { NoteReader } from '@phr/fhir/note-words';
import { ownNoteText } from '@phr/fhir/own-note';
import type { StoredResource } from '@phr/module-kit/correction';
import type { ParseResult } from '@phr/module-kit/checked-form';
import { toZoned } from '@phr/time/zone';
import { localSystem } from '../form/local-codes.model.ts';
import { readMoment, readText } from '../form/form.model.ts';
import type { StoredSymptom } from './stored-symptom.entity.ts';
import { CRITICAL, SEVERITIES, symptomCodings, SYMPTOMS, type Symptom } from '../health-reports/symptoms.model.ts';

/** Stands for a symptom that is not in the list. */
export const OTHER = 'other';

export type SymptomForm = Readonly<Record<'symptom' | 'words' | 'severity' | 'date' | 'time' | 'note', string>>;

/** How bad a symptom can be that is there. */
export const DEGREES = SEVERITIES.filter((one) => one !== 'none');
type Degree = Exclude<(typeof SEVERITIES)[number], 'none'>;

/** A symptom that can be saved: one of the list, or in the person's own words. */
export interface SymptomEntry {
  readonly what: Symptom | string;
  readonly severity: Degree;
  /** Instant at which it began, in milliseconds. */
  readonly at: number;
  readonly note?: string;
}

/** Checks what was typed. @param zone IANA zone in which date and time were typed */
export function checkSymptom(form: SymptomForm, now: number, zone: string): ParseResult<SymptomEntry> {
  const words = form.symptom === OTHER ? readText('words', form.words, 200) : { faults: [] };
  const what = form.symptom === OTHER ? words.value : SYMPTOMS.find(({ key }) => key === form.symptom);
  const severity = DEGREES.find((one): one is Degree => one === form.severity);
  const at = readMoment(form, now, zone, 'symptom.err.time');
  const note = readText('note', form.note);
  const faults = [
    ...words.faults,
    ...(what === undefined && words.faults.length === 0
      ? [{ field: form.symptom === OTHER ? 'words' : 'symptom', message: 'symptom.err.what' }]
      : []),
    ...(severity === undefined ? [{ field: 'severity', message: 'symptom.err.severity' }] : []),
    ...at.faults,
    ...note.faults,
  ];
  if (faults.length > 0 || what === undefined || severity === undefined || at.value === undefined)
    return { ok: false, faults };
  return {
    ok: true,
    entry: { what, severity, at: at.value, ...(note.value === undefined ? {} : { note: note.value }) },
  };
}

/** True for a symptom with which help is called before anything is written down. */
export const isUrgent = ({ symptom }: Pick<SymptomForm, 'symptom'>): boolean =>
  symptom === 'chest-pain' || CRITICAL.some(({ key }) => key === symptom);

/** Form fields of a stored symptom. */
export function formOf(
  { key, words = '', severity = '', raw }: StoredSymptom,
  began: Pick<SymptomForm, 'date' | 'time'>,
  reader: NoteReader | undefined,
): SymptomForm {
  const isListed = SYMPTOMS.some((one) => one.key === key);
  return {
    symptom: isListed && key !== undefined ? key : OTHER,
    words: isListed ? '' : words,
    severity,
    note: ownNoteText(raw.note, reader),
    ...began,
  };
}

/** The stored symptom with what was changed; notes of others stay. */
export function correctedSymptom(
  entry: SymptomEntry,
  stored: StoredSymptom,
  occasion: SymptomOccasion,
  reader: NoteReader | undefined,
): StoredResource {
  const next = symptomOf(entry, occasion);
  const corrected = correctedOwn(stored, next, { note: entry.note, reader, keeps: [] });
  return { ...corrected, valueCodeableConcept: next['valueCodeableConcept'], resourceType: 'Observation' };
}

/** What a save needs to know. */
interface SymptomOccasion {
  readonly patientId: string;
  readonly zone: string;
  readonly issued: string;
  readonly formId: string;
}

/** The symptom as stored: its code, and its severity as the value. */
export function symptomOf(
  { what, severity, at, note }: SymptomEntry,
  { patientId, zone, issued, formId }: SymptomOccasion,
): NewObservation {
  return newObservation({
    patientId,
    category: 'survey',
    ...(typeof what === 'string' ? { codings: [], codeText: what } : { codings: symptomCodings(what) }),
    effective: toZoned(at, zone),
    issued,
    valueCodeableConcept: { coding: [{ system: localSystem('symptom-severity'), code: severity }] },
    ...(note === undefined ? {} : { note }),
    formId,
  });
}
