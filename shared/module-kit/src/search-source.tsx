import type { HostApi } from '@phr/contract/host-api';
import type { Locale } from '@phr/contract/locale';
import type { SearchAnswer, SearchSource } from '@phr/contract/today';
import type { QueryClient } from '@tanstack/react-query';
import { type ListPage, type ListQuery, patientListQuery } from './patient-list-query.tsx';

/** Where a search source lives, and whose record is searched. */
export interface SearchContext {
  readonly host: HostApi;
  readonly queries: QueryClient;
  readonly patientId: string;
  readonly locale: Locale;
}

/** Imports a source when a search is first opened. */
export type FinderLoader = () => Promise<(context: SearchContext) => Promise<SearchAnswer>>;

/** Pages of one list that are read; at 200 rows a page no record of one person is longer. */
const MOST_PAGES = 50;

/** The source as the host asks it. */
export function openSearch(scope: Pick<SearchContext, 'host' | 'queries'>, load: FinderLoader): SearchSource {
  return async (patientId) => (await load())({ ...scope, patientId, locale: scope.host.settings.get().locale });
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
