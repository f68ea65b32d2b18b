import type { RequestPort } from '@phr/contract/host-api';
import { codesOf, vitalIn, type VitalKey } from '@phr/clinical/codings';
import { readSearchset } from '@phr/fhir/bundle';
import { dateOrder } from '@phr/fhir/dates';
import { observation, type Observation } from '@phr/fhir/observation';
import type { Period } from '@phr/time/period';
import { toZoned } from '@phr/time/zone';

/** Readings per page, for lists (VIT-48) and periods (VIT-49). */
const PAGE_SIZE = 200;
const PERIOD_PAGE_SIZE = 1000;
/** A five-minute sensor's year has 105 pages: beyond this many, ask the person first. */
const PAGES_AT_ONCE = 10;

/** One page of readings, newest first. */
export interface ReadingPage {
  readonly observations: readonly Observation[];
  /** Path of the next page. */
  readonly next?: string;
  /** Total on the server, if given. */
  readonly total?: number;
  /** When the answer came, ISO 8601. */
  readonly receivedAt: string;
}

export interface PeriodReadings {
  readonly observations: readonly Observation[];
  /** Path to a very full period's older readings; the newest are loaded. */
  readonly next?: string;
  readonly receivedAt: string;
}

/** Codes queried for a vital's screen: body mass index is also computed from weight and height. */
function codesFor(vitalKeys: readonly VitalKey[]): string {
  const keys = vitalKeys.includes('bmis') ? [...new Set<VitalKey>([...vitalKeys, 'weights', 'heights'])] : vitalKeys;
  return keys.flatMap(codesOf).join(',');
}

/**
 * Newest readings of some vitals. Usually one request; a vital crowded out by others is queried again. No category
 * filter: hospitals file glucose under laboratory, and none may be missed.
 */
export async function fetchLatest(
  request: RequestPort,
  patientId: string,
  vitalKeys: readonly VitalKey[],
  signal: AbortSignal,
): Promise<ReadingPage> {
  const first = await fetchPage(request, patientId, vitalKeys, undefined, signal);
  const observations = [...first.observations];
  let page = first;
  let missing = vitalKeys.filter((key) => !observations.some((one) => isOf(one, key)));
  while (page.next !== undefined && missing.length > 0) {
    page = await fetchPage(request, patientId, missing, undefined, signal);
    observations.push(...page.observations);
    const stillMissing = missing.filter((key) => !page.observations.some((one) => isOf(one, key)));
    if (stillMissing.length === missing.length) break;
    missing = stillMissing;
  }
  return { observations, receivedAt: first.receivedAt };
}

/**
 * True if the newest readings include every one since an instant (milliseconds): the first page is not full, or reaches
 * further back.
 */
export function isWholeSince({ observations }: Pick<ReadingPage, 'observations'>, since: number): boolean {
  const last = observations[PAGE_SIZE - 1];
  const at = last?.effectiveDateTime ?? last?.effectiveInstant;
  return last === undefined || (at !== undefined && dateOrder(at) < since);
}

/**
 * One page of readings of some vitals, newest first.
 * @param next path of a later page
 */
export async function fetchPage(
  request: RequestPort,
  patientId: string,
  vitalKeys: readonly VitalKey[],
  next: string | undefined,
  signal: AbortSignal,
): Promise<ReadingPage> {
  const answer = await request.send(
    next === undefined
      ? {
          service: 'fhir',
          method: 'GET',
          path: `/Patient/${patientId}/Observation`,
          query: { code: codesFor(vitalKeys), _sort: '-date', _count: PAGE_SIZE, _total: 'accurate' },
          signal,
        }
      : { service: 'fhir', method: 'GET', path: next, signal },
  );
  const { resources, total } = readSearchset(answer.body, observation, 'Observation');
  return {
    observations: resources,
    receivedAt: answer.receivedAt,
    ...(answer.next === undefined ? {} : { next: answer.next }),
    ...(total === undefined ? {} : { total }),
  };
}

/**
 * Readings of some vitals since an instant (milliseconds), newest first; one page, as a day without a sensor has no
 * more.
 */
export async function fetchSince(
  request: RequestPort,
  patientId: string,
  vitalKeys: readonly VitalKey[],
  since: number,
  signal: AbortSignal,
): Promise<readonly Observation[]> {
  const { body } = await request.send({
    service: 'fhir',
    method: 'GET',
    path: `/Patient/${patientId}/Observation`,
    query: {
      code: vitalKeys.flatMap(codesOf).join(','),
      date: `ge${new Date(since).toISOString()}`,
      _sort: '-date',
      _count: PAGE_SIZE,
    },
    signal,
  });
  return readSearchset(body, observation, 'Observation').resources;
}

/**
 * Readings of a period, newest first, at most ten server pages at a time.
 * @param next end of the previous result
 */
export async function fetchPeriod(
  request: RequestPort,
  patientId: string,
  vitalKey: VitalKey,
  period: Period,
  zone: string,
  next: string | undefined,
  signal: AbortSignal,
): Promise<PeriodReadings> {
  const date = [`ge${toZoned(period.start, zone)}`, `le${toZoned(period.end - 1, zone)}`];
  let answer = await request.send(
    next === undefined
      ? {
          service: 'fhir',
          method: 'GET',
          path: `/Patient/${patientId}/Observation`,
          query: { code: codesFor([vitalKey]), date, _sort: '-date', _count: PERIOD_PAGE_SIZE },
          signal,
        }
      : { service: 'fhir', method: 'GET', path: next, signal },
  );
  const { receivedAt } = answer;
  const observations = [...readSearchset(answer.body, observation, 'Observation').resources];
  for (let page = 1; answer.next !== undefined && page < PAGES_AT_ONCE; page += 1) {
    answer = await request.send({ service: 'fhir', method: 'GET', path: answer.next, signal });
    observations.push(...readSearchset(answer.body, observation, 'Observation').resources);
  }
  return { observations, receivedAt, ...(answer.next === undefined ? {} : { next: answer.next }) };
}

/**
 * All readings of a period.
 * @param onRead called with the count after each page
 */
export async function fetchWholePeriod(
  request: RequestPort,
  patientId: string,
  vitalKey: VitalKey,
  period: Period,
  zone: string,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<PeriodReadings> {
  const first = await fetchPeriod(request, patientId, vitalKey, period, zone, undefined, signal);
  const observations = [...first.observations];
  let { next } = first;
  while (next !== undefined) {
    onRead(observations.length);
    const page = await fetchPeriod(request, patientId, vitalKey, period, zone, next, signal);
    observations.push(...page.observations);
    next = page.next;
  }
  return { observations, receivedAt: first.receivedAt };
}

const isOf = (one: Observation, vitalKey: VitalKey): boolean => vitalIn(one.code) === vitalKey;
