import type { JudgingContext } from '@phr/fhir/judging';
import { usePatient, useSettings } from '@phr/module-kit/host';
import { deviceZone } from '@phr/time/zone';
import { useMemo, useState } from 'react';
import { readResult, type Result } from './result.entity.ts';

/** For whom and when the results on screen are judged: ranges may hold for one sex or age only. */
export function useJudging(): JudgingContext {
  const { viewed } = usePatient();
  const [now] = useState(() => Date.now());
  const { birthDate, gender } = viewed ?? {};
  return useMemo(
    () => ({
      person: {
        ...(birthDate === undefined ? {} : { birthDate }),
        ...(gender === undefined ? {} : { sex: gender }),
      },
      zone: deviceZone(),
      now,
    }),
    [birthDate, gender, now],
  );
}

/** Reads results in the language on screen, judged for the person on screen; the same function between renders. */
export function useResultReader(): (resource: unknown) => readonly Result[] | undefined {
  const { locale } = useSettings();
  const judging = useJudging();
  return useMemo(() => (resource) => readResult(resource, locale, judging), [locale, judging]);
}
