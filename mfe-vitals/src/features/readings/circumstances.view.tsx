import type { CircumstanceWords } from '@phr/fhir/circumstances';
import { useQuery } from '@tanstack/react-query';
import type { Reading } from './reading.model.ts';
import type { Language } from './reading.words.ts';

/** The words of circumstances. The dictionaries of codes are large: they are loaded for the readings that need them. */
export const loadCircumstanceWords = async (): Promise<CircumstanceWords> =>
  (await import('@phr/fhir/circumstance-words')).circumstanceWords;

interface CircumstancesTextProps {
  readonly reading: Reading;
  readonly language: Language;
  /** What stands before them, where there are any. */
  readonly before?: string;
}

/** How a reading was measured, as its writer said it: the place of the thermometer or cuff, oxygen that was given. Nothing where nobody said anything. */
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
