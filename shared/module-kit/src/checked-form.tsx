/** A faulty field: its form name, and the key of the message. */
export interface FieldError<Key extends string = string> {
  /** '' for a fault of the form as a whole. */
  readonly field: string;
  readonly message: Key;
  /** Placeholders of the message. */
  readonly words?: Readonly<Record<string, string>>;
}

/** Result of checking a form: the data to send, or all faults in field order. */
export type ParseResult<Entry, Key extends string = string> =
  | { readonly ok: true; readonly entry: Entry }
  | { readonly ok: false; readonly faults: readonly FieldError<Key>[] };

/** Restores a draft of text fields: non-text fields keep their initial content. Undefined if it is not a form. */
export function textsOf<Form extends object>(kept: unknown, first: Form): Form | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const texts = Object.entries(kept).filter(([field, text]) => Object.hasOwn(first, field) && typeof text === 'string');
  return { ...first, ...Object.fromEntries(texts) };
}

/** Merges a form after a concurrent change: edited fields keep their input, others take the new version's value. */
export function mergedForm<Form extends object>(before: Form, mine: Form, theirs: Form): Form {
  const old = new Map<string, unknown>(Object.entries(before));
  const typed = Object.entries(mine).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(field)),
  );
  return { ...theirs, ...Object.fromEntries(typed) };
}
