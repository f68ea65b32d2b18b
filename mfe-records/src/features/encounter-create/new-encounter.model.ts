import type { StoredFile } from '@phr/http/stored-file';
import { dateBounds } from '@phr/fhir/dates';
import { isObject, list, text } from '@phr/fhir/json';
import { type ParseResult, textsOf } from '@phr/module-kit/checked-form';
import { fileFaults, type Sending } from '../attachments/attachments.model.ts';
import { draftFilesOf } from '../attachments/draft-files.entity.ts';
import { readPartialDay, readText } from '../form/form.model.ts';
import { formatDate } from '@phr/ui/format';
import type { Locale } from '@phr/contract/host-api';
import type { StoredTreatment } from './stored-treatment.entity.ts';
import type { NewEncounter } from './new-encounter.entity.ts';

/** Kinds of treatment that a person writes down. */
export const CLASSES = ['SS', 'IMP'] as const;

/** Form fields. */
export interface EncounterForm {
  readonly classCode: string;
  readonly hospital: string;
  /** Id of a provider of the directory, '' of a typed one. */
  readonly hospitalId: string;
  readonly diagnosis: string;
  /** 'system|code' of a catalogue disease, '' for free text. */
  readonly diagnosisToken: string;
  readonly from: string;
  readonly to: string;
  readonly note: string;
  readonly attachments: readonly StoredFile[];
  /** Keys of documents removed from the treatment. */
  readonly removed: readonly string[];
}

export const EMPTY: EncounterForm = {
  classCode: 'SS',
  hospital: '',
  hospitalId: '',
  diagnosis: '',
  diagnosisToken: '',
  from: '',
  to: '',
  note: '',
  attachments: [],
  removed: [],
};

/** Treatments may be planned, so there is no latest day. */
const ANY_DAY = '9999-12-31';
const ICD10 = 'http://hl7.org/fhir/sid/icd-10|';

/** True if a (partial) date is before another. */
function isBefore(date: string, other: string): boolean {
  const [end, start] = [dateBounds(date, 0)?.end, dateBounds(other, 0)?.start];
  return end !== undefined && start !== undefined && end < start;
}

/** True for a visit that begins and ends on one day. */
export const isOneDay = (classCode: string): boolean => classCode === 'SS';

/**
 * Validates the form: hospital, diagnosis and both dates are required (ENC-28); an outpatient visit ends on its first
 * day (ENC-29).
 * @param uploads pending and failed uploads, which block saving (ENC-30)
 */
export function checkEncounter(form: EncounterForm, uploads: Sending): ParseResult<NewEncounter> {
  const hospital = readText('hospital', form.hospital, 200);
  const diagnosis = readText('diagnosis', form.diagnosis, 200);
  const from = readPartialDay('from', form.from, ANY_DAY, 'enc.err.fromDate');
  const to = isOneDay(form.classCode)
    ? { value: from.value, faults: [] }
    : readPartialDay('to', form.to, ANY_DAY, 'enc.err.toDate');
  const note = readText('note', form.note);
  const faults = [
    ...(hospital.value === undefined && hospital.faults.length === 0
      ? [{ field: 'hospital', message: 'enc.err.hospital' }]
      : hospital.faults),
    ...(diagnosis.value === undefined && diagnosis.faults.length === 0
      ? [{ field: 'diagnosis', message: 'enc.err.diagnosis' }]
      : diagnosis.faults),
    ...from.faults,
    ...to.faults,
    ...(from.value !== undefined && to.value !== undefined && isBefore(to.value, from.value)
      ? [{ field: 'to', message: 'enc.err.order' }]
      : []),
    ...note.faults,
    ...fileFaults('attachments', form.attachments, uploads),
  ];
  if (
    faults.length > 0 ||
    hospital.value === undefined ||
    diagnosis.value === undefined ||
    from.value === undefined ||
    to.value === undefined
  )
    return { ok: false, faults };
  const code = form.diagnosisToken.startsWith(ICD10) ? form.diagnosisToken.slice(ICD10.length) : '';
  return {
    ok: true,
    entry: {
      hospital: { ...(form.hospitalId === '' ? {} : { id: form.hospitalId }), name: hospital.value },
      classCode: form.classCode,
      diagnosis: { ...(code === '' ? {} : { code }), display: diagnosis.value },
      from: from.value,
      to: to.value,
      attachments: form.attachments,
      removed: form.removed,
      ...(note.value === undefined ? {} : { note: note.value }),
    },
  };
}

/** A stored treatment as form fields. */
export function formOf(stored: StoredTreatment, locale: Locale): EncounterForm {
  const { classCode, hospital, diagnosis, from, to, note = '', papers } = stored;
  const day = (date: string | undefined) => (date === undefined ? '' : formatDate(date, locale));
  return {
    ...EMPTY,
    classCode: classCode === 'AMB' ? 'SS' : (classCode ?? ''),
    hospital: hospital.name ?? '',
    hospitalId: hospital.id ?? '',
    diagnosis: diagnosis.words,
    diagnosisToken: diagnosis.token,
    from: day(from),
    to: day(to),
    note,
    attachments: papers,
  };
}

/** Restores a draft; its files are already in storage. */
export function encounterDraft(kept: unknown, first: EncounterForm): EncounterForm | undefined {
  const texts = textsOf(kept, first);
  if (texts === undefined || !isObject(kept)) return undefined;
  const removed = list(text)(kept['removed']) ?? [];
  return {
    ...texts,
    attachments: draftFilesOf(kept['attachments']),
    removed: removed.filter((path) => path !== undefined),
  };
}
