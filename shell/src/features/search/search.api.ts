import { readSearchset } from '@phr/fhir/bundle';
import { anything } from '@phr/fhir/json';
import type { Client } from '@phr/http/client';

/** Kinds of entries that can be found. */
export const FOUND_TYPES = ['Encounter', 'Appointment', 'Condition', 'DiagnosticReport'] as const;
export type FoundType = (typeof FOUND_TYPES)[number];

export interface FoundEntry {
  readonly type: FoundType;
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface RecordEntries {
  readonly entries: readonly FoundEntry[];
  /** Kinds that could not be loaded. */
  readonly missing: readonly FoundType[];
}

const MOST = 200;

/** The newest entries of each kind in a patient's record; kept in memory only. Never rejects. */
export async function fetchEntries(client: Client, patientId: string, signal: AbortSignal): Promise<RecordEntries> {
  const answers = await Promise.allSettled(
    FOUND_TYPES.map((type) =>
      client.send({
        service: 'fhir',
        method: 'GET',
        path: `/Patient/${encodeURIComponent(patientId)}/${type}`,
        query: { _count: MOST, ...(type !== 'Condition' && { _sort: '-date' }) },
        signal,
      }),
    ),
  );
  return {
    entries: answers.flatMap((answer, at) => {
      const type = FOUND_TYPES[at];
      return answer.status === 'rejected' || type === undefined
        ? []
        : readSearchset(answer.value.body, anything, type).resources.map((resource) => ({ type, resource }));
    }),
    missing: FOUND_TYPES.filter((_, at) => answers[at]?.status === 'rejected'),
  };
}
