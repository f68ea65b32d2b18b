import type { Locale } from '@phr/contract/locale';
import { isSevereBreathing, isSevereSpo2 } from '@phr/clinical/covid19';
import { interpretation, newObservation, type NewObservation } from '@phr/fhir/builders';
import { correctedOwn, SAME_ENTRY } from '@phr/fhir/corrected-observation';
import { isObject } from '@phr/fhir/json';
import type { NoteReader } from '@phr/fhir/note-words';
import { ownNoteText } from '@phr/fhir/own-note';
import { hasCode } from '@phr/fhir/reading';
import type { StoredResource } from '@phr/module-kit/correction';
import { type ParseResult, textsOf } from '@phr/module-kit/checked-form';
import { isSameMinute } from '@phr/time/instant';
import { localSystem } from '../form/local-codes.model.ts';
import { readMoment, readText } from '../form/form.model.ts';
import type { NewResource } from '../form/save.api.ts';
import {
  READING_FIELDS,
  readingObservations,
  readReadings,
  type ReadingField,
  type Readings,
  type ReportOccasion,
} from './report-readings.model.ts';
import { localCode, type StoredReport } from './stored-report.entity.ts';
import { BASIC, CRITICAL, symptomCodings } from './symptoms.model.ts';

/** Form fields, and keys of ticked symptoms. */
export interface F0hForm extends Readonly<Record<'date' | 'time' | 'note' | ReadingField, string>> {
  readonly symptoms: readonly string[];
}

export interface F0hEntry {
  /** Instant of the report, in milliseconds. */
  readonly at: number;
  readonly readings: Readings;
  /** Keys of the symptoms that are there. */
  readonly symptoms: readonly string[];
  readonly note?: string;
}

const SYMPTOMS = [...BASIC, ...CRITICAL];

export function emptyF0h(moment: { readonly date: string; readonly time: string }): F0hForm {
  return {
    ...moment,
    note: '',
    temperature: '',
    spo2: '',
    pulse: '',
    respiratoryRate: '',
    systolic: '',
    diastolic: '',
    symptoms: [],
  };
}

/** Keys of the symptoms of a list that are there. */
export function positivesOf(form: F0hForm, list: readonly { readonly key: string }[]): readonly string[] {
  return list.map(({ key }) => key).filter((key) => form.symptoms.includes(key));
}

/** The form with a symptom that is there, or is not. */
export function withSymptom({ symptoms }: F0hForm, key: string, isThere: boolean): Pick<F0hForm, 'symptoms'> {
  const others = symptoms.filter((one) => one !== key);
  return { symptoms: isThere ? [...others, key] : others };
}

/** Restores a draft, including the older format with one field per symptom, `sym.<key>`. */
export function readDraft(kept: unknown, first: F0hForm): F0hForm | undefined {
  const { symptoms: _none, ...texts } = first;
  const read = textsOf(kept, texts);
  if (read === undefined || !isObject(kept)) return undefined;
  const ticked: readonly unknown[] = Array.isArray(kept['symptoms']) ? kept['symptoms'] : [];
  const isThere = ({ key }: { readonly key: string }) => ticked.includes(key) || kept[`sym.${key}`] === 'POS';
  return { ...read, symptoms: SYMPTOMS.filter(isThere).map(({ key }) => key) };
}

/**
 * Validates a report; an empty one is rejected.
 * @param zone IANA zone of the typed time
 */
export function checkF0h(form: F0hForm, now: number, zone: string, locale: Locale): ParseResult<F0hEntry> {
  const at = readMoment(form, now, zone, 'rep.err.time');
  const { readings, faults } = readReadings(form, locale);
  const note = readText('note', form.note);
  const symptoms = positivesOf(form, SYMPTOMS);
  const all = [...at.faults, ...faults, ...note.faults];
  if (
    all.length === 0 &&
    note.value === undefined &&
    symptoms.length === 0 &&
    READING_FIELDS.every((field) => readings[field] === undefined)
  )
    all.push({ field: 'temperature', message: 'rep.err.empty' });
  if (all.length > 0 || at.value === undefined) return { ok: false, faults: all };
  return {
    ok: true,
    entry: { at: at.value, readings, symptoms, ...(note.value === undefined ? {} : { note: note.value }) },
  };
}

/** Observations of a report: one per reading, and one of symptoms if there is a note or symptom (SYM-10, SYM-11). */
export function f0hObservations(
  { readings, symptoms, note }: F0hEntry,
  occasion: ReportOccasion,
  title: string,
): readonly NewResource[] {
  const made = readingObservations(readings, occasion);
  if (symptoms.length === 0 && note === undefined) return made;
  const { idOf, birthDate: _birthDate, goals: _goals, ...shared } = occasion;
  const formId = idOf('symptoms');
  return [...made, { formId, resource: symptomObservation({ symptoms, note }, { ...shared, formId }, title) }];
}

type SymptomOccasion = Omit<ReportOccasion, 'idOf' | 'birthDate' | 'goals'> & { readonly formId: string };

/** The code of the observation of symptoms. */
export const F0H_SYMPTOMS = 'covid19-symptoms';

function symptomObservation(
  { symptoms, note }: { readonly symptoms: readonly string[]; readonly note: string | undefined },
  occasion: SymptomOccasion,
  title: string,
): NewObservation {
  return newObservation({
    ...occasion,
    category: 'survey',
    codings: [{ system: localSystem('symptom-report'), code: F0H_SYMPTOMS, display: 'COVID-19 symptoms' }],
    codeText: title,
    component: SYMPTOMS.map((symptom) => ({
      code: { coding: symptomCodings(symptom) },
      interpretation: [interpretation(symptoms.includes(symptom.key) ? 'POS' : symptom.initial)],
    })),
    ...(note === undefined ? {} : { note }),
  });
}

/** Symptoms and note of a stored report as form fields; readings are corrected separately. */
export function f0hFormOf(
  { raw }: StoredReport,
  moment: { readonly date: string; readonly time: string },
  reader: NoteReader | undefined,
): F0hForm {
  const there = (raw.component ?? [])
    .filter(({ interpretation: said }) => said?.some((one) => hasCode(one, 'POS')))
    .map((part) => localCode(part, 'symptom'));
  return {
    ...emptyF0h(moment),
    note: ownNoteText(raw.note, reader),
    symptoms: SYMPTOMS.filter(({ key }) => there.includes(key)).map(({ key }) => key),
  };
}

/** Applies the form to the stored symptoms. */
export function correctedF0h(
  { symptoms, note, at }: F0hEntry,
  stored: StoredReport,
  occasion: SymptomOccasion,
  { title, reader }: { readonly title: string; readonly reader: NoteReader | undefined },
): StoredResource {
  return correctedOwn(stored, symptomObservation({ symptoms, note: undefined }, occasion, title), {
    note,
    reader,
    keeps: [
      ...SAME_ENTRY,
      ...(isSameMinute(Date.parse(stored.raw.effectiveDateTime ?? ''), at) ? ['effectiveDateTime'] : []),
    ],
  });
}

/**
 * Whether a report contains an emergency sign, whatever the assessment will say.
 * @param age completed years
 */
export function isSevere(
  { readings: { spo2 = 0, respiratoryRate = 0 }, symptoms }: F0hEntry,
  age: number | undefined,
): boolean {
  return (
    isSevereSpo2(spo2) || isSevereBreathing(respiratoryRate, age) || CRITICAL.some(({ key }) => symptoms.includes(key))
  );
}
