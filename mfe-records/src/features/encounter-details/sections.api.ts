import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import type { Encounter } from '../encounters/encounter.model.ts';
import { type Report, readReport } from '../reports/report.model.ts';
import {
  readAccount, readCoverage, readDiagnosis, readMedia, readMedication, readService, readStudy,
  type Diagnosis, type Insurance, type Medication, type Picture, type Service, type Study,
} from './sections.model.ts';

// One call a section, so that each loads and fails on its own.

const pathOf = (type: string) => (patientId: string) => `/Patient/${patientId}/${type}`;
const PATHS = {
  Condition: pathOf('Condition'), MedicationRequest: pathOf('MedicationRequest'), ServiceRequest: pathOf('ServiceRequest'), DiagnosticReport: pathOf('DiagnosticReport'),
  Media: pathOf('Media'), ImagingStudy: pathOf('ImagingStudy'), Account: pathOf('Account'), Coverage: pathOf('Coverage'),
};

export const useDiagnoses = (encounter: string): PatientList<Diagnosis> =>
  usePatientList({ type: 'Condition', path: PATHS.Condition, query: { encounter }, read: readDiagnosis });

export const useMedications = (encounter: string): PatientList<Medication> =>
  usePatientList({ type: 'MedicationRequest', path: PATHS.MedicationRequest, query: { encounter, _assoc: 'medicationReference' }, read: readMedication });

export const useServices = (encounter: string): PatientList<Service> =>
  usePatientList({ type: 'ServiceRequest', path: PATHS.ServiceRequest, query: { encounter }, read: readService });

/** Reports that say something: those only registered are left out (D-113). */
export const useReportsOf = (encounter: string): PatientList<Report> =>
  usePatientList({ type: 'DiagnosticReport', path: PATHS.DiagnosticReport, query: { encounter, 'status:not': 'registered' }, read: readReport });

export const usePictures = (encounter: string): PatientList<Picture> =>
  usePatientList({ type: 'Media', path: PATHS.Media, query: { encounter }, read: readMedia });

export const useStudies = (encounter: string): PatientList<Study> =>
  usePatientList({ type: 'ImagingStudy', path: PATHS.ImagingStudy, query: { encounter, _assoc: 'endpoint' }, read: readStudy });

/** The coverage that the encounter names, else that of the account it is charged to. */
export function useInsurance({ coverageId, accountId }: Pick<Encounter, 'coverageId' | 'accountId'>): PatientList<Insurance> {
  const asksAccount = coverageId === undefined && accountId !== undefined;
  const account = usePatientList({ type: 'Account', path: PATHS.Account, query: { _id: accountId }, read: readAccount, enabled: asksAccount });
  const id = coverageId ?? account.rows[0]?.coverageId;
  const coverage = usePatientList({ type: 'Coverage', path: PATHS.Coverage, query: { _id: id }, read: readCoverage, enabled: id !== undefined });
  if (id !== undefined) return coverage;
  const none = { ...account, rows: [], total: 0 };
  return asksAccount ? none : { ...none, state: 'ready' };
}
