import { usePatient, useSettings } from '@phr/module-kit/host';
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

/** For whom and when readings are read. `now` is the moment at which the data came, so that an old screen stays consistent. */
export function useReadingContext(now: number): ReadingContext {
  const birthDate = usePatient().viewed?.birthDate;
  return useMemo(
    () => ({ ...(birthDate === undefined ? {} : { birthDate }), zone: deviceZone(), now }),
    [birthDate, now],
  );
}
