import type { TextKey } from '../app/texts.tsx';

/** What is wrong with a field: its name in the form, and the words. */
export interface Fault {
  readonly field: string;
  readonly message: TextKey;
}

/** A form that was checked: what can be sent, or all that is wrong, in the order of the fields. */
export type Checked<Entry> = { readonly ok: true; readonly entry: Entry } | { readonly ok: false; readonly faults: readonly Fault[] };

/** A form of text fields as it was kept; undefined when any field is missing, so that an older version's draft is not taken. */
export function textsOf<Form extends Readonly<Record<string, string>>>(kept: unknown, empty: Form): Form | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const found = new Map(Object.entries(kept));
  return Object.keys(empty).every((name) => typeof found.get(name) === 'string')
    ? { ...empty, ...Object.fromEntries(Object.keys(empty).map((name) => [name, found.get(name)])) } : undefined;
}

/** What a form holds when the record behind it was changed elsewhere: what the person typed stays, what the person left alone is the new version's. */
export function mergedTexts<Form extends Readonly<Record<string, string>>>(before: Form, mine: Form, theirs: Form): Form {
  const untouched = Object.keys(mine).filter((name) => mine[name] === before[name]);
  return { ...mine, ...Object.fromEntries(untouched.map((name) => [name, theirs[name]])) };
}
