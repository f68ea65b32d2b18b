import { configuredRanges } from '@phr/clinical/view-config';
import type { PatientSummary } from '@phr/contract/host-api';
import type { JudgingContext } from '@phr/fhir/judging';
import { personIn, PREGNANCY_STATUS } from '@phr/fhir/judging-person';
import { ageInYears } from '@phr/time/age';
import { dayOf, deviceZone } from '@phr/time/zone';
import { useDay } from '@phr/ui/use-now';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useHost, usePatient } from './host.tsx';
import { goalsQuery, recordOf, viewConfigQuery } from './judging-query.tsx';

// The only place that collects what judging needs to know about the person on screen; used by every list, form and
// chart.

/**
 * Judging context for values on screen; goals and ranges are loaded once for all screens. Facts not known (yet) are
 * absent, and the product's tables judge.
 * @param now when the data arrived, in milliseconds, so that an old screen stays consistent
 * @param isWanted false if no vital sign is shown: nothing is loaded
 */
export function useJudging(now: number, isWanted = true): JudgingContext {
  return useJudgingOf(usePatient().viewed, now, isWanted);
}

/** The same about somebody whose record may be another than the one on screen. */
export function useJudgingOf(person: PatientSummary | undefined, now: number, isWanted = true): JudgingContext {
  const goals = useGoals(person?.id, isWanted).data;
  const config = useViewConfig(isWanted).data;
  const { birthDate, gender } = person ?? {};
  const resources = usePregnancies(person?.id, false).data;
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
  const now = useDay();
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
    ...viewConfigQuery(request),
    enabled: isWanted,
  });
}

/** A person's goals with their authors, as far as they may judge; loaded once. */
export function useGoals(patientId = '', isWanted = true) {
  const { request } = useHost();
  return useQuery({
    ...goalsQuery(request, patientId),
    enabled: isWanted && patientId !== '',
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
