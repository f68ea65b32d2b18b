import { formIdentifier } from '@phr/fhir/builders';
import type { ParseResult } from '@phr/module-kit/checked-form';
import { type Chosen, codeableOf } from '../concepts/concept.entity.ts';
import { readPartialDay, readText } from '../form/form.model.ts';
import type { StoredImmunization } from './immunization.entity.ts';

/** Form fields. */
export interface ImmunizationForm {
  readonly vaccine: string;
  /** 'system|code' of a catalogue vaccine, '' for free text. */
  readonly vaccineToken: string;
  readonly date: string;
  readonly facility: string;
  readonly lot: string;
  readonly note: string;
}

export const EMPTY: ImmunizationForm = { vaccine: '', vaccineToken: '', date: '', facility: '', lot: '', note: '' };

/** A vaccination that can be saved. */
export interface ImmunizationEntry {
  readonly vaccine: Chosen;
  /** YYYY-MM-DD, YYYY-MM or YYYY; absent if a stored text date ("summer of 2024") is kept. */
  readonly day?: string;
  readonly facility: string;
  readonly lot?: string;
  readonly note?: string;
}

/**
 * Validates the form: vaccine, date and administering unit are required, the date must not be in the future (D-65).
 * @param keepsDate the stored date is text ("summer of 2024") and may stay
 */
export function checkImmunization(
  form: ImmunizationForm,
  today: string,
  keepsDate = false,
): ParseResult<ImmunizationEntry> {
  const vaccine = needed(readText('vaccine', form.vaccine, 200), 'vaccine');
  const day = readPartialDay('date', form.date, today, keepsDate ? undefined : 'imm.err.date');
  const facility = needed(readText('facility', form.facility, 200), 'facility');
  const lot = readText('lot', form.lot, 60);
  const note = readText('note', form.note);
  const faults = [vaccine, day, facility, lot, note].flatMap((part) => part.faults);
  if (faults.length > 0 || vaccine.value === undefined || facility.value === undefined) return { ok: false, faults };
  return {
    ok: true,
    entry: {
      vaccine: { words: vaccine.value, token: form.vaccineToken },
      facility: facility.value,
      ...(day.value === undefined ? {} : { day: day.value }),
      ...(lot.value === undefined ? {} : { lot: lot.value }),
      ...(note.value === undefined ? {} : { note: note.value }),
    },
  };
}

function needed<
  Part extends {
    readonly value?: string;
    readonly faults: readonly { readonly field: string; readonly message: string }[];
  },
>(part: Part, field: 'vaccine' | 'facility'): Part {
  return part.value !== undefined || part.faults.length > 0
    ? part
    : { ...part, faults: [{ field, message: `imm.err.${field}` }] };
}

/**
 * Builds the Immunization: the unit is a name, not a confirmed organisation (D-65).
 * @param formId UUID that makes retries idempotent
 */
export function newImmunization(entry: ImmunizationEntry, patientId: string, formId: string) {
  return {
    resourceType: 'Immunization',
    identifier: [formIdentifier(formId)],
    status: 'completed',
    patient: { reference: `Patient/${patientId}` },
    ...elementsOf(entry),
  } as const;
}

/** Applies changes to the stored vaccination; everything not shown or not edited stays as sent. */
export function changedImmunization(
  entry: ImmunizationEntry,
  { resource, vaccine, day, facility, note }: StoredImmunization,
) {
  const next = elementsOf(entry);
  const { lotNumber: _lot, note: _note, ...kept } = resource;
  const samePlace = entry.facility === facility;
  const { location: _place, ...elsewhere } = kept;
  const { occurrenceString: _words, _occurrenceDateTime: _absence, ...datedAnew } = samePlace ? kept : elsewhere;
  return {
    ...(entry.day === undefined ? (samePlace ? kept : elsewhere) : datedAnew),
    ...next,
    ...(entry.vaccine.words === vaccine.words &&
      entry.vaccine.token === vaccine.token && { vaccineCode: resource['vaccineCode'] }),
    ...(entry.day !== undefined && entry.day === day && { occurrenceDateTime: resource['occurrenceDateTime'] }),
    ...(samePlace && resource['performer'] !== undefined && { performer: resource['performer'] }),
    ...(entry.note !== undefined && entry.note === note && { note: resource['note'] }),
  };
}

function elementsOf({ vaccine, day, facility, lot, note }: ImmunizationEntry) {
  return {
    vaccineCode: codeableOf(vaccine),
    ...(day === undefined ? {} : { occurrenceDateTime: day }),
    performer: [{ actor: { display: facility } }],
    ...(lot === undefined ? {} : { lotNumber: lot }),
    ...(note === undefined ? {} : { note: [{ text: note }] }),
  };
}
