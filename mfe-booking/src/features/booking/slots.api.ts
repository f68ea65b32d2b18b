import { useHost } from '@phr/module-kit/host';
import { readSearchset } from '@phr/module-kit/patient-list-query';
import type { RequestPort, ServiceRequest } from '@phr/contract/host-api';
import { useQuery } from '@tanstack/react-query';
import { readSchedule, readSlot, type Schedule, type Slot } from './slot.entity.ts';

/** The active time tables of a service that are not over (BOOK-22). */
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

/** A day on the facility's clock: from its first to its last second. */
export interface DayWindow {
  readonly from: string;
  readonly to: string;
}

/** The free slots of one day of some time tables (BOOK-20, BOOK-21). Never older than when the day was opened: others book, too. */
export function useFreeSlots(scheduleIds: readonly string[] | undefined, { from, to }: DayWindow) {
  const { request } = useHost();
  return useQuery({
    queryKey: ['slots', scheduleIds, from],
    enabled: scheduleIds !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly Slot[]> =>
      (
        await Promise.all(
          (scheduleIds ?? []).map((id) =>
            all(
              request,
              {
                path: '/Slot',
                query: { schedule: `Schedule/${id}`, start: [`ge${from}`, `le${to}`], status: 'free', _count: 200 },
                signal,
              },
              'Slot',
              readSlot,
            ),
          ),
        )
      ).flat(),
  });
}

/** Every page of a search. */
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
