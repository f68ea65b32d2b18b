import { useSettings } from '@phr/module-kit/host';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { useMemo } from 'react';
import { type ListedObservation, readListedObservation } from '../observations/listed-observation.entity.ts';
import { useResultReader } from '../reports/judging.api.ts';
import type { Result } from '../reports/result.entity.ts';

/** A laboratory result with numbers and text, judged as in its report. */
export interface Tested {
  readonly listed: ListedObservation;
  readonly results: readonly Result[];
}

/** The person's newest laboratory results, parsed like in reports. */
export function useTested(): PatientList<Tested> {
  const { locale } = useSettings();
  const readResult = useResultReader();
  const read = useMemo(
    () =>
      (resource: unknown): Tested | undefined => {
        const listed = readListedObservation(resource, locale);
        const results = readResult(resource);
        return listed && results && { listed, results };
      },
    [locale, readResult],
  );
  return usePatientList({ type: 'Observation', query: { _sort: '-date', _count: 100, category: 'laboratory' }, read });
}
