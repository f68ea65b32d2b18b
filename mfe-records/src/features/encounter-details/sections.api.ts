import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import type { Encounter } from '../encounters/encounter.ts';
import { perLocale, useReader } from '../../local-reader.ts';
import {
  readAccount, readCoverage, readDiagnosis, readMedia, readMedication, readService, readStudy,
  type Diagnosis, type Insurance, type Medication, type Picture, type Service, type Study,
} from './sections.ts';

// One call a section, so that each loads and fails on its own.

const pathOf = (type: string) => (patientId: string) => `/Patient/${patientId}/${type}`;
const PATHS = {
  Condition: pathOf('Condition'), MedicationRequest: pathOf('MedicationRequest'), ServiceRequest: pathOf('ServiceRequest'), 
  Media: pathOf('Media'), ImagingStudy: pathOf('ImagingStudy'), Account: pathOf('Account'), Coverage: pathOf('Coverage'),
};

const READERS = {
  Diagnosis: perLocale(readDiagnosis), Medication: perLocale(readMedication), Service: perLocale(readService), Media: perLocale(readMedia), Study: perLocale(readStudy), Coverage: perLocale(readCoverage),
};

export const useDiagnoses = (encounter: string): PatientList<Diagnosis> =>
  usePatientList({ type: 'Condition', path: PATHS.Condition, query: { encounter }, read: useReader(READERS.Diagnosis) });

export const useMedications = (encounter: string): PatientList<Medication> =>
  usePatientList({ type: 'MedicationRequest', path: PATHS.MedicationRequest, query: { encounter, _assoc: 'medicationReference' }, read: useReader(READERS.Medication) });

export const useServices = (encounter: string): PatientList<Service> =>
  usePatientList({ type: 'ServiceRequest', path: PATHS.ServiceRequest, query: { encounter }, read: useReader(READERS.Service) });


export const usePictures = (encounter: string): PatientList<Picture> =>
  usePatientList({ type: 'Media', path: PATHS.Media, query: { encounter }, read: useReader(READERS.Media) });

export const useStudies = (encounter: string): PatientList<Study> =>
  usePatientList({ type: 'ImagingStudy', path: PATHS.ImagingStudy, query: { encounter, _assoc: 'endpoint' }, read: useReader(READERS.Study) });

/** The coverage that the encounter names, else that of the account it is charged to. */
export function useInsurance({ coverageId, accountId }: Pick<Encounter, 'coverageId' | 'accountId'>): PatientList<Insurance> {
  const asksAccount = coverageId === undefined && accountId !== undefined;
  const account = usePatientList({ type: 'Account', path: PATHS.Account, query: { _id: accountId }, read: readAccount, enabled: asksAccount });
  const id = coverageId ?? account.rows[0]?.coverageId;
  const coverage = usePatientList({ type: 'Coverage', path: PATHS.Coverage, query: { _id: id }, read: useReader(READERS.Coverage), enabled: id !== undefined });
  if (id !== undefined) return coverage;
  const none = { ...account, rows: [], total: 0 };
  return asksAccount ? none : { ...none, state: 'ready' };
}
