import type { Goal, Person } from '@phr/clinical/assess/verdict';
import { isDoubted, statusesIn } from '@phr/fhir/device-status';
import { verdictOf } from '@phr/fhir/judging';
import { observation } from '@phr/fhir/observation';
import type { Written } from '../../fhir/write-request.ts';
import { parseJson } from '../../kit/content/json-text.ts';
import { FACILITY_ZONE } from '../../kit/facility-zone.ts';
import type { News } from './news.ts';

/** Who a record's readings are judged by: the person, and the goals that were set. */
export type Judge = (patientId: string) => Promise<{ readonly person: Person; readonly goals: readonly Goal[] }>;

/** A reading of yesterday is no danger of now: as long as the day's screen tells it (S1). */
const TOLD_MS = 86_400_000;

/**
 * New readings that the judge calls very dangerous, for those who look after the person; who wrote one knows it already. What the meter itself doubts is none. A
 * code and a reference, as of everything: no level, no value.
 * @param now milliseconds since 1970
 */
export async function dangersIn(written: readonly Written[], judge: Judge, now: number): Promise<readonly News[]> {
  const fresh = written.flatMap((one) => {
    if (one.outcome !== 'created' || one.type !== 'Observation' || one.patientId === undefined) return [];
    const read = observation(parseJson(one.content));
    const at = Date.parse(read?.effectiveDateTime ?? read?.effectiveInstant ?? read?.effectivePeriod?.start ?? '');
    const isNow = at > now - TOLD_MS && at <= now + TOLD_MS;
    return read !== undefined && isNow && !isDoubted(statusesIn(read.extension))
      ? [{ patientId: one.patientId, id: one.id, read }]
      : [];
  });
  const found: News[] = [];
  for (const [patientId, readings] of Map.groupBy(fresh, (one) => one.patientId)) {
    const judges = await judge(patientId);
    for (const { id, read } of readings)
      if (verdictOf(read, { ...judges, zone: FACILITY_ZONE, now }).level === 'veryDangerous')
        found.push({ patientId, kind: 'reading', ref: `Observation/${id}`, state: 'new', told: true });
  }
  return found;
}
