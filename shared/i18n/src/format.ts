/** Values of a text's `{placeholders}`. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Fills a text's `{placeholders}`; those without a value are left as written. */
export function format(text: string, values: TextValues = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
