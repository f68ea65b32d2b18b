import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { loaderOf } from '../form/loader-of.api.ts';
import { useAllPages } from '../described/all-pages.api.ts';
import { ALLERGIES } from '../medicines/medicine-queries.api.ts';
import { type Allergy, readAllergy, readStoredAllergy } from './allergy.entity.ts';

const READERS = readerPerLocale(readAllergy);

/** All allergy entries: dangerous ones must not wait on a later page. */
export const useAllergies = (): PatientList<Allergy> =>
  useAllPages(usePatientList({ ...ALLERGIES, read: useReader(READERS) }));

/** True once everything is loaded and nothing is current: no allergy, and no statement that there is none. */
export const hasNoStatement = ({ state, rows, hasMore }: PatientList<Allergy>): boolean =>
  state === 'ready' && !hasMore && rows.every(({ standing }) => standing === 'apart' || standing === 'past');

/** One allergy for its form; undefined if the person has none with this id. Rejects with AppError. */
export const loadAllergy = loaderOf('AllergyIntolerance', readStoredAllergy);
