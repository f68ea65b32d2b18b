import type { Locale } from '@phr/contract/locale';
import { attachmentText } from '../attachment-text.ts';
import { conceptWords } from '../concepts.ts';
import { contactValues, formatPhone } from '../contacts.ts';
import type { Annotation, Attachment, CodeableConcept, HumanName, Quantity } from '../datatypes.ts';
import { formatDate } from '../dates.ts';
import { fileWords, line, periodWords, type Line } from '../describe-value.ts';
import { LABELS, NAMES_YEARS, SMALL_WORDS, atAge } from '../dictionary.labels.ts';
import { typeWords } from '../dictionary.types.ts';
import { isObject, type Parser } from '../json.ts';
import { missingName, nameOf } from '../names.ts';
import { noteLine, notesOf } from '../note-words.ts';
import { formatQuantity, formatRange, sentNumber } from '../quantities.ts';
import type * as r4 from '../resources.ts';
import { parsed } from './cursor.ts';

/** A type's own description; elements it does not cover use the table in `elements.ts`. */
export type Told = {
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly when?: string | undefined;
  readonly lines?: readonly Line[];
  readonly negation?: 'none' | 'unknown' | undefined;
};
export type Formatter = (json: unknown, locale: Locale) => Told;

/** Builds a formatter for one resource type; falls back to the type's name if parsing fails. */
export function formatter<T extends object>(reader: Parser<T>, tell: (resource: T, locale: Locale) => Told): Formatter {
  return (json, locale) => {
    const resource = parsed(reader, json);
    return resource === undefined ? {} : tell(resource, locale);
  };
}

export function notes(all: readonly Annotation[] | undefined, l: Locale): readonly Line[] {
  return notesOf(all).flatMap((note) => line(LABELS.note[l], noteLine(note, l)));
}

export function files(all: readonly (Attachment | undefined)[] | undefined, l: Locale): readonly Line[] {
  return (all ?? []).flatMap((file) => [
    ...line(LABELS.files[l], fileWords(file, l)),
    ...line(LABELS.content[l], file === undefined ? undefined : attachmentText(file)),
  ]);
}

export function personName(names: readonly HumanName[] | undefined, l: Locale): string {
  return nameOf(names) ?? SMALL_WORDS[missingName(names) === 'name.withheld' ? 'nameWithheld' : 'nameNotGiven'][l];
}

export function phones(telecom: Parameters<typeof contactValues>[0], l: Locale): readonly Line[] {
  return contactValues(telecom, 'phone').flatMap((value) => line(LABELS.phone[l], formatPhone(value)));
}

export function count(label: string, holder: object, key: string, l: Locale): readonly Line[] {
  return line(label, sentNumber(holder, key, l));
}

export function titled(type: string, kind: string | undefined, l: Locale): string {
  return kind === undefined ? typeWords(type, l) : `${typeWords(type, l)}: ${kind}`;
}

interface Onset {
  readonly onsetDateTime?: string;
  readonly onsetAge?: Quantity;
  readonly onsetPeriod?: r4.Onset['onsetPeriod'];
  readonly onsetRange?: r4.Onset['onsetRange'];
  readonly onsetString?: string;
}

/** When something began, in any form. */
export function onset(c: Onset, l: Locale): string | undefined {
  return (
    formatDate(c.onsetDateTime) ??
    age(c.onsetAge, l) ??
    periodWords(c.onsetPeriod, l) ??
    ages(c.onsetRange, l) ??
    c.onsetString
  );
}

/** 'At age 52'. */
export function age(quantity: Quantity | undefined, l: Locale): string | undefined {
  const words = yearsWords(quantity, l);
  return words === undefined ? undefined : atAge(words)[l];
}

/** 'At age 10 – 15'. */
export function ages(range: r4.Onset['onsetRange'], l: Locale): string | undefined {
  const [low, high] = [yearsWords(range?.low, l), yearsWords(range?.high, l)];
  if (low === undefined || high === undefined) {
    const words = formatRange(range, l);
    return words === undefined ? undefined : atAge(words)[l];
  }
  return atAge(`${low} – ${high}`)[l];
}

/** An age, as a bare number where the surrounding words imply years. */
function yearsWords(quantity: Quantity | undefined, l: Locale): string | undefined {
  if (quantity?.value === undefined) return undefined;
  const isYears = quantity.code === 'a' || /^(?:years?|a|năm|tuổi)$/.test(quantity.unit ?? '');
  const words = formatQuantity(quantity, l);
  const alone = isYears && quantity.comparator === undefined ? sentNumber(quantity, 'value', l) : undefined;
  if (!NAMES_YEARS[l]) return alone ?? words;
  return alone === undefined ? `${words ?? ''} ${SMALL_WORDS.ofAge[l]}` : `${alone} ${SMALL_WORDS.ofAge[l]}`;
}

export function childhoodAge(quantity: Quantity | undefined, l: Locale): string | undefined {
  const words = age(quantity, l);
  // eslint-disable-next-line phr/one-judge -- an age, no reading
  const isChild = quantity?.value !== undefined && (quantity.code !== 'a' || quantity.value < 18);
  return words !== undefined && isChild ? `${words} (${SMALL_WORDS.childhood[l]})` : words;
}

const NONE_KNOWN = new Set(['716186003', '429625007', '409137002', '428607008', '787481004', '160245001', '428197003']);
/** The name of one disease, up to the next clause. */
const ONE = String.raw`(?:(?! (?:but|nhung|hien|has|tuy)\b)[^,;:.])+`;
/** Phrases for 'nothing is known', in lower case without accents. */
const NONE_WORDS = new RegExp(
  `^(?:${[
    'nka|nkda|nkfa',
    'no (?:known|current) (?:[a-z]+ )?(?:allerg(?:y|ies)|problems?|conditions?|medications?|medicines?|immunizations?|procedures?|disease)',
    // none, not seen, not noted: an allergy of any kind
    '(?:khong|chua)(?: (?:co|ghi nhan|phat hien|thay|tung))*(?: (?:tien su|tien can))?(?: bi)? di ung(?: (?:nao|gi|(?:voi )?(?:(?:thuoc|thuc an|hai san|thoi tiet|phan hoa|,|va|hay|hoac|hoac la|/) ?)+))?(?: (?:nao )?(?:duoc biet|duoc ghi nhan))?',
    'khong ro di ung nao',
    'khong co benh (?:nao )?duoc biet',
    // that one disease was never present
    `(?:khong|chua)(?: (?:co|ghi nhan|phat hien|tung|he))* (?:tien su|tien can|mac|bi mac) ${ONE}`,
    `no (?:known )?(?:past )?(?:medical )?(?:history|evidence) (?:of|for) ${ONE}`,
    'no (?:known )?(?:past )?(?:medical )?history',
    `denies ${ONE}`,
    'khong dung thuoc(?: nao)?(?: duoc biet)?',
    '(?:khong|chua)(?: duoc)? tiem (?:chung )?(?:vac ?xin|vaccine)(?: nao)?',
  ].join('|')})\\.?$`,
);
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .trim();

/**
 * Statements that there is nothing, or that nobody knows: codes of the International Patient Summary and SNOMED CT, and
 * free text.
 */
export function negationOf(concept: CodeableConcept | undefined): 'none' | 'unknown' | undefined {
  for (const { code = '', system = '' } of concept?.coding ?? []) {
    if (system.endsWith('absent-unknown-uv-ips')) return code.endsWith('-info') ? 'unknown' : 'none';
    if (NONE_KNOWN.has(code)) return 'none';
  }
  const words = [concept?.text, ...(concept?.coding ?? []).map(({ display }) => display)];
  return words.some((text) => text !== undefined && NONE_WORDS.test(fold(text))) ? 'none' : undefined;
}

/** A concept whose codes are also looked up in another of the product's dictionaries. */
export function alsoIn(concept: CodeableConcept, system: string): CodeableConcept {
  const codings = concept.coding ?? [];
  return { ...concept, coding: [...codings, ...codings.map((coding) => ({ ...coding, system }))] };
}

/** Encounter classes of foreign systems are read as HL7's if their code is equal. */
export function classConcept(coding: r4.EncounterClass | undefined): CodeableConcept | undefined {
  if (coding === undefined) return undefined;
  return { coding: [coding, { ...coding, system: 'v3-actcode' }, { ...coding, system: 'encounter-class' }] };
}

/** The medicine's name, from its concept, reference, or contained or resolved resource. */
export function medicineName(
  m: Pick<r4.MedicationUse, 'medicationCodeableConcept' | 'medicationReference' | 'contained'>,
  l: Locale,
  codeOf: (resource: unknown) => CodeableConcept | undefined,
): string | undefined {
  const contained = m.contained?.find((one) => `#${String(one['id'])}` === m.medicationReference?.reference);
  return (
    conceptWords(m.medicationCodeableConcept, l) ??
    conceptWords(codeOf(contained ?? m.medicationReference?.resource), l) ??
    m.medicationReference?.display
  );
}

/** A member of an untrusted object. */
export function member(json: unknown, key: string): unknown {
  return isObject(json) ? json[key] : undefined;
}
