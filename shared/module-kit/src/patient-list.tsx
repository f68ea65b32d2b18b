import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useHost, usePatient } from './host.tsx';

/** One list of the record server, of the person on screen. */
export interface PatientListOptions<T> {
  /** Resource type of the rows; anything else in the answer (included targets, notes of the server) is no row. */
  readonly type: string;
  /** Where the first page is: the rows of this type of the person on screen when not given. Later pages come by the server's own next link. */
  readonly path?: (patientId: string) => string;
  readonly query?: ServiceRequest['query'];
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
export function usePatientList<T>({
  type,
  path = (patientId) => `/Patient/${patientId}/${type}`,
  query,
  read,
  enabled = true,
}: PatientListOptions<T>): PatientList<T> {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  const result = useInfiniteQuery({
    queryKey: ['list', patientId, type, patientId === undefined ? '' : path(patientId), query ?? {}],
    enabled: enabled && patientId !== undefined,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const first = { path: path(patientId ?? ''), query: { _total: 'accurate', ...query } };
      const answer = await request.send({
        service: 'fhir',
        method: 'GET',
        signal,
        ...(pageParam === '' ? first : { path: pageParam }),
      });
      return { ...readSearchset(answer.body, type), next: answer.next, receivedAt: answer.receivedAt };
    },
    getNextPageParam: (page) => page.next,
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

type Resource = Readonly<Record<string, unknown>>;

/** The resources of one type in a searchset. Rejects what is no bundle: an answer that cannot be read is never an empty list. */
export function readSearchset(
  body: unknown,
  type: string,
): { readonly resources: readonly Resource[]; readonly total: number | undefined } {
  if (!isObject(body) || body['resourceType'] !== 'Bundle')
    throw new AppError({ code: 'FHIR_REQ_ERR', source: 'FHIR_SERVER', message: 'The answer is no bundle' });
  const entries = Array.isArray(body['entry']) ? body['entry'] : [];
  const resources = entries.flatMap((entry: unknown) => {
    if (!isObject(entry) || !isObject(entry['resource'])) return [];
    const mode = isObject(entry['search']) ? entry['search']['mode'] : undefined;
    return entry['resource']['resourceType'] === type && (mode === undefined || mode === 'match')
      ? [entry['resource']]
      : [];
  });
  return { resources, total: typeof body['total'] === 'number' ? body['total'] : undefined };
}

function isObject(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
