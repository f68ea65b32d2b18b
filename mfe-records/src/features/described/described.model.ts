import type { Description } from '@phr/fhir/describe';
import type { PatientList } from '@phr/module-kit/patient-list';
import type { Described } from './described.entity.ts';

type Tone = 'neutral' | 'info' | 'warning' | 'danger';
const TONES: Readonly<Record<string, Tone>> = {
  'entered-in-error': 'danger',
  cancelled: 'danger',
  'do-not-perform': 'danger',
  'not-done': 'warning',
  refuted: 'danger',
  preliminary: 'warning',
  registered: 'warning',
  amended: 'info',
  corrected: 'info',
  stopped: 'warning',
  revoked: 'warning',
  superseded: 'warning',
  unconfirmed: 'warning',
  provisional: 'warning',
  differential: 'warning',
};
/** Statuses that say only what everybody takes for granted. */
const EXPECTED = new Set(['final', 'completed', 'confirmed', 'active', 'current', 'finished', 'available', 'unknown']);

/** Badge of a status worth saying; a clinical status (active, resolved ...) always is. */
export function statusOf({
  status,
  statusCode,
}: Pick<Description, 'status' | 'statusCode'>): { readonly words: string; readonly tone: Tone } | undefined {
  if (status === undefined || (statusCode !== undefined && EXPECTED.has(statusCode))) return undefined;
  return { words: status, tone: TONES[statusCode ?? ''] ?? 'neutral' };
}

/** Where the rows of a list belong: what must not be taken or done, what is true now, what was, and what never was. */
const GROUPS = ['forbidden', 'current', 'past', 'apart'] as const;
export type GroupName = (typeof GROUPS)[number];
export interface Group<T> {
  readonly name: GroupName;
  readonly rows: readonly T[];
}

/** The groups of a list that have rows. Within each the most dangerous stands first; else the order stays. */
export function groupsOf<T extends Described>(rows: readonly T[]): readonly Group<T>[] {
  return GROUPS.map((name) => ({
    name,
    rows: rows.filter(({ standing }) => groupOf(standing) === name).sort((a, b) => b.danger - a.danger),
  })).filter((group) => group.rows.length > 0);
}

function groupOf(standing: Described['standing']): GroupName {
  return standing === 'negation' ? 'current' : standing;
}

/** How many entries are true now: no statement that there is nothing, no past, mistaken or forbidden thing. Undefined while not all have been read. */
export function countOf(rows: readonly Described[], hasMore: boolean): number | undefined {
  return hasMore ? undefined : rows.filter(({ standing }) => standing === 'current').length;
}

/** The rows that stand apart from what was ever true. */
export function apartOf<T extends Described>(rows: readonly T[]): readonly T[] {
  return rows.filter(({ standing }) => standing === 'apart');
}

/** A list without the rows that stand apart, also in its count. */
export function withoutApart<T extends Described>(list: PatientList<T>): PatientList<T> {
  const apart = apartOf(list.rows).length;
  if (apart === 0) return list;
  return {
    ...list,
    rows: list.rows.filter(({ standing }) => standing !== 'apart'),
    total: list.total === undefined ? undefined : list.total - apart,
  };
}
