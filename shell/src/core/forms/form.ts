import type { ParseResult as CheckedForm, FieldError } from '@phr/module-kit/checked-form';
import type { TextKey } from '../texts.tsx';

/** A faulty field: its form name, and the message. */
export type Fault = FieldError<TextKey>;

/** Result of checking a form: the data to send, or all faults in field order. */
export type Checked<Entry> = CheckedForm<Entry, TextKey>;

/** A stored form of text fields; undefined if any field is missing, so that drafts of older versions are dropped. */
export function textsOf<Form extends Readonly<Record<string, string>>>(kept: unknown, empty: Form): Form | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const found = new Map(Object.entries(kept));
  return Object.keys(empty).every((name) => typeof found.get(name) === 'string')
    ? { ...empty, ...Object.fromEntries(Object.keys(empty).map((name) => [name, found.get(name)])) }
    : undefined;
}
