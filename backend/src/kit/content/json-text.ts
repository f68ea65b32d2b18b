/**
 * Preserves numbers as sent: 5.40 states a precision FHIR servers must keep, but JSON.parse yields 5.4. Numbers that
 * would change become raw JSON, which JSON.stringify writes verbatim; others are plain numbers.
 */

interface RawJson {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}
const { rawJSON, isRawJSON } = JSON as unknown as RawJson;

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver?: Reviver) => unknown;

/**
 * A number that JSON.stringify may write differently: trailing zeros, an exponent, more digits than a double holds, or
 * minus zero. The pattern starts with what precedes every number, which is rarer in a text than digits are.
 */
const MAY_CHANGE = /[:[,]\s*-?(?:\d+\.\d*0[\s,}\]]|\d+(?:\.\d+)?[eE]|\d[\d.]{15})|[:[,]\s*-0[\s,}\]]/;

/**
 * Parses JSON.
 * @throws SyntaxError. Only texts with such numbers pay for inspecting each one.
 */
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

/** True for a number, including a raw one. */
export function isNumber(value: unknown): boolean {
  return typeof value === 'number' || isRawJSON(value);
}

/** True for a raw number: an object to JavaScript, which must not be traversed or copied. */
export function isRawNumber(value: unknown): boolean {
  return isRawJSON(value);
}
