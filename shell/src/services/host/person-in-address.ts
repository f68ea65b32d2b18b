/** Query parameter naming the person whose record a screen shows (R-H5). */
const PERSON = 'p';

/**
 * Id of the person named in a URL.
 * @param search the query, with or without its question mark
 */
export function personIn(search: string): string | undefined {
  return new URLSearchParams(search).get(PERSON) ?? undefined;
}

/**
 * Adds the person to a URL.
 * @param path path, query and fragment
 */
export function withPerson(path: string, personId: string): string {
  const [before = '', ...hash] = path.split('#');
  return [`${before}${before.includes('?') ? '&' : '?'}${PERSON}=${encodeURIComponent(personId)}`, ...hash].join('#');
}

/** Removes the person from a URL. */
export function withoutPerson(path: string): string {
  return path.replace(/([?&])p=[^&#]*(&?)/, (_all, before: string, after: string) => (after === '' ? '' : before));
}
