/** The parameter that names whose record a screen shows (R-H5). */
const PERSON = 'p';

/** The id of the person that an address names. @param search the query, with or without its question mark */
export function personIn(search: string): string | undefined {
  return new URLSearchParams(search).get(PERSON) ?? undefined;
}

/** The address with the person named in it. @param path path, query and fragment */
export function withPerson(path: string, personId: string): string {
  const [before = '', ...hash] = path.split('#');
  return [`${before}${before.includes('?') ? '&' : '?'}${PERSON}=${encodeURIComponent(personId)}`, ...hash].join('#');
}

/** The address without the person. */
export function withoutPerson(path: string): string {
  return path.replace(/([?&])p=[^&#]*(&?)/, (_all, before: string, after: string) => (after === '' ? '' : before));
}
