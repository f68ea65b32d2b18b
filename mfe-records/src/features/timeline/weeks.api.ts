import { isAppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { codesOf, type VitalKey } from '@phr/clinical/codings';
import { useHost, usePatient } from '@phr/module-kit/host';
import { readSearchset } from '@phr/module-kit/patient-list-query';
import { observation } from '@phr/fhir/observation';
import { add, mondayOf } from '@phr/time/plain-date';
import { dayOf, deviceZone } from '@phr/time/zone';
import { useInfiniteQuery } from '@tanstack/react-query';
import { readWeeks, type Week } from './week.entity.ts';

/** Vitals measured at home over years; others have their own lists. */
const VITALS: readonly VitalKey[] = ['bloodPressures', 'glucoses', 'heartRates', 'weights', 'temperatures', 'spo2s'];
/** Days per call: whole weeks, below the server's limit. */
const WEEKS = 52;

interface Page {
  readonly weeks: readonly Week[];
  /** YYYY-MM-DD: readings of this day and later are counted. */
  readonly from: string;
  /** Last day of the next page; absent if nothing is older. */
  readonly next?: string;
}

/** Weeks of home readings, a year at a time, back to the first. Unsupported servers yield none. */
export function useWeeks(enabled: boolean) {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  return useInfiniteQuery({
    queryKey: ['readings', patientId, 'weeks'],
    enabled: enabled && patientId !== undefined,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(request, patientId ?? '', pageParam, signal),
    getNextPageParam: ({ next }: Page) => next,
  });
}

async function fetchPage(request: RequestPort, patientId: string, last: string, signal: AbortSignal): Promise<Page> {
  const zone = deviceZone();
  const to = last === '' ? dayOf(Date.now(), zone) : last;
  const from = add(mondayOf(to), { days: -7 * (WEEKS - 1) });
  const [oldest, ...lists] = await Promise.all([
    oldestDay(request, patientId, zone, signal),
    ...VITALS.map((name) => fetchWeeks(request, { patientId, name, from, to, zone }, signal)),
  ]);
  return {
    weeks: lists.flat(),
    from,
    ...(oldest !== undefined && oldest < from && { next: add(from, { days: -1 }) }),
  };
}

async function fetchWeeks(
  request: RequestPort,
  query: Readonly<Record<'patientId' | 'name' | 'from' | 'to' | 'zone', string>>,
  signal: AbortSignal,
): Promise<readonly Week[]> {
  try {
    const { body } = await request.send({
      service: 'phr',
      method: 'GET',
      path: '/api/phr/observation/days',
      query,
      signal,
    });
    return readWeeks(body, query.name) ?? [];
  } catch (error) {
    // beyond the catalogue: may be unsupported
    if (isAppError(error) && (error.httpStatus === 404 || error.httpStatus === 501)) return [];
    throw error;
  }
}

/** Day of the first reading; undefined if none. */
async function oldestDay(
  request: RequestPort,
  patientId: string,
  zone: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { body } = await request.send({
    service: 'fhir',
    method: 'GET',
    path: `/Patient/${patientId}/Observation`,
    query: { code: VITALS.flatMap(codesOf).join(','), _sort: 'date', _count: 1 },
    signal,
  });
  const first = observation(readSearchset(body, 'Observation').resources[0]);
  const at = Date.parse(first?.effectiveDateTime ?? first?.effectivePeriod?.start ?? '');
  return Number.isNaN(at) ? undefined : dayOf(at, zone);
}
