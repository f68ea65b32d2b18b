import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import { readText } from '../form/form.model.ts';
import type { LinkEntry } from './link-request.entity.ts';

/** Longest number on a hospital's paper that is taken. */
const LONGEST_NUMBER = 64;

export type LinkForm = Readonly<Record<'providerId' | 'medicalId' | 'examCode' | 'insuranceCardNumber', string>>;

export const EMPTY_LINK: LinkForm = { providerId: '', medicalId: '', examCode: '', insuranceCardNumber: '' };

const NUMBERS = ['medicalId', 'examCode', 'insuranceCardNumber'] as const;

/** A link request requires a provider and at least one hospital number (LINK-01, LINK-02). */
export function checkLink(form: LinkForm): ParseResult<LinkEntry> {
  const faults: FieldError[] = [];
  if (form.providerId === '') faults.push({ field: 'providerId', message: 'link.err.provider' });
  const read = NUMBERS.map((field) => [field, readText(field, form[field], LONGEST_NUMBER)] as const);
  faults.push(...read.flatMap(([, part]) => part.faults));
  const given = Object.fromEntries(read.flatMap(([field, { value }]) => (value === undefined ? [] : [[field, value]])));
  if (read.every(([, { value, faults: wrong }]) => value === undefined && wrong.length === 0))
    faults.push({ field: 'medicalId', message: 'link.err.oneOf' });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, entry: { providerId: form.providerId, ...given } };
}

/** The typed access code without spaces; undefined unless exactly 6 digits (LINK-06). */
export function readAccessCode(typed: string): string | undefined {
  const code = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : undefined;
}
