import type { RequestPort } from '@phr/contract/host-api';
import { codesOf, vitalIn, type VitalKey } from '@phr/clinical/codings';
import { readSearchset } from '@phr/fhir/bundle';
import { dateOrder } from '@phr/fhir/dates';
import { observation, type Observation } from '@phr/fhir/observation';
import type { Period } from '@phr/time/period';
import { toZoned } from '@phr/time/zone';

/** Readings per page of a person's list (VIT-48) and of a period (VIT-49). */
const PAGE_SIZE = 200;
const PERIOD_PAGE_SIZE = 1000;
/** A year of a sensor that measures every five minutes has 105 pages: beyond this many the person is asked first. */
const PAGES_AT_ONCE = 10;

/** One page of readings, newest first. */
export interface ReadingPage {
  readonly observations: readonly Observation[];
  /** Path of the next page. */
  readonly next?: string;
  /** How many readings the server holds, when it says so. */
  readonly total?: number;
  /** When the answer came, ISO 8601. */
  readonly receivedAt: string;
}

export interface PeriodReadings {
  readonly observations: readonly Observation[];
  /** Path of the older readings of a period that holds very many; the newest ones are here. */
  readonly next?: string;
  readonly receivedAt: string;
}

/** Codes that a screen of one vital asks for: a body mass index may also be computed from weight and height. */
function codesFor(vitalKeys: readonly VitalKey[]): string {
  const keys = vitalKeys.includes('bmis') ? [...new Set<VitalKey>([...vitalKeys, 'weights', 'heights'])] : vitalKeys;
  return keys.flatMap(codesOf).join(',');
}

/**
 * The newest readings of some vitals. One request as a rule; a vital that a flood of others pushed off the page is asked for again.
 * The category is not sent: hospitals file glucose under laboratory, and no reading may be missed.
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

/** True for the newest readings of some vitals that hold every one since an instant (milliseconds): the first page is not full, or ends before it. */
export function isWholeSince({ observations }: Pick<ReadingPage, 'observations'>, since: number): boolean {
  const last = observations[PAGE_SIZE - 1];
  const at = last?.effectiveDateTime ?? last?.effectiveInstant;
  return last === undefined || (at !== undefined && dateOrder(at) < since);
}

/** One page of the readings of some vitals, newest first. @param next path of a page after the first */
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

/** The readings of some vitals since an instant (milliseconds), newest first: one page, for a day holds no more of what a person does not wear. */
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

/** The readings of a period, newest first, at most ten pages of the server at once. @param next where an earlier answer ended */
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

/** Every reading of a period, however many. @param onRead told how many are here after each page */
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
