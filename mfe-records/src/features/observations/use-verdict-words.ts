import { goal, verdictOf, vitalIn } from '@phr/fhir/judging';
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

/** How a result is judged, with the range that judged it and whose it is: "Nguy hiểm · Thấp (mục tiêu 3,9–10)"; undefined where nobody judges. */
export function useVerdictWords(raw: Observation | undefined): string | undefined {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { viewed } = usePatient();
  const [now] = useState(() => Date.now());
  const goals = useGoals(viewed?.id, raw !== undefined && vitalIn(raw.code) !== undefined).data;
  if (raw === undefined) return undefined;
  const verdict = verdictOf(raw, {
    person: viewed?.birthDate === undefined ? {} : { birthDate: viewed.birthDate },
    zone: deviceZone(),
    now,
    ...(goals === undefined ? {} : { goals }),
  });
  const words = levelWords(verdict, { locale, t });
  const range = judgingWords(verdict, vitalIn(raw.code), { locale, number: (value) => formatNumber(value, locale) });
  return words === undefined || range === undefined ? words : `${words} (${range})`;
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
