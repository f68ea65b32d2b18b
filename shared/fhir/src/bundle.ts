import { isObject, list, number, lenientObject, text, type Parser } from './json.ts';

/** One page of a search. */
export interface SearchPage<T> {
  readonly resources: readonly T[];
  /** URL of the next page as given by the server. */
  readonly next?: string;
  readonly total?: number;
}

const bundle = lenientObject({
  total: number,
  link: list(lenientObject({ relation: text, url: text })),
  entry: list(
    lenientObject({
      resource: (value) => (isObject(value) ? value : undefined),
      search: lenientObject({ mode: text }),
    }),
  ),
});

/**
 * The resources of a searchset that `reader` can parse, restricted to `type` if given. Never throws; other entries (an
 * OperationOutcome with a warning, an included target) are skipped.
 */
export function readSearchset<T>(json: unknown, reader: Parser<T>, type?: string): SearchPage<T> {
  const read = bundle(json);
  const resources = (read?.entry ?? []).flatMap(({ resource, search }) => {
    if (resource === undefined || (search?.mode !== undefined && search.mode !== 'match')) return [];
    if (type !== undefined && resource['resourceType'] !== type) return [];
    const value = reader(resource);
    return value === undefined ? [] : [value];
  });
  const next = read?.link?.find(({ relation }) => relation === 'next')?.url;
  return {
    resources,
    ...(next === undefined ? {} : { next }),
    ...(read?.total === undefined ? {} : { total: read.total }),
  };
}
