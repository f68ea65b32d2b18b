import { newObservation, type NewObservation } from '@phr/fhir/builders';
import { correctedOwn } from '@phr/fhir/corrected-observation';
import { isCorrectable } from '@phr/fhir/correctable';
import type { NoteReader } from '@phr/fhir/note-words';
import { observation, type Observation } from '@phr/fhir/observation';
import { ownNoteText } from '@phr/fhir/own-note';
import { storedVersion, type StoredResource } from '@phr/module-kit/correction';
import { isSameMinute } from '@phr/time/instant';
import type { ParseResult } from '@phr/module-kit/checked-form';
import { toZoned } from '@phr/time/zone';
import { localSystem } from '../form/local-codes.model.ts';
import { readMoment, readText } from '../form/form.model.ts';
import type { OwnVersion } from '../form/own-version.entity.ts';
import { CRITICAL, SEVERITIES, symptomCodings, SYMPTOMS, type Symptom } from '../health-reports/symptoms.model.ts';

/** Stands for a symptom missing from the list. */
export const OTHER = 'other';

export type SymptomForm = Readonly<Record<'symptom' | 'words' | 'severity' | 'date' | 'time' | 'note', string>>;

/** How bad a symptom can be that is there. */
export const DEGREES = SEVERITIES.filter((one) => one !== 'none');
type Degree = Exclude<(typeof SEVERITIES)[number], 'none'>;

/** A valid symptom: from the list, or free text. */
export interface SymptomEntry {
  readonly what: Symptom | string;
  readonly severity: Degree;
  /** Instant at which it began, in milliseconds. */
  readonly at: number;
  readonly note?: string;
}

/**
 * Validates the input.
 * @param zone IANA zone of the typed date and time
 */
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

/** True for a symptom that requires calling for help first. */
export const isUrgent = ({ symptom }: Pick<SymptomForm, 'symptom'>): boolean =>
  symptom === 'chest-pain' || CRITICAL.some(({ key }) => key === symptom);

/** What a save needs to know. */
interface SymptomOccasion {
  readonly patientId: string;
  readonly zone: string;
  readonly issued: string;
  readonly formId: string;
}

/** The symptom observation, with severity as its value. */
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

/** A symptom that was written down, as its form corrects it. */
export interface StoredSymptom extends OwnVersion {
  readonly raw: Observation;
  readonly severity: string;
}

const codeIn = (concept: Observation['code'], table: string): string | undefined =>
  concept?.coding?.find(({ system }) => system === localSystem(table))?.code;

/** Reads a symptom for its form; undefined for anything else. */
export function readStoredSymptom(resource: StoredResource | undefined): StoredSymptom | undefined {
  const version = storedVersion(resource);
  const raw = observation(version?.resource);
  const severity = codeIn(raw?.valueCodeableConcept, 'symptom-severity');
  if (version === undefined || raw === undefined || severity === undefined) return undefined;
  return { ...version, raw, severity, isCorrectable: isCorrectable(version.resource) };
}

/** A symptom as it stands in the fields; one that is no more in the list keeps its words. */
export function symptomFormOf(
  { raw, severity }: StoredSymptom,
  moment: Pick<SymptomForm, 'date' | 'time'>,
  reader: NoteReader | undefined,
): SymptomForm {
  const key = codeIn(raw.code, 'symptom');
  const known = SYMPTOMS.some((symptom) => symptom.key === key);
  return {
    ...moment,
    symptom: known ? (key ?? '') : OTHER,
    words: known ? '' : (raw.code?.text ?? ''),
    severity,
    note: ownNoteText(raw.note, reader),
  };
}

/** The stored symptom with what its form says now. What it is called stays as it was written, unless it is another symptom now. */
export function correctedSymptom(
  { note, ...entry }: SymptomEntry,
  stored: StoredSymptom,
  occasion: SymptomOccasion,
  reader: NoteReader | undefined,
): StoredResource {
  const { raw } = stored;
  const { code, valueCodeableConcept, ...next } = symptomOf(entry, occasion);
  const keeps = isSameMinute(Date.parse(raw.effectiveDateTime ?? ''), entry.at) ? ['effectiveDateTime'] : [];
  const { what } = entry;
  const isSame = typeof what === 'string' ? raw.code?.text === what : codeIn(raw.code, 'symptom') === what.key;
  return {
    ...correctedOwn(stored, next, { note, reader, keeps }),
    ...(isSame ? {} : { code }),
    ...(stored.severity === entry.severity ? {} : { valueCodeableConcept }),
  };
}
