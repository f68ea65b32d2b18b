import { useSearchParams } from 'react-router';
import type { LabScope } from './lab.api.ts';

/** The encounter and report that the address names. */
export function useLabScope(): {
  readonly scope: LabScope;
  readonly params: Readonly<Record<string, string>>;
} {
  const [search] = useSearchParams();
  const [encounterId, diagnosticId] = ['encounterId', 'diagnosticId'].map((name) => search.get(name) ?? undefined);
  const params = { ...(encounterId && { encounterId }), ...(diagnosticId && { diagnosticId }) };
  return { scope: { encounterId, diagnosticId }, params };
}
