import { isObject } from './json.ts';

// Numbers as they were written: FHIR counts 7.0 and 7 as different precisions, and a reader must see what was sent.

/** Where an object read by `parseJson` keeps the texts of its numbers. A registered symbol: modules loaded apart share it. */
const DIGITS = Symbol.for('phr.digits');

/** The text of the number `key` of an object read by `parseJson`, when it says more than the number does. */
export function digitsOf(holder: object, key: string): string | undefined {
  const written: unknown = Reflect.get(holder, DIGITS);
  const text = isObject(written) ? written[key] : undefined;
  return typeof text === 'string' && Number(text) === Reflect.get(holder, key) ? text : undefined;
}

/**
 * Reads JSON. A number whose text says more than its value (7.0, 1.50, digits beyond a double) keeps that text beside it,
 * where `digitsOf` finds it; loops, copies by spread and JSON.stringify see ordinary objects. Throws SyntaxError like JSON.parse.
 */
export function parseJson(source: string): unknown {
  return SAYS_SOURCE ? bySource(source) : byTokens(source);
}

type Context = { readonly source?: string };
type Parse = (
  source: string,
  reviver: (this: unknown, key: string, value: unknown, context?: Context) => unknown,
) => unknown;
const parse: Parse = JSON.parse;

/** Chrome 114, Firefox 135, Safari 18.4, Node 22 tell a reviver the text of a number. */
const SAYS_SOURCE = (() => {
  let says = false;
  parse('1', (_key, value, context) => {
    says = context?.source === '1';
    return value;
  });
  return says;
})();

function bySource(source: string): unknown {
  return parse(source, function keep(key, value, context) {
    if (typeof value === 'number' && context?.source !== undefined) keepText(this, key, value, context.source);
    return value;
  });
}

/** The numbers of a JSON text in their order; texts are passed over whole. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARK = '\u{F0000}';

/** For browsers without `context.source`: numbers are turned into marked texts, read, and turned back. */
export function byTokens(source: string): unknown {
  JSON.parse(source);
  const marked = source.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"${MARK}${token}"`));
  return parse(marked, function restore(key, value) {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
    const text = value.slice(MARK.length);
    const number = Number(text);
    keepText(this, key, number, text);
    return number;
  });
}

function keepText(holder: unknown, key: string, value: number, text: string): void {
  if (!isObject(holder) || String(value) === text) return;
  const written: unknown = Reflect.get(holder, DIGITS);
  if (isObject(written)) Reflect.set(written, key, text);
  else Reflect.set(holder, DIGITS, { [key]: text });
}

/** A copy of `next` in which numbers that `sent` has at the same place with the same value keep the digits that were sent. */
export function withDigitsOf(sent: unknown, next: unknown): unknown {
  if (Array.isArray(sent) && Array.isArray(next)) return next.map((one, index) => withDigitsOf(sent[index], one));
  if (!isObject(sent) || !isObject(next)) return next;
  const copy = Object.fromEntries(Object.entries(next).map(([key, one]) => [key, withDigitsOf(sent[key], one)]));
  const digits: unknown = Reflect.get(sent, DIGITS);
  return { ...copy, [DIGITS]: digits };
}

const { rawJSON } = JSON as unknown as { readonly rawJSON?: (text: string) => unknown };

/** A number as it was sent, for JSON.stringify. Browsers before `JSON.rawJSON` write its value alone. */
function asSent(this: object, key: string, inner: unknown): unknown {
  const digits = digitsOf(this, key);
  return (digits === undefined ? undefined : rawJSON?.(digits)) ?? inner;
}

/** JSON of what `parseJson` read, or of a copy of it: numbers stand with the digits that were sent. */
export const toJson = (value: unknown): string => JSON.stringify(value, asSent);

/** Longest text that is written out whole; what is longer is a file in letters, which nobody reads. */
const LONGEST = 2_000;

/** An object for a reader's eye: indented, numbers as they were sent, embedded files cut short. */
export function writeJson(value: unknown): string {
  return (
    JSON.stringify(
      value,
      function write(this: object, key: string, inner: unknown) {
        return typeof inner === 'string' && inner.length > LONGEST
          ? `${inner.slice(0, LONGEST)}…`
          : asSent.call(this, key, inner);
      },
      2,
    ) ?? ''
  );
}
