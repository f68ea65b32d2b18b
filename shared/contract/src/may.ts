import type { PatientSummary, RecordAction } from './host-api.ts';

/**
 * False if the account may not do this with a person's record; hosts before 1.2 only distinguish reading from writing.
 * The server enforces it in any case.
 */
export function mayIn({ may, mayWrite }: Pick<PatientSummary, 'may' | 'mayWrite'>, action: RecordAction): boolean {
  return may?.includes(action) ?? (action === 'read' || mayWrite !== false);
}
