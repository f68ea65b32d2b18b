/** What is wrong with a field: its name in the form, and the key of the text that says it. */
export interface FieldError<Key extends string = string> {
  /** '' for what is wrong with the form as a whole. */
  readonly field: string;
  readonly message: Key;
  /** What the text names. */
  readonly words?: Readonly<Record<string, string>>;
}

/** A form that was checked: what can be sent, or all that is wrong, in the order of the fields. */
export type ParseResult<Entry, Key extends string = string> =
  | { readonly ok: true; readonly entry: Entry }
  | { readonly ok: false; readonly faults: readonly FieldError<Key>[] };

/** A form of texts kept as a draft, read back: fields that are no text keep their first content. Undefined for what is no form at all. */
export function textsOf<Form extends object>(kept: unknown, first: Form): Form | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const texts = Object.entries(kept).filter(([field, text]) => Object.hasOwn(first, field) && typeof text === 'string');
  return { ...first, ...Object.fromEntries(texts) };
}

/** What a form holds when the record behind it was changed elsewhere: what the person typed stays, what the person left alone is the new version's. */
export function mergedForm<Form extends object>(before: Form, mine: Form, theirs: Form): Form {
  const old = new Map<string, unknown>(Object.entries(before));
  const typed = Object.entries(mine).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(field)),
  );
  return { ...theirs, ...Object.fromEntries(typed) };
}
