/** A report or result that must not be read as valid (D-113). */
export function isWithdrawn(status: string): boolean {
  return status === 'cancelled' || status === 'entered-in-error';
}

/** Badge of a status other than final. */
export function statusBadge(
  status: string,
): { readonly key: string; readonly tone: 'warning' | 'danger' | 'info' } | undefined {
  if (isWithdrawn(status)) return { key: `report.status.${status}`, tone: 'danger' };
  if (status === 'preliminary' || status === 'partial' || status === 'registered')
    return { key: `report.status.${status}`, tone: 'warning' };
  return status === 'amended' || status === 'corrected' || status === 'appended'
    ? { key: 'report.status.amended', tone: 'info' }
    : undefined;
}
