/**
 * JSON as it came. A number written 5.40 says that it was measured to two places, and FHIR asks servers to keep that; JSON.parse gives 5.4.
 * Numbers that would change stay as raw JSON, which JSON.stringify writes as it was sent. All others are plain numbers.
 */

interface RawJson {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}
const { rawJSON, isRawJSON } = JSON as unknown as RawJson;

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver?: Reviver) => unknown;

/**
 * A number that may be written differently by JSON.stringify: zeros at its end, an exponent, more digits than a double holds, or minus zero.
 * Begins at what stands before every number, which is rarer in a text than digits are.
 */
const MAY_CHANGE = /[:[,]\s*-?(?:\d+\.\d*0[\s,}\]]|\d+(?:\.\d+)?[eE]|\d[\d.]{15})|[:[,]\s*-0[\s,}\]]/;

/** Reads JSON text. Throws SyntaxError. Only texts with numbers that may change pay for looking at each number. */
export function parseJson(text: string, mayChange = MAY_CHANGE.test(text)): unknown {
  if (!mayChange) return JSON.parse(text);
  return parseWith(text, (_key, value, context) =>
    typeof value === 'number' &&
    context.source !== undefined &&
    Number.isFinite(value) &&
    JSON.stringify(value) !== context.source
      ? rawJSON(context.source)
      : value,
  );
}

/** True for a number, also one that is kept as it was written. */
export function isNumber(value: unknown): boolean {
  return typeof value === 'number' || isRawJSON(value);
}

/** True for a number that is kept as it was written: an object to JavaScript, and not to be walked or copied. */
export function isRawNumber(value: unknown): boolean {
  return isRawJSON(value);
}
