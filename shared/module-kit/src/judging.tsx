import { configuredRanges, readViewConfig } from '@phr/clinical/view-config';
import type { JudgingContext } from '@phr/fhir/judging';
import { personIn, PREGNANCY_STATUS } from '@phr/fhir/judging-person';
import { ageInYears } from '@phr/time/age';
import { dayOf, deviceZone } from '@phr/time/zone';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useHost, usePatient } from './host.tsx';
import { fetchGoals, recordOf } from './judging-query.tsx';

// The only place that collects what judging needs to know about the person on screen; used by every list, form and
// chart.

/**
 * Judging context for values on screen; goals and ranges are loaded once for all screens. Facts not known (yet) are
 * absent, and the product's tables judge.
 * @param now when the data arrived, in milliseconds, so that an old screen stays consistent
 * @param isWanted false if no vital sign is shown: nothing is loaded
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

/** Loads pregnancies, for screens with a blood pressure, where advice differs; every `useJudging` then knows them. */
export function useAskedPregnancies(isWanted: boolean): void {
  const { id, birthDate, gender } = usePatient().viewed ?? {};
  const [now] = useState(() => Date.now());
  const years = ageInYears(birthDate, dayOf(now, deviceZone()));
  const isPossible = gender === 'female' && (years === undefined || (years >= FROM_YEARS && years <= TO_YEARS));
  usePregnancies(id, isWanted && isPossible);
}

/** Years searched for a pregnancy. */
const FROM_YEARS = 10;
const TO_YEARS = 60;

/** The deployment's display configuration of vital signs; read once. */
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

/** A person's goals with their authors, as far as they may judge; loaded once. */
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
      const reads = [
        recordOf(request, patientId, 'Condition', { _count: 200 }, signal),
        recordOf(request, patientId, 'Observation', { code: PREGNANCY_STATUS, _count: 50 }, signal),
      ];
      return (await Promise.allSettled(reads)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    },
  });
}
