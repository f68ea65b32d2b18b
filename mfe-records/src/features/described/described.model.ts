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
/** Statuses taken for granted. */
const EXPECTED = new Set(['final', 'completed', 'confirmed', 'active', 'current', 'finished', 'available', 'unknown']);

/** Badge of a notable status; clinical statuses (active, resolved ...) always are. */
export function statusOf({
  status,
  statusCode,
}: Pick<Description, 'status' | 'statusCode'>): { readonly words: string; readonly tone: Tone } | undefined {
  if (status === undefined || (statusCode !== undefined && EXPECTED.has(statusCode))) return undefined;
  return { words: status, tone: TONES[statusCode ?? ''] ?? 'neutral' };
}

/** Groups of a list: prohibited, current, past, never true. */
const GROUPS = ['forbidden', 'current', 'past', 'apart'] as const;
export type GroupName = (typeof GROUPS)[number];
export interface Group<T> {
  readonly name: GroupName;
  readonly rows: readonly T[];
}

/** The non-empty groups. Within each the most dangerous first, otherwise in order. */
export function groupsOf<T extends Described>(rows: readonly T[]): readonly Group<T>[] {
  return GROUPS.map((name) => ({
    name,
    rows: rows.filter(({ standing }) => groupOf(standing) === name).sort((a, b) => b.danger - a.danger),
  })).filter((group) => group.rows.length > 0);
}

function groupOf(standing: Described['standing']): GroupName {
  return standing === 'negation' ? 'current' : standing;
}

/**
 * Number of current entries, excluding negations, past, erroneous and prohibited ones. Undefined until all are loaded.
 */
export function countOf(rows: readonly Described[], hasMore: boolean): number | undefined {
  return hasMore ? undefined : rows.filter(({ standing }) => standing === 'current').length;
}

/** Rows that were never true. */
export function apartOf<T extends Described>(rows: readonly T[]): readonly T[] {
  return rows.filter(({ standing }) => standing === 'apart');
}

/** The list without such rows, also in its count. */
export function withoutApart<T extends Described>(list: PatientList<T>): PatientList<T> {
  const apart = apartOf(list.rows).length;
  if (apart === 0) return list;
  return {
    ...list,
    rows: list.rows.filter(({ standing }) => standing !== 'apart'),
    total: list.total === undefined ? undefined : list.total - apart,
  };
}
