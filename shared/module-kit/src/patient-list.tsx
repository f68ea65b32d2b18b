import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useHost, usePatient } from './host.tsx';
import { type ListQuery, patientListQuery } from './patient-list-query.tsx';

/** A list of the record server about the person on screen. */
export interface PatientListOptions<T> extends ListQuery {
  /** Parses a resource; undefined if it cannot be shown. Must be referentially stable. */
  readonly read: (resource: unknown) => T | undefined;
  readonly enabled?: boolean;
}

export interface PatientList<T> {
  /** `failed` only if there is nothing to show; previously loaded rows stay, with `stale`. */
  readonly state: 'loading' | 'failed' | 'ready';
  readonly rows: readonly T[];
  /** Total on the server, if known. */
  readonly total: number | undefined;
  /** When the newest page arrived, ISO 8601. */
  readonly updatedAt: string | undefined;
  /** The last refresh failed; rows are as of `updatedAt`. */
  readonly stale: boolean;
  readonly error: unknown;
  /** Failed attempts since the list was opened. */
  readonly failures: number;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly moreFailed: boolean;
  /** Loads the next page; resolves to true if there is another. */
  readonly loadMore: () => Promise<boolean>;
  readonly retry: () => Promise<unknown>;
}

/** Loads a list page by page. The key contains the patient, so rows never appear under another person. */
export function usePatientList<T>({ read, enabled = true, ...list }: PatientListOptions<T>): PatientList<T> {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  const result = useInfiniteQuery({
    ...patientListQuery(request, patientId, list),
    enabled: enabled && patientId !== undefined,
  });

  const rows = useMemo(() => {
    // a later page may repeat a row if something was added in between
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

/** One resource of the person on screen, as a list of at most one, with a list's states. */
export function usePatientOne<T>({
  id,
  query,
  enabled = true,
  ...options
}: PatientListOptions<T> & { readonly id: string | undefined }): PatientList<T> {
  return usePatientList({ ...options, query: { _id: id, ...query }, enabled: enabled && id !== undefined });
}
