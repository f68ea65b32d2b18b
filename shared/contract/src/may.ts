import type { PatientSummary, RecordAction } from './host-api.ts';

/** False when the account may not do this with a person's record; a host of before 1.2 tells changes from looking alone. The server decides in any case. */
export function mayIn({ may, mayWrite }: Pick<PatientSummary, 'may' | 'mayWrite'>, action: RecordAction): boolean {
  return may?.includes(action) ?? (action === 'read' || mayWrite !== false);
}
