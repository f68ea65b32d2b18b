import type { Insurance } from './sections.entity.ts';

/** True if a card was valid at any time between two FHIR dates of any precision; unknown ends are open. */
export function validDuring(
  { validFrom, validTo }: Pick<Insurance, 'validFrom' | 'validTo'>,
  first: string | undefined,
  last: string | undefined,
): boolean {
  const isLater = (one: string | undefined, other: string | undefined): boolean => {
    if (one === undefined || other === undefined) return false;
    const known = Math.min(one.length, other.length, 'YYYY-MM-DD'.length);
    return one.slice(0, known) > other.slice(0, known);
  };
  return !isLater(validFrom, last) && !isLater(first, validTo);
}
