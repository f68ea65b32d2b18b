const toCamel = (key: string): string =>
  key.startsWith('_')
    ? key
    : key.replace(/[_-]([a-z0-9])/gi, (_, c: string) => c.toUpperCase()).replace(/^[A-Z]/, (c) => c.toLowerCase());

/** Converts all keys of a JSON response to camel case. Keys starting with '_' and values are unchanged. */
export function camelCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCaseKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toCamel(key), camelCaseKeys(inner)]));
}
