import type { HostApi } from '@phr/contract/host-api';
import type { SearchAnswer, SearchSource } from '@phr/contract/today';
import type { QueryClient } from '@tanstack/react-query';
import type { ModuleTexts } from './i18n.tsx';
import { type ListPage, type ListQuery, patientListQuery } from './patient-list-query.tsx';
import { type SourceWords, wordsOf } from './signal-source.tsx';

/** Context of a search source: module and person. */
export interface SearchContext extends SourceWords {
  readonly host: HostApi;
  readonly queries: QueryClient;
  readonly patientId: string;
}

/** Imports a source when search is first opened. */
export type FinderLoader = () => Promise<(context: SearchContext) => Promise<SearchAnswer>>;

/** Page limit per list; at 200 rows a page, longer than any record. */
const MOST_PAGES = 50;

/** Creates the source for the host; code and texts load with the first search. */
export function openSearch(
  { texts, ...scope }: Pick<SearchContext, 'host' | 'queries'> & { readonly texts: ModuleTexts },
  load: FinderLoader,
): SearchSource {
  return async (patientId) => {
    const [find] = await Promise.all([load(), texts.ready]);
    return find({ ...scope, ...wordsOf(texts), patientId });
  };
}

/** All resources of a list. Rejects with AppError if any page fails: an incomplete list would hide entries. */
export async function readWhole(
  { host, queries, patientId }: SearchContext,
  list: ListQuery,
): Promise<ListPage['resources']> {
  // a separate key, so that screens with the same list keep their own pages
  const { queryKey, ...query } = patientListQuery(host.request, patientId, list);
  const { pages } = await queries.fetchInfiniteQuery({ ...query, queryKey: [...queryKey, 'whole'], pages: MOST_PAGES });
  return pages.flatMap(({ resources }) => resources);
}
