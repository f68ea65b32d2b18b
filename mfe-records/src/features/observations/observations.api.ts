import type { RequestPort } from '@phr/contract/host-api';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { type ListedObservation, readListedObservation } from './listed-observation.entity.ts';

const READERS = readerPerLocale(readListedObservation);

/** The person's results, newest first; panels include their members, shown by name and value. */
export function useListedObservations(
  category: string | undefined,
  encounter: string | undefined,
): PatientList<ListedObservation> {
  return usePatientList({
    type: 'Observation',
    query: { _sort: '-date', _count: 20, category, encounter, _assoc: 'hasMember' },
    read: useReader(READERS),
  });
}

/** The newest results of a category since a day (YYYY-MM-DD). */
export function useNewestObservations(category: string, since: string): PatientList<ListedObservation> {
  return usePatientList({
    type: 'Observation',
    query: { _sort: '-date', _count: 100, category, date: `ge${since}` },
    read: useReader(READERS),
  });
}

/** Deletes a result entered by the patient. Rejects with AppError, NOT_DELETABLE for a provider's. */
export async function deleteObservation(request: RequestPort, id: string): Promise<void> {
  await request.send({ service: 'fhir', method: 'DELETE', path: `/Observation/${id}` });
}
