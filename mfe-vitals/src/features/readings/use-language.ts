import { useHost, usePatient, useSettings } from '@phr/module-kit/host';
import { deviceZone } from '@phr/time/zone';
import { useUi } from '@phr/ui/ui-text';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewConfig } from '../view-config/use-view-config.ts';
import { configuredRanges } from '../view-config/view-config.api.ts';
import { fetchGoals } from './goals.api.ts';
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
  const { viewed } = usePatient();
  const birthDate = viewed?.birthDate;
  const goals = useGoals(viewed?.id).data;
  const config = useViewConfig().data;
  return useMemo(
    () => ({
      ...(birthDate === undefined ? {} : { birthDate }),
      ...(goals === undefined ? {} : { goals }),
      ...(config === undefined ? {} : { configured: configuredRanges(config) }),
      zone: deviceZone(),
      now,
    }),
    [birthDate, goals, config, now],
  );
}

function useGoals(patientId: string | undefined) {
  const { request } = useHost();
  return useQuery({
    queryKey: ['goals', patientId ?? ''],
    enabled: patientId !== undefined,
    retry: false,
    queryFn: ({ signal }) => fetchGoals(request, patientId ?? '', signal),
  });
}
