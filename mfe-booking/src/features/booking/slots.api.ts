import { useHost } from '@phr/module-kit/host';
import { readSearchset } from '@phr/module-kit/patient-list-query';
import type { RequestPort, ServiceRequest } from '@phr/contract/host-api';
import { useQueries, useQuery } from '@tanstack/react-query';
import { readSchedule, readSlot, type Schedule, type Slot } from './slot.entity.ts';

/** A service's active, unexpired schedules (BOOK-22). */
export function useSchedules(serviceId: string | undefined, now: number) {
  const { request } = useHost();
  return useQuery({
    queryKey: ['schedules', serviceId],
    enabled: serviceId !== undefined,
    queryFn: async ({ signal }): Promise<readonly Schedule[]> =>
      all(
        request,
        {
          path: '/Schedule',
          query: {
            actor: `HealthcareService/${serviceId ?? ''}`,
            active: true,
            date: `ge${new Date(now).toISOString()}`,
            _count: 100,
          },
          signal,
        },
        'Schedule',
        (resource) => readSchedule(resource, now),
      ),
  });
}

/** A day in the facility's zone, as first and last second. */
export interface DayWindow {
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

/** Free slots of a day. */
export interface FreeDay {
  readonly day: string;
  /** Undefined while loading. */
  readonly slots: readonly Slot[] | undefined;
  readonly error: unknown;
  readonly failures: number;
  readonly retry: () => Promise<unknown>;
}

/**
 * Free slots of some days and schedules, one call per day (BOOK-20, BOOK-21). Waits for the schedules. Refetched
 * whenever a day is shown, since others book too.
 */
export function useFreeDays(
  scheduleIds: readonly string[] | undefined,
  days: readonly DayWindow[],
): readonly FreeDay[] {
  const { request } = useHost();
  return useQueries({
    queries: days.map((window) => ({
      queryKey: ['slots', scheduleIds, window.day, window.from],
      enabled: scheduleIds !== undefined,
      staleTime: 0,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => freeSlots(request, scheduleIds ?? [], window, signal),
    })),
  }).map(({ data, error, errorUpdateCount, refetch }, index) => ({
    day: days[index]?.day ?? '',
    slots: data,
    error,
    failures: errorUpdateCount,
    retry: () => refetch(),
  }));
}

async function freeSlots(
  request: RequestPort,
  scheduleIds: readonly string[],
  { from, to }: DayWindow,
  signal: AbortSignal,
): Promise<readonly Slot[]> {
  if (scheduleIds.length === 0) return [];
  const schedule = scheduleIds.map((id) => `Schedule/${id}`).join(',');
  const query = { schedule, start: [`ge${from}`, `le${to}`], status: 'free', _count: 200 };
  return all(request, { path: '/Slot', query, signal }, 'Slot', readSlot);
}

/** All pages of a search. */
async function all<T>(
  request: RequestPort,
  first: Pick<ServiceRequest, 'path' | 'query' | 'signal'>,
  type: string,
  read: (resource: unknown) => T | undefined,
): Promise<readonly T[]> {
  const rows: T[] = [];
  for (let page: Pick<ServiceRequest, 'path' | 'query' | 'signal'> | undefined = first; page !== undefined; ) {
    const answer = await request.send({ service: 'fhir', method: 'GET', ...page });
    for (const resource of readSearchset(answer.body, type).resources) {
      const row = read(resource);
      if (row !== undefined) rows.push(row);
    }
    page =
      answer.next === undefined
        ? undefined
        : { path: answer.next, ...(first.signal === undefined ? {} : { signal: first.signal }) };
  }
  return rows;
}
