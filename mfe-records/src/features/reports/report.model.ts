import { isWithdrawn } from './report.ts';

/** Badge of a status that is not simply final. */
export function statusBadge(status: string): { readonly key: string; readonly tone: 'warning' | 'danger' | 'info' } | undefined {
  if (isWithdrawn(status)) return { key: `report.status.${status}`, tone: 'danger' };
  if (status === 'preliminary' || status === 'partial') return { key: `report.status.${status}`, tone: 'warning' };
  return status === 'amended' || status === 'corrected' || status === 'appended' ? { key: 'report.status.amended', tone: 'info' } : undefined;
}
