import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useHost, usePatient } from './host.tsx';
import { type ListQuery, patientListQuery } from './patient-list-query.tsx';

/** One list of the record server, of the person on screen. */
export interface PatientListOptions<T> extends ListQuery {
  /** Reads one resource at the edge; undefined for one that cannot be shown. Keep it the same function between renders. */
  readonly read: (resource: unknown) => T | undefined;
  readonly enabled?: boolean;
}

export interface PatientList<T> {
  /** `failed` only while there is nothing to show; rows that were read before stay on screen with `stale`. */
  readonly state: 'loading' | 'failed' | 'ready';
  readonly rows: readonly T[];
  /** How many there are on the server, when it says so. */
  readonly total: number | undefined;
  /** When the newest page arrived, ISO 8601. */
  readonly updatedAt: string | undefined;
  /** The last refresh failed, the rows are those of `updatedAt`. */
  readonly stale: boolean;
  readonly error: unknown;
  /** Failed tries since the list was opened. */
  readonly failures: number;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly moreFailed: boolean;
  /** Fetches the next page; true when another one can be fetched after it. */
  readonly loadMore: () => Promise<boolean>;
  readonly retry: () => Promise<unknown>;
}

/** Reads a list page by page. The patient belongs to the key, so that rows of one person can never stand under another's name. */
export function usePatientList<T>({ read, enabled = true, ...list }: PatientListOptions<T>): PatientList<T> {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  const result = useInfiniteQuery({
    ...patientListQuery(request, patientId, list),
    enabled: enabled && patientId !== undefined,
  });

  const rows = useMemo(() => {
    // A page read later may repeat a row when something was added in between.
    const byId = new Map<unknown, unknown>();
    for (const page of result.data?.pages ?? [])
      for (const resource of page.resources) byId.set(resource['id'] ?? resource, resource);
    return [...byId.values()].map(read).filter((row) => row !== undefined);
  }, [result.data, read]);
  const pages = result.data?.pages;

  return {
    state: pages !== undefined ? 'ready' : result.isError ? 'failed' : 'loading',
    rows,
    total: pages?.[0]?.total,
    updatedAt: pages?.[0]?.receivedAt,
    stale: pages !== undefined && result.isRefetchError,
    error: result.error,
    failures: result.errorUpdateCount,
    hasMore: result.hasNextPage,
    loadingMore: result.isFetchingNextPage,
    moreFailed: result.isFetchNextPageError,
    loadMore: async () => {
      const { hasNextPage, isError } = await result.fetchNextPage();
      return hasNextPage && !isError;
    },
    retry: () => result.refetch(),
  };
}

/** One resource of the person on screen, as a list of at most one: the states of reading it are those of a list. */
export function usePatientOne<T>({
  id,
  query,
  enabled = true,
  ...options
}: PatientListOptions<T> & { readonly id: string | undefined }): PatientList<T> {
  return usePatientList({ ...options, query: { _id: id, ...query }, enabled: enabled && id !== undefined });
}
