import type { CircumstanceWords } from '@phr/fhir/circumstances';
import { useQuery } from '@tanstack/react-query';
import type { Reading } from './reading.model.ts';
import type { Language } from './reading.words.ts';

/** Texts of circumstances; their large dictionaries load on demand. */
export const loadCircumstanceWords = async (): Promise<CircumstanceWords> =>
  (await import('@phr/fhir/circumstance-words')).circumstanceWords;

interface CircumstancesTextProps {
  readonly reading: Reading;
  readonly language: Language;
  /** Prefix, if there are any. */
  readonly before?: string;
}

/** How a reading was measured, as its writer stated: site, oxygen. Nothing if not stated. */
export function CircumstancesText({
  reading: { circumstances },
  language: { locale },
  before = '',
}: CircumstancesTextProps) {
  const { data: wordsOf } = useQuery({
    queryKey: ['dictionaries', 'circumstances'],
    enabled: circumstances !== undefined,
    staleTime: Infinity,
    structuralSharing: false,
    queryFn: loadCircumstanceWords,
  });
  const words = circumstances === undefined ? [] : (wordsOf?.(circumstances, locale) ?? []);
  return words.length === 0 ? null : `${before}${words.join(' · ')}`;
}
