/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** True for a non-null object that is not an array. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts an untrusted value to T, or undefined. Never throws. */
export type Parser<T> = (value: unknown) => T | undefined;
/** Result type of a parser. */
export type Read<R> = R extends Parser<infer T> ? T : never;

/** A non-empty string. */
export const text: Parser<string> = (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);
/** A finite number. */
export const number: Parser<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
export const flag: Parser<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
/** Any object, unparsed. */
export const anything: Parser<{ readonly [key: string]: unknown }> = (value) => (isObject(value) ? value : undefined);

/** A list without its unreadable members; a single value counts as a list of one. */
export function list<T>(member: Parser<T>): Parser<readonly T[]> {
  return (value) => {
    if (value === undefined || value === null) return undefined;
    const members = (Array.isArray(value) ? value : [value]).map(member).filter((read) => read !== undefined);
    return members.length > 0 ? members : undefined;
  };
}

type Shape = { readonly [key: string]: Parser<unknown> };
type Fields<S extends Shape> = { readonly [K in keyof S]?: Exclude<Read<S[K]>, undefined> };

/**
 * An object whose known fields are parsed and all optional. Unreadable fields are dropped; unknown fields are preserved
 * at run time, so that an update sends back everything received.
 */
export function lenientObject<S extends Shape>(fields: S): Parser<Fields<S>> {
  const known = Object.entries(fields);
  return (value) => {
    if (!isObject(value)) return undefined;
    const read: Record<string, unknown> = { ...value };
    for (const [key, reader] of known) {
      const field = reader(value[key]);
      if (field === undefined) delete read[key];
      else read[key] = field;
    }
    return read as Fields<S>;
  };
}

/** Defers a parser, for recursive shapes. */
export function lazy<T>(reader: () => Parser<T>): Parser<T> {
  return (value) => reader()(value);
}
