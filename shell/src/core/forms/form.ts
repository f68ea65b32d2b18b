import type { Checked as CheckedForm, FormFault } from '@phr/module-kit/checked-form';
import type { TextKey } from '../texts.tsx';

/** What is wrong with a field: its name in the form, and the words. */
export type Fault = FormFault<TextKey>;

/** A form that was checked: what can be sent, or all that is wrong, in the order of the fields. */
export type Checked<Entry> = CheckedForm<Entry, TextKey>;

/** A form of text fields as it was kept; undefined when any field is missing, so that an older version's draft is not taken. */
export function textsOf<Form extends Readonly<Record<string, string>>>(kept: unknown, empty: Form): Form | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const found = new Map(Object.entries(kept));
  return Object.keys(empty).every((name) => typeof found.get(name) === 'string')
    ? { ...empty, ...Object.fromEntries(Object.keys(empty).map((name) => [name, found.get(name)])) }
    : undefined;
}
