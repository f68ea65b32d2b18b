import { VITAL_KEYS } from '@phr/clinical/codings';
import { mayIn } from '@phr/contract/may';
import type { Observation } from '@phr/fhir/observation';
import { fetchGoals, recordOf } from '@phr/module-kit/judging-query';
import { type Read, readQuery, type SourceContext, type Teller } from '@phr/module-kit/signal-source';
import { DAY_MS } from '@phr/time/plain-date';
import { deviceZone } from '@phr/time/zone';
import { followReadings } from '../features/readings/follow-readings.port.ts';
import { readingsOf, STALE_DAYS } from '../features/readings/reading.model.ts';
import { waitingReadings } from '../features/readings/waiting.model.ts';
import { fetchPage, fetchSince, isWholeSince, type ReadingPage } from '../features/readings/readings.api.ts';
import type { PlannedMeasure } from '../features/signals/planned-measure.entity.ts';
import {
  lastSignal,
  plannedSignals,
  readingSignals,
  refusedSignals,
  ALERT_HOURS,
  trendSignal,
} from '../features/signals/vital-signals.model.ts';

/** Excludes ECGs, which are as large as everything else and have only one number. */
const JUDGED = VITAL_KEYS.filter((key) => key !== 'ecgs');

/**
 * Source 'readings': actions from the last day (S1, S2, S3), planned measurements (S9), the last 30 days; for a board
 * the newest reading. Three calls, for a board two: readings, goals, plans.
 */
export function readings(context: SourceContext): Teller {
  const { host, patientId, queries, scope } = context;
  const newest = scope === 'board' ? readNewest(context) : readDay(context);
  const goals = readQuery(context, {
    queryKey: ['goals', patientId],
    queryFn: ({ signal }) => fetchGoals(host.request, patientId, signal),
  });
  const zone = deviceZone();
  // A board makes two calls for each person.
  const planned = scope === 'board' ? undefined : readPlanned(context, zone);
  return {
    reads: planned === undefined ? [newest, goals] : [newest, goals, planned],
    follows: [
      host.request.waiting,
      host.settings,
      { subscribe: () => followReadings(host.topics, queries) },
      ...(scope === 'board' ? [] : [tilesOf(context)]),
    ],
    tell(moment, { t, locale }) {
      const now = moment.getTime();
      const person = host.patient.get().family.find(({ id }) => id === patientId);
      const situation = {
        patientId,
        now,
        mayAdd: mayIn(person ?? {}, 'create'),
        language: { t, locale, glucoseUnit: host.settings.get().glucoseUnit, zone },
      };
      const refused = refusedSignals(host.request.waiting.get(), situation);
      // judge nothing before goals are known
      if (goals.status() === 'loading') return refused;
      const judging = {
        zone,
        now,
        ...(person?.birthDate === undefined ? {} : { birthDate: person.birthDate }),
        goals: goals.data() ?? [],
      };
      const latest = readingsOf(newest.data() ?? [], judging);
      // unreadable data is not reported as missing
      const last = scope === 'board' && newest.data() !== undefined ? [lastSignal(latest, situation)] : [];
      // readings taken offline count as measured
      const pending = host.request.waiting.get().filter(({ state }) => state !== 'refused');
      const done = [...latest, ...waitingReadings(pending, patientId, judging)];
      const due = newest.data() === undefined ? [] : plannedSignals(planned?.data()?.(now) ?? [], done, situation);
      const trend =
        scope === 'board' ? undefined : trendSignal(readingsOf(monthOf(queries, patientId, now), judging), situation);
      return [...readingSignals(latest, situation), ...due, ...last, ...(trend ? [trend] : []), ...refused];
    },
  };
}

/** Query key of the dashboard tiles' readings. */
const tilesKey = (patientId: string) => ['readings', patientId, 'latest'];

/** Follows the tiles' query: the 30-day summary uses it and makes no call of its own. */
function tilesOf({ queries, patientId }: SourceContext): Pick<Read<unknown>, 'subscribe'> {
  // all keys that begin with it, whatever tiles were chosen
  const begin = JSON.stringify(tilesKey(patientId)).slice(0, -1);
  return {
    subscribe: (listener) =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.queryHash.startsWith(begin)) listener();
      }),
  };
}

/** The tiles' readings, if they cover 30 days. */
function monthOf(queries: SourceContext['queries'], patientId: string, now: number): readonly Observation[] {
  const since = now - STALE_DAYS * DAY_MS;
  const pages = queries.getQueriesData<ReadingPage>({ queryKey: tilesKey(patientId) });
  return pages.find(([, page]) => page !== undefined && isWholeSince(page, since))?.[1]?.observations ?? [];
}

/** Planned measurements around an instant, milliseconds. */
type PlannedAround = (now: number) => readonly PlannedMeasure[];

/** Planned measurements (S9). Timing code loads only if a plan exists. */
function readPlanned(context: SourceContext, zone: string): Read<PlannedAround> {
  const { host, patientId } = context;
  return readQuery(context, {
    queryKey: ['plans', patientId],
    queryFn: async ({ signal }) => {
      const query = { status: 'active', _count: 50 };
      const plans = await recordOf(host.request, patientId, 'CarePlan', query, signal);
      if (!JSON.stringify(plans).includes('scheduledTiming')) return () => [];
      const { plannedMeasures } = await import(
        /* webpackChunkName: "write" */ '../features/signals/planned-measure.entity.ts'
      );
      return (now) => plannedMeasures(plans, now, zone);
    },
  });
}

function readDay(context: SourceContext): Read<readonly Observation[]> {
  const { host, patientId } = context;
  return readQuery(context, {
    queryKey: ['readings', patientId, 'day'],
    queryFn: ({ signal }) =>
      fetchSince(host.request, patientId, JUDGED, Date.now() - ALERT_HOURS * 60 * 60_000, signal),
  });
}

/** The newest page of readings of any age, for a board's last state and most used form. */
function readNewest(context: SourceContext): Read<readonly Observation[]> {
  const { host, patientId } = context;
  return readQuery(context, {
    queryKey: ['readings', patientId, 'newest'],
    queryFn: async ({ signal }) => (await fetchPage(host.request, patientId, JUDGED, undefined, signal)).observations,
  });
}
