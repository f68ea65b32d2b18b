import { useHost, usePatient } from '@phr/module-kit/host';
import { periodOf } from '@phr/time/period';
import { dayOf } from '@phr/time/zone';
import { useQuery } from '@tanstack/react-query';
import { fetchWholePeriod } from '../readings/readings.api.ts';
import type { ImportedReading } from './import-file.model.ts';
import { keysOf } from './known-readings.model.ts';

const NONE: ReadonlySet<string> = new Set();

/** Keys of existing readings in these readings' time span; until known, only the server prevents duplicates. */
export function useKnownReadings(readings: readonly ImportedReading[], zone: string): ReadonlySet<string> {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  const [first, last] = [readings[0], readings.at(-1)];
  const days = first === undefined || last === undefined ? [] : [dayOf(first.at, zone), dayOf(last.at, zone)];
  const [from = '', to = ''] = days;
  const { data = NONE } = useQuery({
    queryKey: ['readings', patientId ?? '', 'known', from, to, zone],
    enabled: patientId !== undefined && days.length > 0,
    queryFn: async ({ signal }) => {
      const period = periodOf(from, to, zone);
      const { observations } = await fetchWholePeriod(
        request,
        patientId ?? '',
        'glucoses',
        period,
        zone,
        () => undefined,
        signal,
      );
      return keysOf(observations);
    },
  });
  return data;
}
