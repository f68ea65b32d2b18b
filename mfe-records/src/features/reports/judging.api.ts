import type { JudgingContext } from '@phr/fhir/judging';
import { useSettings } from '@phr/module-kit/host';
import { useJudging } from '@phr/module-kit/judging';
import { useDay } from '@phr/ui/use-now';
import { useMemo } from 'react';
import { readResult, type Result } from './result.entity.ts';

/** Judging context of the screen, as of its opening. */
export function useJudgingNow(): JudgingContext {
  const now = useDay();
  return useJudging(now);
}

/** Parses results in the current language, judged for the person; referentially stable. */
export function useResultReader(): (resource: unknown) => readonly Result[] | undefined {
  const { locale } = useSettings();
  const judging = useJudgingNow();
  return useMemo(() => (resource) => readResult(resource, locale, judging), [locale, judging]);
}
