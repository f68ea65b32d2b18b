import type { WholeVerdict } from '@phr/clinical/assess/verdict';
import { goal, type JudgingContext, verdictOf, vitalIn } from '@phr/fhir/judging';
import { readSearchset } from '@phr/fhir/bundle';
import type { Observation } from '@phr/fhir/resources';
import { judgingWords, levelWords } from '@phr/fhir/verdict-words';
import { useHost, usePatient } from '@phr/module-kit/host';
import { deviceZone } from '@phr/time/zone';
import { formatNumber } from '@phr/ui/format';
import { useUi } from '@phr/ui/ui-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** For whom and when results of the person on screen are judged. @param isWanted whether a goal of hers may judge */
export function useJudging(isWanted: boolean): JudgingContext {
  const { viewed } = usePatient();
  const [now] = useState(() => Date.now());
  const goals = useGoals(viewed?.id, isWanted).data;
  return {
    person: viewed?.birthDate === undefined ? {} : { birthDate: viewed.birthDate },
    zone: deviceZone(),
    now,
    ...(goals === undefined ? {} : { goals }),
  };
}

/** A verdict with the range that judged and whose it is: "Nguy hiểm · Thấp (mục tiêu 3,9–10)"; undefined where nobody judges. */
export function useWordsOf(): (raw: Observation, verdict: WholeVerdict) => string | undefined {
  const { t } = useTranslation();
  const { locale } = useUi();
  return (raw, verdict) => {
    const words = levelWords(verdict, { locale, t });
    const range = judgingWords(verdict, vitalIn(raw.code), { locale, number: (value) => formatNumber(value, locale) });
    return words === undefined || range === undefined ? words : `${words} (${range})`;
  };
}

/** How a result is judged, in words. */
export function useVerdictWords(raw: Observation | undefined): string | undefined {
  const context = useJudging(raw !== undefined && vitalIn(raw.code) !== undefined);
  const wordsOf = useWordsOf();
  return raw === undefined ? undefined : wordsOf(raw, verdictOf(raw, context));
}

/** Goals of the person, which a clinician may have set; asked once for all rows. */
function useGoals(patientId: string | undefined, isWanted: boolean) {
  const { request } = useHost();
  return useQuery({
    queryKey: ['goals', patientId ?? ''],
    enabled: isWanted && patientId !== undefined,
    retry: false,
    queryFn: async ({ signal }) => {
      const { body } = await request.send({
        service: 'fhir',
        method: 'GET',
        path: `/Patient/${patientId ?? ''}/Goal`,
        query: { _count: 200 },
        signal,
      });
      return readSearchset(body, goal, 'Goal').resources;
    },
  });
}
