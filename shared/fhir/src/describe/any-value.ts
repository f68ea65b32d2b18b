import type { Locale } from '@phr/contract/locale';
import { codingConcept, toldConcept } from '../concepts.ts';
import * as r4 from '../datatypes.ts';
import { formatDate } from '../dates.ts';
import { statusWords } from '../dictionary.codes.ts';
import { SMALL_WORDS } from '../dictionary.labels.ts';
import { nameOfType } from '../dictionary.types.ts';
import { isObject } from '../json.ts';
import { noteLine, notesOf } from '../note-words.ts';
import { formatMoney, formatQuantity, formatRange, formatRatio, sentNumber } from '../quantities.ts';
import { fileWords, line, periodWords, referenceWords, type Line } from '../describe-value.ts';
import { parsed } from './cursor.ts';
import { timingWords } from './dosage.ts';
import { codeWords, elementWords } from './element-words.ts';

type Holder = { readonly [key: string]: unknown };

/** The elements `keys` of a resource, one line each; empty or wordless ones are omitted. */
export function elementLines(holder: object, keys: readonly string[], l: Locale): readonly Line[] {
  return keys.flatMap((key) => line(elementWords(key, l) ?? key, elementValue(holder, key, l)));
}

/** One element of any type in words; undefined if empty or not expressible. */
export function elementValue(holder: object, key: string, l: Locale): string | undefined {
  const value: unknown = Reflect.get(holder, key);
  const words = Array.isArray(value)
    ? value.map((_, index) => anyWords(value, String(index), key, l)).filter((text) => text !== undefined)
    : [anyWords(holder, key, key, l)].filter((text) => text !== undefined);
  return words.length > 0 ? words.join('; ') : undefined;
}

/** The value at `at` of an object or list, which belongs to the element `key`. */
function anyWords(holder: object, at: string, key: string, l: Locale): string | undefined {
  const value: unknown = Reflect.get(holder, at);
  if (typeof value === 'number') return sentNumber(holder, at, l);
  if (typeof value === 'boolean') return SMALL_WORDS[value ? 'yes' : 'no'][l];
  if (typeof value === 'string') return textWords(value, key, l);
  return isObject(value) ? objectWords(value, l) : undefined;
}

function textWords(value: string, key: string, l: Locale): string | undefined {
  const text = value.trim();
  if (text === '') return undefined;
  const known =
    codeWords(key, text, l) ??
    (key === 'status' ? statusWords('', text)?.[l] : key === 'kind' ? nameOfType(text, l) : undefined);
  return known ?? (/^\d{4}/.test(text) ? formatDate(text) : undefined) ?? text;
}

/** An object in words, by its shape: an R4 data type, else its named elements. */
function objectWords(value: Holder, l: Locale): string | undefined {
  const has = (...keys: readonly string[]): boolean => keys.some((key) => Object.hasOwn(value, key));
  if (has('coding')) return toldConcept(parsed(r4.codeableConcept, value), l);
  if (has('numerator', 'denominator')) return formatRatio(parsed(r4.ratio, value), l);
  if (has('currency')) return formatMoney(parsed(r4.money, value));
  if (has('value') && only(value, QUANTITY) && typeof value['value'] === 'string') return value['value'];
  if (has('value') && only(value, QUANTITY)) return formatQuantity(parsed(r4.quantity, value), l);
  if (only(value, ['low', 'high'])) return formatRange(parsed(r4.range, value), l);
  if (has('repeat')) return timingWords(parsed(r4.timing, value) ?? {}, l);
  if (has('contentType', 'url', 'data')) return fileWords(parsed(r4.attachment, value), l);
  if (only(value, REFERENCE)) return referenceWords(parsed(r4.reference, value), l);
  if (only(value, ['start', 'end'])) return periodWords(parsed(r4.period, value), l);
  if (has('system') && has('code')) return toldConcept(codingConcept(parsed(r4.coding, value)), l);
  if (only(value, ['text', 'time', 'authorString', 'authorReference'])) {
    const note = notesOf([parsed(r4.annotation, value) ?? {}])[0];
    return note === undefined ? undefined : noteLine(note, l);
  }
  return membersWords(value, l);
}

const QUANTITY = ['value', 'comparator', 'unit', 'system', 'code'];
const REFERENCE = ['reference', 'display', 'type', 'identifier', 'resource'];

/** 'Stage: IV, Type: clinical' for a composite element. */
function membersWords(value: Holder, l: Locale): string | undefined {
  const parts = Object.keys(value).flatMap((key) => {
    const label = elementWords(key, l);
    const words =
      label === undefined || key === 'extension' || key === 'modifierExtension'
        ? undefined
        : elementValue(value, key, l);
    return label === undefined || words === undefined ? [] : [{ label, words }];
  });
  if (parts.length === 1) return parts[0]?.words;
  return parts.length > 0 ? parts.map(({ label, words }) => `${label}: ${words}`).join(', ') : undefined;
}

function only(value: Holder, keys: readonly string[]): boolean {
  const own = Object.keys(value).filter((key) => key !== 'extension' && key !== 'id' && !key.startsWith('_'));
  return own.length > 0 && own.every((key) => keys.includes(key));
}
