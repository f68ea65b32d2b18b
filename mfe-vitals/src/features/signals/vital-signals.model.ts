import type { WaitingWrite } from '@phr/contract/host-api';
import type { ScreenPlace } from '@phr/contract/screens';
import type { Signal } from '@phr/contract/today';
import { dateOrder } from '@phr/fhir/dates';
import { isDoubted } from '@phr/fhir/device-status';
import { DAY_MS } from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import { formatTime } from '@phr/ui/format';
import {
  needsRemeasuring,
  dayOfReading,
  hasValue,
  isStale,
  type Reading,
  STALE_DAYS,
} from '../readings/reading.model.ts';
import { judgingPhrase, levelPhrase, type Language, valuePhrase } from '../readings/reading.words.ts';
import type { PlannedMeasure } from './planned-measure.entity.ts';
import { createTargetOf, detailsTargetOf, nameInside, nameOf } from '../vital/vital.model.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long a very dangerous or doubtful reading is shown, and remeasuring is suggested. */
export const ALERT_HOURS = 24;
const AGAIN_HOURS = 12;
/** Two readings this close are a measurement and its repeat. */
const SECOND_MINUTES = 30;

/** Not measured again on the same day. */
const SLOW: readonly Reading['vitalKey'][] = ['bmis', 'weights', 'heights'];

export interface Situation {
  readonly patientId: string;
  /** The present instant, milliseconds. */
  readonly now: number;
  /** False for a read-only account. */
  readonly mayAdd: boolean;
  readonly language: Language;
}

/** A reading with a known time of day. */
type Timed = Reading & { readonly instant: number; readonly measuredAt: string };

/**
 * Required actions from the last day's readings, by each vital's newest, so that a better one supersedes.
 * @param readings newest first
 */
export function readingSignals(readings: readonly Reading[], situation: Situation): readonly Signal[] {
  const timed = readings.filter((one): one is Timed => isTimed(one) && hasValue(one) && !SLOW.includes(one.vitalKey));
  const past = timed.filter(({ instant }) => instant <= situation.now);
  return past
    .filter((reading) => reading === past.find(({ vitalKey }) => vitalKey === reading.vitalKey))
    .flatMap(
      (newest) =>
        doubtful(newest, situation) ?? veryDangerous(newest, situation) ?? measureAgain(newest, past, situation) ?? [],
    );
}

const isTimed = ({ instant, measuredAt }: Reading): boolean => instant !== undefined && measuredAt !== undefined;

/** S1: very dangerous within the last day, with nothing better since. */
function veryDangerous(reading: Timed, situation: Situation): Signal | undefined {
  const { level, direction } = reading.verdict;
  const { t, locale } = situation.language;
  const end = reading.instant + ALERT_HOURS * HOUR_MS;
  if (level !== 'veryDangerous' || situation.now >= end) return undefined;
  const key = direction === undefined ? 'signal.danger' : `signal.danger.${direction}`;
  return {
    ...about(reading, 'S1', situation),
    rank: 0,
    title: t(key, {
      what: `${nameOf(reading.vitalKey, locale)} ${valuePhrase(reading, situation.language)}`,
      time: timeOf(reading.measuredAt, situation),
    }),
    level,
    expiresAt: new Date(end).toISOString(),
    actions: [{ id: 'advice', label: t('signal.whatToDo'), place: detailsOf(reading, situation) }],
    dismiss: 'never',
  };
}

/** S2: dangerous and measured once only. */
function measureAgain(reading: Timed, past: readonly Timed[], situation: Situation): Signal | undefined {
  const { verdict, instant, vitalKey } = reading;
  const { language, now, mayAdd, patientId } = situation;
  const form = createTargetOf(vitalKey);
  const end = instant + AGAIN_HOURS * HOUR_MS;
  const near = past.filter((one) => one.vitalKey === vitalKey && instant - one.instant <= SECOND_MINUTES * MINUTE_MS);
  if (verdict.level !== 'dangerous' || form === undefined || near.length > 1 || now >= end) return undefined;
  return {
    ...about(reading, 'S2', situation),
    rank: 10,
    title: language.t('signal.again', { name: nameInside(vitalKey, language.locale) }),
    detail: language.t('signal.againWhy', {
      time: timeOf(reading.measuredAt, situation),
      value: valuePhrase(reading, language),
      level: levelPhrase(verdict, language) ?? '',
    }),
    level: verdict.level,
    expiresAt: new Date(end).toISOString(),
    actions: mayAdd ? [{ id: 'again', label: language.t('signal.measure'), place: { ...form, patientId } }] : [],
    dismiss: 'today',
  };
}

/** S3: the meter reports a problem. */
function doubtful(reading: Timed, situation: Situation): Signal | undefined {
  const { t, locale } = situation.language;
  const end = reading.instant + ALERT_HOURS * HOUR_MS;
  if (!isDoubted(reading.deviceStatus) || !needsRemeasuring(reading) || situation.now >= end) return undefined;
  return {
    ...about(reading, 'S3', situation),
    rank: 20,
    title: t('signal.doubt', { time: timeOf(reading.measuredAt, situation) }),
    detail: t('signal.doubtWhy', {
      what: `${nameOf(reading.vitalKey, locale)} ${valuePhrase(reading, situation.language)}`,
    }),
    expiresAt: new Date(end).toISOString(),
    actions: [{ id: 'review', label: t('signal.review'), place: detailsOf(reading, situation) }],
    dismiss: 'today',
  };
}

/** S3: entries the server rejected, until corrected or discarded. */
export function refusedSignals(waiting: readonly WaitingWrite[], situation: Situation): readonly Signal[] {
  const { t } = situation.language;
  const place = { screen: 'notifications', patientId: situation.patientId };
  return waiting
    .filter(({ state, patientId }) => state === 'refused' && patientId === situation.patientId)
    .map(({ id, at, title }) => ({
      id: `mfe-vitals/S3/${id}`,
      patientId: situation.patientId,
      kind: 'danger',
      rank: 20,
      title: t('signal.refused', { time: timeOf(at, situation) }),
      detail: title,
      icon: 'waiting',
      at,
      expiresAt: new Date(situation.now + ALERT_HOURS * HOUR_MS).toISOString(),
      sources: [`waiting/${id}`],
      place,
      actions: [{ id: 'review', label: t('signal.review'), place }],
      dismiss: 'never',
    }));
}

/** S9: a care plan's measurement is due and has not been taken. One per vital. */
export function plannedSignals(
  planned: readonly PlannedMeasure[],
  readings: readonly Reading[],
  situation: Situation,
): readonly Signal[] {
  const { patientId, now, mayAdd, language } = situation;
  const measured = readings.filter((one) => hasValue(one) && one.instant !== undefined && one.instant <= now);
  const open = planned.filter(
    ({ vitalKey, from, until }) =>
      mayAdd &&
      from <= now &&
      now <= until &&
      !measured.some((one) => one.vitalKey === vitalKey && (one.instant ?? 0) >= from),
  );
  const due = open.filter((one, index) => index === open.findIndex(({ vitalKey }) => vitalKey === one.vitalKey));
  return due.flatMap(({ planId, vitalKey, local, part, due: at, until }) => {
    const form = createTargetOf(vitalKey);
    if (form === undefined) return [];
    const place = { ...form, patientId };
    return {
      id: `mfe-vitals/S9/${planId}@${vitalKey}/${local}`,
      patientId,
      kind: 'due',
      rank: 5,
      title: language.t(`signal.planned.${part}`, { name: nameInside(vitalKey, language.locale) }),
      detail: language.t('signal.plannedWhy', { time: local.slice(11) }),
      icon: 'vital',
      at: new Date(at).toISOString(),
      dueAt: new Date(at).toISOString(),
      expiresAt: new Date(until).toISOString(),
      sources: [`CarePlan/${planId}`],
      place,
      actions: [{ id: 'measure', label: language.t('signal.measureNow'), place }],
      dismiss: 'today',
    };
  });
}

/**
 * Board signal: the newest judged reading, else the newest; `add` leads to the most used form.
 * @param readings newest first
 */
export function lastSignal(readings: readonly Reading[], situation: Situation): Signal {
  const { patientId, now, mayAdd, language } = situation;
  const { t, locale } = language;
  const known = readings.filter(
    (one): one is Dated => hasValue(one) && one.measuredAt !== undefined && isPast(one, now),
  );
  const last = known.find(({ verdict }) => verdict.level !== undefined) ?? known[0];
  const level = last === undefined || isStale(last, now) ? undefined : last.verdict.level;
  const form = usualForm(known, now, language);
  return {
    id: `mfe-vitals/last/${last?.id ?? 'none'}`,
    patientId,
    kind: 'last',
    rank: 0,
    title:
      last === undefined ? t('signal.noReading') : `${nameOf(last.vitalKey, locale)} ${valuePhrase(last, language)}`,
    ...(last !== undefined && level !== undefined && { level, detail: judgedPhrase(last, language) }),
    icon: 'vital',
    at: last?.measuredAt ?? new Date(now).toISOString(),
    expiresAt: new Date(now + ALERT_HOURS * HOUR_MS).toISOString(),
    sources: last === undefined ? [] : [`Observation/${last.id}`],
    place: last === undefined ? { screen: 'health-indexes', patientId } : detailsOf(last, situation),
    actions: mayAdd ? [{ id: 'add', label: t('signal.add'), place: { ...form, patientId } }] : [],
    dismiss: 'never',
  };
}

/** The level, and the range that judged: "Nguy hiểm · Cao · bác sĩ đặt: dưới 130". */
const judgedPhrase = ({ verdict, vitalKey }: Reading, language: Language): string =>
  [levelPhrase(verdict, language), judgingPhrase(verdict, vitalKey, language)]
    .filter((words) => words !== undefined)
    .join(' · ');

/** Fewer readings are no trend. */
const TREND_LEAST = 3;

/**
 * Last 30 days, shown when nothing is pending: how often the vital with a target, else the most measured one, was on
 * target. None below three judged readings.
 * @param readings all of the last 30 days
 */
export function trendSignal(readings: readonly Reading[], situation: Situation): Signal | undefined {
  const { patientId, now, language } = situation;
  const since = now - STALE_DAYS * DAY_MS;
  const judged = readings.filter(
    ({ counts, vitalKey, instant = 0, verdict }) =>
      counts && !SLOW.includes(vitalKey) && since <= instant && instant <= now && verdict.level !== undefined,
  );
  const hasGoal = (own: readonly Reading[]): number => Number(own[0]?.verdict.trace.goalId !== undefined);
  const vitals = [...new Set(judged.map(({ vitalKey }) => vitalKey))]
    .map((key) => judged.filter(({ vitalKey }) => vitalKey === key))
    .toSorted((a, b) => hasGoal(b) - hasGoal(a) || b.length - a.length);
  const own = vitals.find(({ length }) => length >= TREND_LEAST);
  const [newest] = own ?? [];
  if (own === undefined || newest?.measuredAt === undefined) return undefined;
  return {
    id: `mfe-vitals/trend/${newest.vitalKey}`,
    patientId,
    kind: 'last',
    rank: 0,
    title: language.t('signal.trend', {
      name: nameOf(newest.vitalKey, language.locale),
      on: own.filter(({ verdict }) => verdict.level === 'target').length,
      count: own.length,
      days: STALE_DAYS,
    }),
    icon: 'vital',
    at: newest.measuredAt,
    expiresAt: new Date(now + ALERT_HOURS * HOUR_MS).toISOString(),
    sources: own.map(({ id }) => `Observation/${id}`),
    place: detailsOf(newest, situation),
    actions: [],
    dismiss: 'never',
  };
}

/** A reading with at least a known day. */
type Dated = Reading & { readonly measuredAt: string };

const ageOf = ({ instant, measuredAt }: Reading, now: number): number => now - (instant ?? dateOrder(measuredAt));
const isPast = (reading: Reading, now: number): boolean => ageOf(reading, now) >= 0;

/**
 * Form of the vital measured on most days of the last month; ties go to the newest. Counts days, since a sensor worn
 * once writes many readings. By default the general form.
 */
function usualForm(readings: readonly Reading[], now: number, place: Parameters<typeof dayOfReading>[1]): ScreenPlace {
  const days = new Map<Reading['vitalKey'], Set<string | undefined>>();
  for (const reading of readings) {
    if (createTargetOf(reading.vitalKey) === undefined || isStale(reading, now)) continue;
    const known = days.get(reading.vitalKey) ?? new Set();
    days.set(reading.vitalKey, known.add(dayOfReading(reading, place)));
  }
  const [most] = [...days].toSorted(([, a], [, b]) => b.size - a.size);
  return (most && createTargetOf(most[0])) ?? { screen: 'health-create' };
}

function about(reading: Timed, rule: string, situation: Situation) {
  return {
    id: `mfe-vitals/${rule}/${reading.id}`,
    patientId: situation.patientId,
    kind: 'danger',
    icon: 'vital',
    at: reading.measuredAt,
    sources: [`Observation/${reading.id}`],
    place: detailsOf(reading, situation),
  } as const;
}

const detailsOf = ({ vitalKey }: Reading, { patientId }: Situation) => ({ ...detailsTargetOf(vitalKey), patientId });

/** "20:10", and that it was yesterday. */
function timeOf(at: string, { now, language: { t, locale, zone } }: Situation): string {
  const time = formatTime(at, locale, zone);
  return dayOf(Date.parse(at), zone) === dayOf(now, zone) ? time : t('signal.yesterday', { time });
}
