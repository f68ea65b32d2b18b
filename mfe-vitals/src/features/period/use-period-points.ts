import type { VitalKey } from '@phr/clinical/codings';
import type { Period } from '@phr/time/period';
import { useMemo } from 'react';
import { drawnPoints, isByDay, pointsOf, summaryOf, type Point, type Summary } from '../chart/series.model.ts';
import { toldPoints } from '../chart/told-points.model.ts';
import { hasValue, type ReadingContext } from '../readings/reading.model.ts';
import { useLanguage, useReadingContext } from '../readings/use-language.ts';
import { usePeriodReadings, useToldDays, type PeriodState } from '../readings/use-readings.ts';

/** Where a long period holds no more readings than these, they follow the days: paper, deletion and file then have each of them. */
const FEW = 1000;

/** What a period draws, and what is known of its readings. */
export interface PeriodPoints extends PeriodState {
  /** One point a reading up to 14 days, one a day beyond; at most 400. */
  readonly points: readonly Point[];
  /** One point a reading; absent while only the days are known. */
  readonly single?: readonly Point[];
  readonly summary: Summary | undefined;
  readonly context: ReadingContext;
  /** Readings that no chart can place: without a plain number or a time of day. */
  readonly notDrawn: number;
}

/**
 * The points of a period. Beyond 14 days the server is asked for its days, so that a year of a sensor is one answer and not a hundred; a server that
 * does not tell them is asked for the readings, a thousand at a time.
 * @param hidden ids of readings on their way to deletion
 * @param now for readings before any answer came
 */
export function usePeriodPoints(
  vitalKey: VitalKey,
  period: Period,
  hidden: ReadonlySet<string>,
  now: number,
): PeriodPoints {
  const { zone, glucoseUnit } = useLanguage();
  const { told, isPending } = useToldDays(vitalKey, period, zone, isByDay(period));
  const areFew = told !== null && told !== undefined && told.days.reduce((sum, { count }) => sum + count, 0) <= FEW;
  const state = usePeriodReadings(vitalKey, period, zone, told === null || areFew);
  const { readings, more } = state;
  const isWhole = state.receivedAt !== undefined && (told === null || more === undefined);
  const receivedAt = isWhole ? state.receivedAt : told?.receivedAt;
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
      isWhole || told === null || told === undefined
        ? undefined
        : toldPoints(told.days, single, vitalKey, glucoseUnit, context),
    [isWhole, told, single, vitalKey, glucoseUnit, context],
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
