import { useSettings } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import type { Encounter } from './encounter.entity.ts';

/**
 * Type of an encounter in words. The large dictionaries load only if the provider gave no text in this language; until
 * then, and on failure, the sent text is shown.
 */
export function useTypeWords({ type, codedTypes }: Pick<Encounter, 'type' | 'codedTypes'>): string | undefined {
  const locale = useSettings().locale;
  const { data: conceptWords } = useQuery({
    queryKey: ['dictionaries'],
    enabled: codedTypes !== undefined,
    staleTime: Infinity,
    structuralSharing: false,
    queryFn: async () => (await import('@phr/fhir/concepts')).conceptWords,
  });
  return codedTypes?.map((one) => conceptWords?.(one, locale)).find((words) => words !== undefined) ?? type;
}
