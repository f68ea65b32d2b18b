import type { RequestPort } from '@phr/contract/host-api';
import { resourcesOf } from '@phr/module-kit/correction';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { ALLERGIES } from '../medicines/medicine-queries.api.ts';
import { type Allergy, readAllergy, readStoredAllergy, type StoredAllergy } from './allergy.entity.ts';

const READERS = readerPerLocale(readAllergy);

/** All that the record says of allergies: what is dangerous must not wait on a later page. */
export const useAllergies = (): PatientList<Allergy> =>
  usePatientList({
    ...ALLERGIES,
    read: useReader(READERS),
  });

/** One allergy for its form; undefined when the person has none with this id. Rejects with AppError. */
export async function loadAllergy(
  request: RequestPort,
  patientId: string,
  id: string,
): Promise<StoredAllergy | undefined> {
  const [found] = await resourcesOf(request, patientId, 'AllergyIntolerance', { _id: id });
  return readStoredAllergy(found);
}
