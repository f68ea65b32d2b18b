import { useSettings } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import type { Encounter } from './encounter.entity.ts';

/**
 * What was done at an encounter. The dictionaries of codes are large: they are loaded only for what its provider did not say in the
 * language on screen, and whatever was sent stands there until they have come, and when they do not.
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
