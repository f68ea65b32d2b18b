import { VITAL_KEYS, type VitalKey } from '@phr/clinical/codings';
import { useHost, usePatient, useStore } from '@phr/module-kit/host';
import { useAskedPregnancies } from '@phr/module-kit/judging';
import type { Period } from '@phr/time/period';
import { DAY_MS } from '@phr/time/plain-date';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Observation } from '@phr/fhir/observation';
import { fetchDays, type ToldDays } from './days.api.ts';
import { followReadings } from './follow-readings.port.ts';
import { newestFirst, readingsOf, withComputedBmis, type Reading } from './reading.model.ts';
import { fetchLatest, fetchPage, fetchPeriod } from './readings.api.ts';
import { useReadingContext } from './use-language.ts';
import { waitingReadings } from './waiting.model.ts';

/** Cache keys: all readings of a person lie under one key, so that a change refreshes every screen. */
const keyOf = (patientId: string | undefined, ...rest: readonly string[]) => ['readings', patientId ?? '', ...rest];
const NONE: readonly Observation[] = [];

/** State of a list of readings, whatever its query. */
export interface Readings {
  readonly readings: readonly Reading[];
  /** Nothing is known yet. */
  readonly isPending: boolean;
  /** The last try failed; readings of an earlier one may still be there. */
  readonly error: Error | null;
  readonly retry: () => void;
  /** When the readings came, ISO 8601. */
  readonly receivedAt?: string;
}

/** The newest readings of the person on screen, newest first; of every vital, or of those that are shown: an ECG is as large as all the rest. */
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
  /** How many there are in all, when the server says so or everything is here. */
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
  // A body mass index is fetched with weights and heights: the server's total counts them all.
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
  /** Reads older readings of a period that holds very many; absent when all are here. */
  readonly more?: () => void;
  readonly isFetchingMore: boolean;
}

/** The days of a period in figures, asked of the server when `isWanted`. */
export interface DaysState {
  /** Null when the server does not tell them or failed to. */
  readonly told: ToldDays | null | undefined;
  readonly isPending: boolean;
}

/** The days of one vital in a period. Body mass indexes are computed here from the readings of a day, so that no server can count them. */
export function useToldDays(vitalKey: VitalKey, period: Period, zone: string, isWanted: boolean): DaysState {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  const isAsked = isWanted && vitalKey !== 'bmis' && patientId !== undefined;
  const query = useQuery({
    queryKey: keyOf(patientId, 'days', vitalKey, period.firstDay, period.lastDay),
    enabled: isAsked,
    retry: false,
    queryFn: ({ signal }) => fetchDays(request, patientId ?? '', vitalKey, period, zone, signal),
  });
  if (!isAsked) return { told: null, isPending: false };
  return { told: query.data ?? (query.isError ? null : query.data), isPending: query.isPending };
}

/** The readings of one vital in a period; without `isWanted` only those that wait on this device. */
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
  // a pregnancy changes what is advised, and advice is about the last day
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

/** Refreshes what is on screen when readings of this person change anywhere in the page, and when a meter sends some. */
export function useFreshReadings(): void {
  const { topics } = useHost();
  const queries = useQueryClient();
  useEffect(() => followReadings(topics, queries), [topics, queries]);
}
