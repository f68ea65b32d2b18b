import { useSettings } from '@phr/module-kit/host';
import { useJudging } from '@phr/module-kit/judging';
import { deviceZone } from '@phr/time/zone';
import { useUi } from '@phr/ui/ui-text';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from './reading.words.ts';
import type { ReadingContext } from './reading.model.ts';

/** Everything needed to word readings for the person on screen. */
export function useLanguage(): Language {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { glucoseUnit } = useSettings();
  return useMemo<Language>(
    () => ({ t: (key, values) => t(key, { ...values }), locale, glucoseUnit, zone: deviceZone() }),
    [t, locale, glucoseUnit],
  );
}

/**
 * Context for parsing readings. `now` is when the data arrived, so that an old screen stays consistent. Without goals
 * the product's tables judge.
 */
export function useReadingContext(now: number): ReadingContext {
  const judging = useJudging(now);
  return useMemo(() => {
    const { person, ...context } = judging;
    return { ...person, ...context };
  }, [judging]);
}
