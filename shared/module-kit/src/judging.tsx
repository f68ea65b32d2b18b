import { configuredRanges, readViewConfig } from '@phr/clinical/view-config';
import type { JudgingContext } from '@phr/fhir/judging';
import { personIn, PREGNANCY_STATUS } from '@phr/fhir/judging-person';
import { ageInYears } from '@phr/time/age';
import { dayOf, deviceZone } from '@phr/time/zone';
import { useDay } from '@phr/ui/use-now';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useHost, usePatient } from './host.tsx';
import { fetchGoals, recordOf } from './judging-query.tsx';

// The one home of what the judge of values has to know about the person on screen: every list, form and chart of every module asks here.

/**
 * For whom and when the values on screen are judged; goals and ranges are asked of the server once for all screens. What is not known (yet) is absent, and
 * the product's own tables judge.
 * @param now the moment at which the data came, in milliseconds: an old screen stays consistent
 * @param isWanted false where no vital sign is shown: nothing is asked
 */
export function useJudging(now: number, isWanted = true): JudgingContext {
  const { viewed } = usePatient();
  const goals = useGoals(viewed?.id, isWanted).data;
  const config = useViewConfig(isWanted).data;
  const { birthDate, gender } = viewed ?? {};
  const resources = usePregnancies(viewed?.id, false).data;
  return useMemo(
    () => ({
      person: personIn({ birthDate, gender }, resources),
      zone: deviceZone(),
      now,
      ...(goals === undefined ? {} : { goals }),
      ...(config === undefined ? {} : { configured: configuredRanges(config) }),
    }),
    [birthDate, gender, resources, goals, config, now],
  );
}

/** Asks for pregnancies where a blood pressure is on screen about which other advice is given in one; every `useJudging` knows them then. */
export function useAskedPregnancies(isWanted: boolean): void {
  const { id, birthDate, gender } = usePatient().viewed ?? {};
  const now = useDay();
  const years = ageInYears(birthDate, dayOf(now, deviceZone()));
  const isPossible = gender === 'female' && (years === undefined || (years >= FROM_YEARS && years <= TO_YEARS));
  usePregnancies(id, isWanted && isPossible);
}

/** Years in which a pregnancy is looked for. */
const FROM_YEARS = 10;
const TO_YEARS = 60;

/** How the deployment lists and draws vital signs; read once. */
export function useViewConfig(isWanted = true) {
  const { request } = useHost();
  return useQuery({
    queryKey: ['view-config', 'vital-signs'],
    enabled: isWanted,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const { body } = await request.send({
        service: 'phr',
        method: 'GET',
        path: '/api/phr/observationComponentViewConfig',
        query: { type: 'vital-signs' },
        signal,
      });
      return readViewConfig(body);
    },
  });
}

/** The goals of a person that may judge, with who set each; asked once. */
export function useGoals(patientId = '', isWanted = true) {
  const { request } = useHost();
  return useQuery({
    queryKey: ['goals', patientId],
    enabled: isWanted && patientId !== '',
    retry: false,
    queryFn: ({ signal }) => fetchGoals(request, patientId, signal),
  });
}

function usePregnancies(patientId = '', isWanted: boolean) {
  const { request } = useHost();
  return useQuery({
    queryKey: ['pregnancies', patientId],
    enabled: isWanted && patientId !== '',
    retry: false,
    queryFn: async ({ signal }) => {
      const asked = [
        recordOf(request, patientId, 'Condition', { _count: 200 }, signal),
        recordOf(request, patientId, 'Observation', { code: PREGNANCY_STATUS, _count: 50 }, signal),
      ];
      return (await Promise.allSettled(asked)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    },
  });
}
