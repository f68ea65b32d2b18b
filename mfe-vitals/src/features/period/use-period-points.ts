import type { VitalKey } from '@phr/clinical/codings';
import type { Period } from '@phr/time/period';
import { useMemo } from 'react';
import { drawnPoints, isByDay, pointsOf, summaryOf, type Point, type Summary } from '../chart/series.model.ts';
import { aggregatePoints } from '../chart/aggregate-points.model.ts';
import { hasValue, type ReadingContext } from '../readings/reading.model.ts';
import { useLanguage, useReadingContext } from '../readings/use-language.ts';
import { usePeriodReadings, useDayAggregates, type PeriodState } from '../readings/use-readings.ts';

/** Long periods with at most this many readings load them after the days, for print, deletion and export. */
const FEW = 1000;

/** Points of a period, and facts about its readings. */
export interface PeriodPoints extends PeriodState {
  /** One point per reading up to 14 days, per day beyond; at most 400. */
  readonly points: readonly Point[];
  /** One point per reading; absent while only days are known. */
  readonly single?: readonly Point[];
  readonly summary: Summary | undefined;
  readonly context: ReadingContext;
  /** Readings that cannot be charted: without a plain number or time. */
  readonly notDrawn: number;
}

/**
 * Points of a period. Beyond 14 days the server's day aggregates are used, so that a sensor's year is one response;
 * unsupported servers are asked for readings, a thousand at a time.
 * @param hidden ids of readings being deleted
 * @param now for readings before any response
 */
export function usePeriodPoints(
  vitalKey: VitalKey,
  period: Period,
  hidden: ReadonlySet<string>,
  now: number,
): PeriodPoints {
  const { zone, glucoseUnit } = useLanguage();
  const { aggregates, isPending } = useDayAggregates(vitalKey, period, zone, isByDay(period));
  const areFew =
    aggregates !== null &&
    aggregates !== undefined &&
    aggregates.days.reduce((sum, { count }) => sum + count, 0) <= FEW;
  const state = usePeriodReadings(vitalKey, period, zone, aggregates === null || areFew);
  const { readings, more } = state;
  const isWhole = state.receivedAt !== undefined && (aggregates === null || more === undefined);
  const receivedAt = isWhole ? state.receivedAt : aggregates?.receivedAt;
  const context = useReadingContext(receivedAt === undefined ? now : Date.parse(receivedAt));

  const single = useMemo(
    () =>
      pointsOf(
        readings.filter(({ id, unsent }) => !hidden.has(id) && (isWhole || unsent !== undefined)),
        period,
        glucoseUnit,
      ),
    [readings, hidden, isWhole, period, glucoseUnit],
  );
  const days = useMemo(
    () =>
      isWhole || aggregates === null || aggregates === undefined
        ? undefined
        : aggregatePoints(aggregates.days, single, vitalKey, glucoseUnit, context),
    [isWhole, aggregates, single, vitalKey, glucoseUnit, context],
  );
  const points = useMemo(() => days ?? drawnPoints(single, period, zone), [days, single, period, zone]);
  const summary = useMemo(() => summaryOf(days ?? single), [days, single]);
  const { receivedAt: _receivedAt, more: _more, ...rest } = state;
  const notDrawn = isWhole
    ? readings.filter(
        (reading) =>
          !hidden.has(reading.id) && !reading.counts && hasValue(reading) && (reading.instant ?? 0) <= context.now,
      ).length
    : 0;
  return {
    ...rest,
    notDrawn,
    points,
    summary,
    context,
    isPending: isPending || (receivedAt === undefined && state.isPending),
    ...(days === undefined ? { single } : {}),
    ...(receivedAt === undefined ? {} : { receivedAt }),
    ...(isWhole && more !== undefined ? { more } : {}),
  };
}
