import { useHost, usePatient } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useReadingContext } from '../readings/use-language.ts';
import { fetchEcg, fetchEcgs, fetchSamples } from './ecg.api.ts';
import { type Recording, recordingOf, samplesOfFile } from './recording.model.ts';

/** State of something that is read. */
export interface Loaded<T> {
  readonly value?: T;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** When it came, ISO 8601. */
  readonly receivedAt?: string;
}

// under the key of all readings, so that a change refreshes it too
const keyOf = (patientId: string | undefined, ...rest: readonly string[]) => [
  'readings',
  patientId ?? '',
  'ecg',
  ...rest,
];

/** The latest ECGs of the person on screen, newest first. */
export function useEcgs(): Loaded<readonly Recording[]> {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  const query = useQuery({
    queryKey: keyOf(patientId, 'list'),
    enabled: patientId !== undefined,
    queryFn: ({ signal }) => fetchEcgs(request, patientId ?? '', signal),
  });
  const context = useReadingContext(query.data === undefined ? 0 : Date.parse(query.data.receivedAt));
  const value = useMemo(
    () => query.data?.observations.map((one) => recordingOf(one, context)).filter((one) => one !== undefined),
    [query.data, context],
  );
  return {
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    ...(value === undefined ? {} : { value }),
    ...(query.data === undefined ? {} : { receivedAt: query.data.receivedAt }),
  };
}

/** One ECG with its curves, wherever its samples are stored. */
export function useEcg(id: string): Loaded<Recording> {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  const query = useQuery({
    queryKey: keyOf(patientId, 'one', id),
    enabled: patientId !== undefined,
    queryFn: ({ signal }) => fetchEcg(request, patientId ?? '', id, signal),
  });
  const context = useReadingContext(query.data === undefined ? 0 : Date.parse(query.data.receivedAt));
  const bare = useMemo(
    () => (query.data === undefined ? undefined : recordingOf(query.data.observation, context)),
    [query.data, context],
  );
  const key = bare?.samplesKey;
  const samples = useQuery({
    queryKey: keyOf(patientId, 'samples', key ?? ''),
    enabled: key !== undefined,
    queryFn: ({ signal }) => fetchSamples(request, key ?? '', signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const value = useMemo(
    () =>
      query.data === undefined || samples.data === undefined
        ? bare
        : recordingOf(query.data.observation, context, samplesOfFile(samples.data)),
    [query.data, context, bare, samples.data],
  );
  const isPending = query.isPending || (key !== undefined && samples.isPending);
  return {
    isPending,
    error: query.error ?? samples.error,
    retry: () => {
      void query.refetch();
      if (key !== undefined) void samples.refetch();
    },
    ...(isPending || value === undefined ? {} : { value }),
    ...(query.data === undefined ? {} : { receivedAt: query.data.receivedAt }),
  };
}
