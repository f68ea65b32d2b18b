import type { Description } from '@phr/fhir/describe';
import type { Described } from './described.entity.ts';

type Tone = 'neutral' | 'info' | 'warning' | 'danger';
const TONES: Readonly<Record<string, Tone>> = {
  'entered-in-error': 'danger',
  cancelled: 'danger',
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

/** How many entries there are: the statement that there is nothing, or that nobody asked, is no entry. */
export function countOf(rows: readonly Described[], total: number | undefined): number {
  return Math.max(total ?? 0, rows.length) - rows.filter(({ negation }) => negation !== undefined).length;
}
