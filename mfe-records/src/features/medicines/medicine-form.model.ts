import type { PatientSummary } from '@phr/contract/host-api';
import type { Locale } from '@phr/contract/locale';
import { formIdentifier, ifNoneExist } from '@phr/fhir/builders';
import { CONFIRMED_URL, type DosePlan, timingOf, WEEK_DAYS } from '@phr/fhir/dose-plan';
import { isObject } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';
import { medicationUse } from '@phr/fhir/resources';
import type { StoredFile } from '@phr/http/stored-file';
import { type FieldError, type ParseResult, textsOf } from '@phr/module-kit/checked-form';
import type { StoredResource } from '@phr/module-kit/correction';
import { formatDate } from '@phr/ui/format';
import { parseDateInput, parseDecimal, parsePartialDateInput, parseTimeInput, writeDecimal } from '@phr/ui/parse-input';
import { fileFaults, type Sending } from '../attachments/attachments.model.ts';
import { draftFilesOf } from '../attachments/draft-files.entity.ts';
import { readText, type ReadPart, storedDay } from '../form/form.model.ts';
import type { Medicine } from './medicine.entity.ts';
import { STOCK_URL, stockExtension } from './stock.entity.ts';
import { listOf, storable, withoutInline } from './wire.entity.ts';

export const RHYTHMS = ['daily', 'weekly', 'needed', 'none'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** Form fields. */
export interface MedicineForm {
  readonly name: string;
  /** What it is for. */
  readonly reason: string;
  /** How it is taken, word for word as on the paper. */
  readonly text: string;
  /** Units of one dose. */
  readonly amount: string;
  readonly unit: string;
  readonly rhythm: string;
  /** Days of the week, 'mon tue'. */
  readonly days: string;
  /** '07:00, 18:00'. */
  readonly times: string;
  readonly start: string;
  readonly end: string;
  /** How many units there are. */
  readonly count: string;
  /** Photographs of the paper from which it was typed. */
  readonly papers: readonly StoredFile[];
}

export const EMPTY: MedicineForm = {
  name: '',
  reason: '',
  text: '',
  amount: '',
  unit: '',
  rhythm: 'none',
  days: '',
  times: '',
  start: '',
  end: '',
  count: '',
  papers: [],
};

/** Restores a draft; its documents are already in storage. */
export function medicineDraft(kept: unknown, first: MedicineForm): MedicineForm | undefined {
  const texts = textsOf(kept, first);
  return texts === undefined || !isObject(kept) ? undefined : { ...texts, papers: draftFilesOf(kept['papers']) };
}

/** A medicine that can be saved. */
export interface MedicineEntry {
  readonly name: string;
  readonly reason?: string;
  readonly text?: string;
  readonly dose?: { readonly amount: number; readonly unit?: string };
  readonly rhythm: Rhythm;
  /** The times that the person confirms by saving. */
  readonly plan?: DosePlan;
  /** YYYY-MM-DD, YYYY-MM or YYYY. */
  readonly start?: string;
  /** YYYY-MM-DD. */
  readonly end?: string;
  readonly count?: number;
  readonly papers: readonly StoredFile[];
}

/**
 * Validates the form: the name is required; times if doses are planned, and days if weekly.
 * @param uploads pending and failed uploads, which block saving
 */
export function checkMedicine(form: MedicineForm, uploads?: Sending): ParseResult<MedicineEntry> {
  const name = required(readText('name', form.name, 200));
  const reason = readText('reason', form.reason, 200);
  const text = readText('text', form.text, 500);
  const unit = readText('unit', form.unit, 40);
  const amount = readCount('amount', form.amount, true);
  const start = readStart(form.start);
  const end = readEnd(form.end, start.value);
  const count = readCount('count', form.count, false);
  const rhythm = RHYTHMS.find((one) => one === form.rhythm) ?? 'none';
  const plan = readRhythm(form, rhythm);
  const parts = [name, reason, text, amount, unit, plan, start, end, count];
  const faults = [
    ...parts.flatMap((part) => part.faults),
    ...needsDose(form),
    ...(uploads === undefined ? [] : fileFaults('papers', form.papers, uploads)),
  ];
  if (faults.length > 0 || name.value === undefined) return { ok: false, faults };
  const dose = amount.value === undefined ? undefined : { amount: amount.value, ...defined({ unit: unit.value }) };
  return {
    ok: true,
    entry: {
      name: name.value,
      rhythm,
      papers: form.papers,
      ...defined({
        reason: reason.value,
        text: text.value,
        dose,
        plan: plan.value,
        start: start.value,
        end: end.value,
        count: count.value,
      }),
    },
  };
}

const required = (part: ReadPart<string>): ReadPart<string> =>
  part.value === undefined && part.faults.length === 0
    ? { faults: [{ field: 'name', message: 'med.err.name' }] }
    : part;

/** Stock is counted in the unit of a dose. */
const needsDose = ({ count, amount }: MedicineForm): readonly FieldError[] =>
  count.trim() !== '' && amount.trim() === '' ? [{ field: 'amount', message: 'med.err.amountForCount' }] : [];

/** More than any dose or stock: a slip of the finger. */
const MOST = 100_000_000;

/** '1', '0,5' or '0.125'; a dose must be above 0. '50.000' is ambiguous (fifty or fifty thousand) and rejected. */
function readCount(field: string, typed: string, isAbove: boolean): ReadPart<number> {
  if (typed.trim() === '') return { faults: [] };
  if (/^[1-9]\d*[.,]\d{3}$/.test(typed.trim())) return { faults: [{ field, message: 'med.err.thousands' }] };
  const count = parseDecimal(typed);
  return count === undefined || count < 0 || count > MOST || (isAbove && count === 0)
    ? { faults: [{ field, message: 'med.err.number' }] }
    : { value: count, faults: [] };
}

/** the first day may be in the future */
function readStart(typed: string): ReadPart<string> {
  if (typed.trim() === '') return { faults: [] };
  const read = parsePartialDateInput(typed);
  return read.kind === 'date'
    ? { value: read.date, faults: [] }
    : { faults: [{ field: 'start', message: 'field.dateInvalid' }] };
}

function readEnd(typed: string, start: string | undefined): ReadPart<string> {
  if (typed.trim() === '') return { faults: [] };
  const read = parseDateInput(typed);
  if (read.kind !== 'date') return { faults: [{ field: 'end', message: 'field.dateInvalid' }] };
  return start !== undefined && read.date < start
    ? { faults: [{ field: 'end', message: 'med.err.end' }] }
    : { value: read.date, faults: [] };
}

function readRhythm(form: MedicineForm, rhythm: Rhythm): ReadPart<DosePlan> {
  if (rhythm === 'needed' || rhythm === 'none') return { faults: [] };
  const times = timesOf(form.times);
  const days = WEEK_DAYS.filter((day) => daysOf(form).includes(day));
  const faults: FieldError[] = [];
  if (rhythm === 'weekly' && days.length === 0) faults.push({ field: 'days', message: 'med.err.days' });
  if (times === undefined) faults.push({ field: 'times', message: 'med.err.times' });
  if (faults.length > 0 || times === undefined) return { faults };
  return { value: { times, ...(rhythm === 'weekly' ? { days } : {}) }, faults };
}

export const daysOf = ({ days }: Pick<MedicineForm, 'days'>): readonly string[] =>
  days.split(' ').filter((day) => day !== '');

/** Parses times: '7:00, 18h30'. Undefined if empty or any is invalid. */
function timesOf(typed: string): readonly string[] | undefined {
  const parts = typed.split(/[,;\s]+/).filter((part) => part !== '');
  const times = parts.map((part) => parseTimeInput(part));
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 || known.length < parts.length ? undefined : [...new Set(known)].sort();
}

/** A stored medicine or order as form fields. Its text fills the text field, never the times. */
export function formOf(medicine: Medicine, locale: Locale): MedicineForm {
  const raw = medicationUse(medicine.original);
  const dosage = (raw?.dosage ?? raw?.dosageInstruction)?.[0];
  const quantity = dosage?.doseAndRate?.[0]?.doseQuantity;
  const { plan } = medicine;
  const isFit = plan !== undefined && plan.everyDays === undefined;
  const isNeeded = dosage?.asNeededBoolean === true;
  const start = storedDay(raw?.effectivePeriod?.start);
  const end = storedDay(raw?.effectivePeriod?.end);
  return {
    ...EMPTY,
    name: medicine.title,
    reason: medicine.reason ?? '',
    text: dosage?.text ?? '',
    amount:
      quantity?.value === undefined || quantity.comparator !== undefined ? '' : writeDecimal(quantity.value, locale),
    unit: quantity?.unit ?? '',
    rhythm: isFit ? (plan.days === undefined ? 'daily' : 'weekly') : isNeeded ? 'needed' : 'none',
    days: isFit ? (plan.days ?? []).join(' ') : '',
    times: isFit ? plan.times.join(', ') : '',
    start: start === undefined ? '' : formatDate(start, locale),
    end: end?.length === 'YYYY-MM-DD'.length ? formatDate(end, locale) : '',
  };
}

interface NewMedicine {
  readonly patientId: string;
  /** ISO 8601 with offset: when times are confirmed and stock was counted. */
  readonly at: string;
  /** Who writes it down; absent where that is not known. */
  readonly by?: Pick<PatientSummary, 'id' | 'name'> | undefined;
  readonly formId: string;
  /** The statement or order from which it is taken over. */
  readonly from?: Medicine;
  /** Id of the form of a paper from which it was typed. */
  readonly paper?: string;
}

/** The MedicationStatement to store, by the person or a relative. Saving its times confirms them. */
export function newStatement(entry: MedicineEntry, { patientId, at, by, formId, from, paper }: NewMedicine) {
  const subject = { reference: `Patient/${patientId}` };
  const isOrder = from?.type === 'MedicationRequest';
  const source = from === undefined ? undefined : { reference: `${from.type}/${from.id}` };
  const sources = [
    ...(source === undefined || isOrder ? [] : [source]),
    ...(paper === undefined ? [] : [{ reference: `DocumentReference?${ifNoneExist(paper)}` }]),
  ];
  return {
    resourceType: 'MedicationStatement',
    identifier: [formIdentifier(formId)],
    status: 'active',
    ...medicationOf(entry, from),
    subject,
    informationSource: by === undefined || by.id === patientId ? subject : { type: 'RelatedPerson', display: by.name },
    dateAsserted: at,
    ...(source !== undefined && isOrder ? { basedOn: [source] } : {}),
    ...(sources.length > 0 ? { derivedFrom: sources } : {}),
    ...statementOf(entry, at),
  } as const;
}

/** The original coding, as long as the name is not edited. */
function medicationOf(entry: MedicineEntry, from: Medicine | undefined) {
  const { medicationCodeableConcept, medicationReference } = from?.version.resource ?? {};
  if (from === undefined || from.title !== entry.name) return { medicationCodeableConcept: { text: entry.name } };
  return defined({ medicationCodeableConcept, medicationReference: withoutInline(medicationReference) });
}

const rhythmOf = (plan: DosePlan | undefined) => [plan?.times, plan?.days];

function statementOf(entry: MedicineEntry, at: string, confirmed = at) {
  const { reason, text, dose, plan, rhythm, start, end, count } = entry;
  const quantity = dose === undefined ? undefined : { value: dose.amount, ...defined({ unit: dose.unit }) };
  const dosage = {
    ...defined({ text }),
    ...(plan === undefined ? {} : { timing: timingOf(plan) }),
    ...(rhythm === 'needed' ? { asNeededBoolean: true } : {}),
    ...(quantity === undefined ? {} : { doseAndRate: [{ doseQuantity: quantity }] }),
  };
  const extension = [
    ...(plan === undefined ? [] : [{ url: CONFIRMED_URL, valueDateTime: confirmed }]),
    ...(count === undefined ? [] : [stockExtension(count, at)]),
  ];
  const period = defined({ start, end });
  return {
    ...(extension.length > 0 ? { extension } : {}),
    ...(reason === undefined ? {} : { reasonCode: [{ text: reason }] }),
    ...(Object.keys(period).length > 0 ? { effectivePeriod: period } : {}),
    ...(Object.keys(dosage).length > 0 ? { dosage: [dosage] } : {}),
  };
}

/** Applies changes to the stored statement: the form shows its whole dosage, everything else stays as sent. */
export function correctedStatement(entry: MedicineEntry, stored: Medicine, at: string): StoredResource {
  const {
    extension,
    reasonCode: _reason,
    effectivePeriod: _period,
    dosage: _dosage,
    ...kept
  } = stored.version.resource;
  const isSame = JSON.stringify(rhythmOf(entry.plan)) === JSON.stringify(rhythmOf(stored.plan));
  // unchanged times keep their confirmation date, so earlier doses stay planned
  const next = statementOf(entry, at, isSame ? stored.confirmed : undefined);
  const stock = entry.count === undefined ? extensionOf(extension, STOCK_URL) : [];
  const others = otherExtensions(extension);
  const all = [...others, ...stock, ...(next.extension ?? [])];
  const { medicationCodeableConcept: _concept, medicationReference: _reference, ...rest } = kept;
  return {
    ...rest,
    ...medicationOf(entry, stored),
    ...next,
    ...(all.length > 0 ? { extension: all } : {}),
  };
}

const extensionOf = (value: unknown, url: string) => listOf(value).filter((one) => isObject(one) && one['url'] === url);
const otherExtensions = (value: unknown) =>
  listOf(value).filter((one) => !(isObject(one) && (one['url'] === STOCK_URL || one['url'] === CONFIRMED_URL)));

/** The stored statement with its times confirmed. */
export function confirmedStatement({ version: { resource } }: Medicine, at: string): StoredResource {
  const others = listOf(resource['extension']).filter((one) => !(isObject(one) && one['url'] === CONFIRMED_URL));
  return { ...storable(resource), extension: [...others, { url: CONFIRMED_URL, valueDateTime: at }] };
}

export interface StopEntry {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Who said so. */
  readonly by?: string;
  readonly reason?: string;
}

/** The stored statement as one that ended. */
export function stoppedStatement({ version: { resource } }: Medicine, { day, by, reason }: StopEntry): StoredResource {
  const period = isObject(resource['effectivePeriod']) ? resource['effectivePeriod'] : {};
  const { effectiveDateTime, ...rest } = storable(resource);
  const start = period['start'] ?? effectiveDateTime;
  const why = [by, reason].filter((part) => part !== undefined).join(': ');
  return {
    ...rest,
    status: 'stopped',
    effectivePeriod: { ...defined({ start }), end: day },
    ...(why === '' ? {} : { statusReason: [{ text: why }] }),
  };
}

/** An own statement that a medicine of another person's entry was stopped, as that entry cannot be changed here. */
export function stoppedOf(
  medicine: Medicine,
  stop: StopEntry,
  { patientId, at, by, formId }: Omit<NewMedicine, 'from'>,
) {
  const entry = { name: medicine.title, rhythm: 'none', papers: [] } as const;
  const made = newStatement(entry, { patientId, at, by, formId, from: medicine });
  const { dosage, effectivePeriod, effectiveDateTime } = medicine.version.resource;
  const version = {
    ...medicine.version,
    resource: { ...made, ...defined({ dosage, effectivePeriod, effectiveDateTime }) },
  };
  return { ...stoppedStatement({ ...medicine, version }, stop), resourceType: 'MedicationStatement' };
}
