import { parseDate } from '@phr/fhir/dates';
import { add, daysInMonth } from '@phr/time/plain-date';
import { dayOf, toZoned } from '@phr/time/zone';
import type { Moment } from './moment.entity.ts';

/** What one search has read so far. */
export interface Stream {
  readonly moments: readonly Moment[];
  /** Newest day, YYYY-MM-DD, an unloaded entry may have; absent when complete. */
  readonly unreadFrom?: string;
  /** True for visits, which group other entries. */
  readonly isVisits?: true;
}

/** A timeline row with its grouped entries. */
export interface TimelineRow extends Moment {
  readonly under: readonly Moment[];
}

export interface Timeline {
  /** The newest first; those without a date last. */
  readonly rows: readonly TimelineRow[];
  /** More may follow below the last row. */
  readonly hasMore: boolean;
}

/** before anything is loaded, an entry may have any day */
export const ANY_DAY = '9999-12-31';

/**
 * Sortable form of a date with its precision. Partial dates sort after all days of their year or month ('2014-00-00',
 * '2014-03-00'), days after their hours, undated last.
 */
export function orderOf(date: string | undefined, zone: string): string {
  const read = parseDate(date);
  if (read === undefined) return '';
  if (read.precision === 'instant') return toZoned(read.at.getTime(), zone).slice(0, 16);
  if (read.precision === 'year') return `${four(read.year)}-00-00`;
  if (read.precision === 'month') return `${four(read.year)}-${two(read.month)}-00`;
  return date ?? '';
}

/** Last day a date may mean; undefined without one. */
function lastDayOf(date: string | undefined, zone: string): string | undefined {
  const read = parseDate(date);
  if (read === undefined) return undefined;
  if (read.precision === 'instant') return dayOf(read.at.getTime(), zone);
  if (read.precision === 'year') return `${four(read.year)}-12-31`;
  if (read.precision === 'month')
    return `${four(read.year)}-${two(read.month)}-${two(daysInMonth(read.year, read.month))}`;
  return date;
}

/**
 * Newest day an unloaded entry may have in a newest-first list, plus one day, as servers use their own zone.
 * @param dates dates of loaded entries, in order
 */
export function unreadFrom(dates: readonly (string | undefined)[], zone: string): string {
  const last = dates.map((date) => lastDayOf(date, zone)).findLast((day) => day !== undefined);
  return last === undefined ? ANY_DAY : add(last, { days: 1 });
}

/**
 * Merges all streams as far as their order is certain, so that shown rows never move when pages arrive. Nothing is
 * shown on or below a day where an unloaded entry may be, nor below an entry whose visit is not loaded.
 */
export function mergeStreams(streams: readonly Stream[], zone: string): Timeline {
  const moments = streams.flatMap((stream) => stream.moments);
  const visits = new Set(moments.filter(({ kind }) => kind === 'visits').map(({ id }) => id));
  const areVisitsWhole = streams.every((stream) => stream.isVisits !== true || stream.unreadFrom === undefined);
  const isUnder = ({ visit }: Moment) => visit !== undefined && visits.has(visitId(visit));
  const isPending = (moment: Moment) => moment.visit !== undefined && !isUnder(moment) && !areVisitsWhole;
  const limit = [
    ...streams.map((stream) => stream.unreadFrom ?? ''),
    ...moments.filter(isPending).map(({ date }) => lastDayOf(date, zone) ?? ''),
  ].reduce((a, b) => (a > b ? a : b), '');
  const isWhole = streams.every((stream) => stream.unreadFrom === undefined);
  const own = moments
    .filter((moment) => !isUnder(moment) && (isWhole || orderOf(moment.date, zone).slice(0, 10) > limit))
    .map((moment) => ({ moment, order: orderOf(moment.date, zone) }))
    .sort((a, b) => compare(b.order, a.order) || compare(a.moment.id, b.moment.id));
  return {
    rows: own.map(({ moment }) => ({
      ...moment,
      under:
        moment.kind === 'visits'
          ? moments.filter((one) => one.visit !== undefined && visitId(one.visit) === moment.id)
          : [],
    })),
    hasMore: !isWhole,
  };
}

const visitId = (id: string): string => `Encounter/${id}`;

/** Rows of one year. */
export interface Year {
  /** YYYY; '' for rows without a date. */
  readonly year: string;
  readonly rows: readonly TimelineRow[];
}

/** Rows by year, in order. Partial dates belong to their year. */
export function yearsOf(rows: readonly TimelineRow[], zone: string): readonly Year[] {
  const years = new Map<string, TimelineRow[]>();
  for (const row of rows) {
    const year = orderOf(row.date, zone).slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), row]);
  }
  return [...years].map(([year, ofYear]) => ({ year, rows: ofYear }));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const two = (value: number): string => String(value).padStart(2, '0');
const four = (value: number): string => String(value).padStart(4, '0');
