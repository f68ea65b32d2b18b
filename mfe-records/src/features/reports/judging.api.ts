import type { JudgingContext } from '@phr/fhir/judging';
import { useSettings } from '@phr/module-kit/host';
import { useJudging } from '@phr/module-kit/judging';
import { useDay } from '@phr/ui/use-now';
import { useMemo } from 'react';
import { readResult, type Result } from './result.entity.ts';

/** For whom the results on screen are judged, at the moment at which the screen was opened. */
export function useJudgingNow(): JudgingContext {
  const now = useDay();
  return useJudging(now);
}

/** Reads results in the language on screen, judged for the person on screen; the same function between renders. */
export function useResultReader(): (resource: unknown) => readonly Result[] | undefined {
  const { locale } = useSettings();
  const judging = useJudgingNow();
  return useMemo(() => (resource) => readResult(resource, locale, judging), [locale, judging]);
}
