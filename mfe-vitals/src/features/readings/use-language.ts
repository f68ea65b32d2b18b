import { useSettings } from '@phr/module-kit/host';
import { useJudging } from '@phr/module-kit/judging';
import { deviceZone } from '@phr/time/zone';
import { useUi } from '@phr/ui/ui-text';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from './reading.words.ts';
import type { ReadingContext } from './reading.model.ts';

/** Everything that puts readings into words for the person on screen. */
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
 * For whom and when readings are read. `now` is the moment at which the data came, so that an old screen stays consistent. Without an answer about goals
 * the product's own tables judge.
 */
export function useReadingContext(now: number): ReadingContext {
  const judging = useJudging(now);
  return useMemo(() => {
    const { person, ...context } = judging;
    return { ...person, ...context };
  }, [judging]);
}
