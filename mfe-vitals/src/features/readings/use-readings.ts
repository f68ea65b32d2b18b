import { VITAL_KEYS, type VitalKey } from '@phr/clinical/codings';
import { useHost, usePatient, useStore } from '@phr/module-kit/host';
import { useAskedPregnancies } from '@phr/module-kit/judging';
import type { Period } from '@phr/time/period';
import { DAY_MS } from '@phr/time/plain-date';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Observation } from '@phr/fhir/observation';
import { fetchDays, type DayAggregates } from './days.api.ts';
import { followReadings } from './follow-readings.port.ts';
import { newestFirst, readingsOf, withComputedBmis, type Reading } from './reading.model.ts';
import { fetchLatest, fetchPage, fetchPeriod } from './readings.api.ts';
import { useReadingContext } from './use-language.ts';
import { waitingReadings } from './waiting.model.ts';

/** Cache keys: all readings of a person share a prefix, so that a change refreshes every screen. */
const keyOf = (patientId: string | undefined, ...rest: readonly string[]) => ['readings', patientId ?? '', ...rest];
const NONE: readonly Observation[] = [];

/** State of a list of readings, whatever its query. */
export interface Readings {
  readonly readings: readonly Reading[];
  /** Nothing is known yet. */
  readonly isPending: boolean;
  /** The last attempt failed; earlier data may still be present. */
  readonly error: Error | null;
  readonly retry: () => void;
  /** When the readings came, ISO 8601. */
  readonly receivedAt?: string;
}

/**
 * The person's newest readings, newest first: of every vital, or of the displayed ones, as an ECG is as large as all
 * others.
 */
export function useLatestReadings(vitalKeys: readonly VitalKey[] = VITAL_KEYS): Readings {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  const query = useQuery({
    queryKey: keyOf(patientId, 'latest', ...vitalKeys),
    enabled: patientId !== undefined,
    queryFn: ({ signal }) => fetchLatest(request, patientId ?? '', vitalKeys, signal),
  });
  const readings = useParsed(query.data?.observations, query.data?.receivedAt);
  return {
    readings,
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    ...(query.data ? { receivedAt: query.data.receivedAt } : {}),
  };
}

export interface PagedReadings extends Readings {
  /** Total number, if the server gave it or everything is loaded. */
  readonly total?: number;
  readonly more?: () => void;
  readonly isFetchingMore: boolean;
}

/** All readings of one vital, page by page, newest first. */
export function useAllReadings(vitalKey: VitalKey): PagedReadings {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  const query = useInfiniteQuery({
    queryKey: keyOf(patientId, 'all', vitalKey),
    enabled: patientId !== undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(request, patientId ?? '', [vitalKey], pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
  const first = query.data?.pages[0];
  const observations = useMemo(() => query.data?.pages.flatMap((page) => page.observations), [query.data]);
  const readings = useParsed(observations, first?.receivedAt, vitalKey);
  // body mass indexes are loaded with weights and heights, all included in the server's total
  const total = !query.hasNextPage ? readings.length : vitalKey === 'bmis' ? undefined : first?.total;
  return {
    readings,
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    isFetchingMore: query.isFetchingNextPage,
    ...(first === undefined ? {} : { receivedAt: first.receivedAt }),
    ...(total === undefined ? {} : { total }),
    ...(query.hasNextPage ? { more: () => void query.fetchNextPage() } : {}),
  };
}

export interface PeriodState extends Readings {
  /** Loads older readings of a very full period; absent if complete. */
  readonly more?: () => void;
  readonly isFetchingMore: boolean;
}

/** Day aggregates of a period, loaded if `isWanted`. */
export interface DaysState {
  /** Null if unsupported or failed. */
  readonly aggregates: DayAggregates | null | undefined;
  readonly isPending: boolean;
}

/** Day aggregates of a vital. Body mass indexes are computed here, so no server can aggregate them. */
export function useDayAggregates(vitalKey: VitalKey, period: Period, zone: string, isWanted: boolean): DaysState {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  const isAsked = isWanted && vitalKey !== 'bmis' && patientId !== undefined;
  const query = useQuery({
    queryKey: keyOf(patientId, 'days', vitalKey, period.firstDay, period.lastDay),
    enabled: isAsked,
    retry: false,
    queryFn: ({ signal }) => fetchDays(request, patientId ?? '', vitalKey, period, zone, signal),
  });
  if (!isAsked) return { aggregates: null, isPending: false };
  return { aggregates: query.data ?? (query.isError ? null : query.data), isPending: query.isPending };
}

/** Readings of a vital in a period; without `isWanted` only unsent ones. */
export function usePeriodReadings(vitalKey: VitalKey, period: Period, zone: string, isWanted = true): PeriodState {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  const query = useInfiniteQuery({
    queryKey: keyOf(patientId, 'period', vitalKey, period.firstDay, period.lastDay),
    enabled: isWanted && patientId !== undefined,
    queryFn: ({ pageParam, signal }) =>
      fetchPeriod(request, patientId ?? '', vitalKey, period, zone, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
  const first = query.data?.pages[0];
  const observations = useMemo(() => query.data?.pages.flatMap((page) => page.observations), [query.data]);
  const readings = useParsed(observations, first?.receivedAt, vitalKey);
  return {
    readings,
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    isFetchingMore: query.isFetchingNextPage,
    ...(first === undefined ? {} : { receivedAt: first.receivedAt }),
    ...(query.hasNextPage ? { more: () => void query.fetchNextPage() } : {}),
  };
}

function useParsed(
  observations: readonly Observation[] = NONE,
  receivedAt?: string,
  vitalKey?: VitalKey,
): readonly Reading[] {
  const now = receivedAt === undefined ? 0 : Date.parse(receivedAt);
  const context = useReadingContext(now);
  const waiting = useStore(useHost().request.waiting);
  const patientId = usePatient().viewed?.id;
  const readings = useMemo(() => {
    // What waits was typed after the last answer came.
    const unsent =
      waiting.length === 0
        ? []
        : waitingReadings(waiting, patientId, {
            ...context,
            now: Math.max(context.now, ...waiting.map(({ at }) => Date.parse(at))),
          });
    const corrected = new Set(unsent.map(({ corrects }) => corrects));
    const stored = observations.filter(({ id }) => !corrected.has(id));
    const known = [...readingsOf(stored, context), ...unsent].sort(newestFirst);
    const all = withComputedBmis(known, context);
    return vitalKey === undefined ? all : all.filter((reading) => reading.vitalKey === vitalKey);
  }, [observations, context, vitalKey, waiting, patientId]);
  // pregnancy changes advice, which concerns the last day
  useAskedPregnancies(
    useMemo(
      () => readings.some((reading) => (reading.instant ?? 0) > now - DAY_MS && isHigh(reading)),
      [readings, now],
    ),
  );
  return readings;
}

const isHigh = (reading: Reading): boolean =>
  reading.vitalKey === 'bloodPressures' && reading.verdict.band !== 'target';

/** Refreshes the screen when this person's readings change in the page or arrive live. */
export function useFreshReadings(): void {
  const { topics } = useHost();
  const queries = useQueryClient();
  useEffect(() => followReadings(topics, queries), [topics, queries]);
}
