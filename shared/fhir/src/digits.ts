import { isObject } from './json.ts';

// Preserves the written form of numbers: FHIR treats 7.0 and 7 as different precisions, and readers must see what was
// sent.

/**
 * Key of the number texts in an object from `parseJson`. A registered symbol, so that separately loaded bundles share
 * it.
 */
const DIGITS = Symbol.for('phr.digits');

/** Written form of the number `key` in an object from `parseJson`, if it carries more than the value. */
export function digitsOf(holder: object, key: string): string | undefined {
  const written: unknown = Reflect.get(holder, DIGITS);
  const text = isObject(written) ? written[key] : undefined;
  return typeof text === 'string' && Number(text) === Reflect.get(holder, key) ? text : undefined;
}

/**
 * JSON.parse that remembers the text of a number if it carries more than its value (7.0, 1.50, digits beyond a double);
 * read it with `digitsOf`. Loops, spread copies and JSON.stringify see ordinary objects.
 * @throws SyntaxError like JSON.parse.
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

/** Whether revivers get the source text of numbers: Chrome 114, Firefox 135, Safari 18.4, Node 22. */
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

/** Matches numbers in JSON text, skipping strings. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARK = '\u{F0000}';

/** Fallback without `context.source`: turns numbers into marked strings, parses, and converts back. */
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

/** A copy of `next` in which numbers equal to those of `sent` at the same path keep their sent digits. */
export function withDigitsOf(sent: unknown, next: unknown): unknown {
  if (Array.isArray(sent) && Array.isArray(next)) return next.map((one, index) => withDigitsOf(sent[index], one));
  if (!isObject(sent) || !isObject(next)) return next;
  const copy = Object.fromEntries(Object.entries(next).map(([key, one]) => [key, withDigitsOf(sent[key], one)]));
  const digits: unknown = Reflect.get(sent, DIGITS);
  return { ...copy, [DIGITS]: digits };
}

const { rawJSON } = JSON as unknown as { readonly rawJSON?: (text: string) => unknown };

/** JSON.stringify replacer that writes numbers as sent. Browsers without `JSON.rawJSON` write the value only. */
function asSent(this: object, key: string, inner: unknown): unknown {
  const digits = digitsOf(this, key);
  return (digits === undefined ? undefined : rawJSON?.(digits)) ?? inner;
}

/** Serializes the result of `parseJson`, or a copy of it, with numbers as sent. */
export const toJson = (value: unknown): string => JSON.stringify(value, asSent);

/** Longer strings are embedded files and are truncated. */
const LONGEST = 2_000;

/** Pretty-prints an object for display: numbers as sent, embedded files truncated. */
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
