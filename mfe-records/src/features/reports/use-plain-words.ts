import { factorBetween } from '@phr/clinical/ucum';
import { usePatient, useSettings } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import type { CodeableConcept } from '@phr/fhir/datatypes';
import type { ExplanationInput, PlainWords } from './plain-results.model.ts';
import type { Result } from './result.entity.ts';

/** If texts fail to load, results are shown as sent, and lists hide potentially private ones. */
const NO_WORDS: PlainWords = {
  explain: () => ({ isDraft: false }),
  summarize: () => undefined,
  isSensitive: () => true,
  factor: (_asked, from, to) => factorBetween(from, to),
};

/** Results in plain words; undefined while loading. */
export function usePlainWords(): PlainWords | undefined {
  const { locale, clinicalTexts = 'signed' } = useSettings();
  const { data, isError } = useQuery({
    queryKey: ['plain-words', locale, clinicalTexts],
    staleTime: Infinity,
    retry: false,
    queryFn: async () =>
      (await import(/* webpackChunkName: "words" */ './plain-results.model.ts')).plainWords(locale, clinicalTexts),
  });
  return isError ? NO_WORDS : data;
}

/** Prepares a result of the person for explaining. */
export function useExplanationInput(report: CodeableConcept | undefined): (result: Result) => ExplanationInput {
  const birthDate = usePatient().viewed?.birthDate;
  return (result) => ({
    result,
    ...(report === undefined ? {} : { report }),
    ...(birthDate === undefined ? {} : { birthDate }),
  });
}
