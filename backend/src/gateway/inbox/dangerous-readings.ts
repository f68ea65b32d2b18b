import type { Goal, Person } from '@phr/clinical/assess/verdict';
import { isDoubted, statusesIn } from '@phr/fhir/device-status';
import { verdictOf } from '@phr/fhir/judging';
import { observation } from '@phr/fhir/observation';
import type { Written } from '../../fhir/write-request.ts';
import { parseJson } from '../../kit/content/json-text.ts';
import { FACILITY_ZONE } from '../../kit/facility-zone.ts';
import { isResource, textAt, type Resource } from '../../fhir/resource.ts';
import { type InboxEvent, startOf } from './inbox-event.ts';

/** Judging input of a record: person and goals. */
export type Judge = (patientId: string) => Promise<{ readonly person: Person; readonly goals: readonly Goal[] }>;

/** Maximum age of a danger, as on the today screen (S1). */
const TOLD_MS = 86_400_000;
/** When it was measured, as the judge reads it. */
const DATES = ['effectiveDateTime', 'effectiveInstant', 'effectivePeriod.start', 'issued'];

/** Statuses in which a reading says nothing about its person. */
const VOID: ReadonlySet<string> = new Set(['entered-in-error', 'cancelled']);

/**
 * True for a reading of the last day.
 * @param now milliseconds since 1970
 */
export function isOfToday(resource: Resource, now: number): boolean {
  const date = DATES.map((path) => textAt(resource, path)).find((one) => one !== undefined);
  const at = startOf(date);
  return at > now - TOLD_MS && at <= now + TOLD_MS;
}

/**
 * Very dangerous readings, for the record's other keepers; the author knows already. Excludes readings the meter
 * doubts. A correction notifies when it becomes dangerous, and settles the entry when it is no longer. Stores code and
 * reference only.
 * @param now milliseconds since 1970
 */
export async function dangerousReadings(
  written: readonly Written[],
  judge: Judge,
  now: number,
): Promise<readonly InboxEvent[]> {
  const readings = written.flatMap((one) => {
    if ((one.outcome !== 'created' && one.outcome !== 'updated') || one.type !== 'Observation') return [];
    const content = parseJson(one.content);
    if (one.patientId === undefined || !isResource(content)) return [];
    const read =
      isOfToday(content, now) && !VOID.has(textAt(content, 'status') ?? '') ? observation(content) : undefined;
    const judged = read !== undefined && !isDoubted(statusesIn(read.extension)) ? read : undefined;
    const isNew = one.outcome === 'created';
    return judged === undefined && isNew ? [] : [{ patientId: one.patientId, id: one.id, judged, isNew }];
  });
  const found: InboxEvent[] = [];
  for (const [patientId, own] of Map.groupBy(readings, (one) => one.patientId)) {
    const judges = own.some(({ judged }) => judged !== undefined) ? await judge(patientId) : undefined;
    for (const { id, judged, isNew } of own) {
      const isDangerous =
        judged !== undefined &&
        judges !== undefined &&
        verdictOf(judged, { ...judges, zone: FACILITY_ZONE, now }).level === 'veryDangerous';
      // a new one settles nothing
      if (isDangerous || !isNew)
        found.push({
          patientId,
          kind: 'reading',
          ref: `Observation/${id}`,
          state: isDangerous ? 'new' : 'over',
          told: isDangerous,
        });
    }
  }
  return found;
}
