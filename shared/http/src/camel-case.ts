const toCamel = (key: string): string =>
  key.startsWith('_')
    ? key
    : key.replace(/[_-]([a-z0-9])/gi, (_, c: string) => c.toUpperCase()).replace(/^[A-Z]/, (c) => c.toLowerCase());

/** Turns the keys of a JSON answer into camel case, at every depth. Keys that begin with '_' and texts stay as they are. */
export function camelCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCaseKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toCamel(key), camelCaseKeys(inner)]));
}
