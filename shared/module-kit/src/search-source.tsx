import type { HostApi } from '@phr/contract/host-api';
import type { SearchAnswer, SearchSource } from '@phr/contract/today';
import type { QueryClient } from '@tanstack/react-query';
import type { ModuleTexts } from './i18n.tsx';
import { type ListPage, type ListQuery, patientListQuery } from './patient-list-query.tsx';
import { type SourceWords, wordsOf } from './signal-source.tsx';

/** Where a search source lives, and whose record is searched. */
export interface SearchContext extends SourceWords {
  readonly host: HostApi;
  readonly queries: QueryClient;
  readonly patientId: string;
}

/** Imports a source when a search is first opened. */
export type FinderLoader = () => Promise<(context: SearchContext) => Promise<SearchAnswer>>;

/** Pages of one list that are read; at 200 rows a page no record of one person is longer. */
const MOST_PAGES = 50;

/** The source as the host asks it; its code and texts come with the first search. */
export function openSearch(
  { texts, ...scope }: Pick<SearchContext, 'host' | 'queries'> & { readonly texts: ModuleTexts },
  load: FinderLoader,
): SearchSource {
  return async (patientId) => {
    const [find] = await Promise.all([load(), texts.ready]);
    return find({ ...scope, ...wordsOf(texts), patientId });
  };
}

/** All resources of a list, to its last page. Rejects with AppError when a page cannot be read: a list that is not whole would hide what it has. */
export async function readWhole(
  { host, queries, patientId }: SearchContext,
  list: ListQuery,
): Promise<ListPage['resources']> {
  // A key of its own: screens that read the same list keep to their pages.
  const { queryKey, ...query } = patientListQuery(host.request, patientId, list);
  const { pages } = await queries.fetchInfiniteQuery({ ...query, queryKey: [...queryKey, 'whole'], pages: MOST_PAGES });
  return pages.flatMap(({ resources }) => resources);
}
