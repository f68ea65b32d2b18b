/** What fills the `{places}` of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** A text with its `{places}` filled; a place without a value stays as it is written. */
export function format(text: string, values: TextValues = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
