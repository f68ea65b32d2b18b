import { type PatientList, usePatientList, usePatientOne } from '@phr/module-kit/patient-list';
import type { Encounter } from '../encounters/encounter.entity.ts';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import {
  readAccount,
  readClaim,
  readCoverage,
  readDiagnosis,
  readMedia,
  readMedication,
  readPaper,
  readService,
  readStudy,
  type Account,
  type Claim,
  type Diagnosis,
  type Insurance,
  type Medication,
  type Paper,
  type Picture,
  type Service,
  type Study,
} from './sections.entity.ts';
import { validDuring } from './valid-during.entity.ts';

// One call per section, so that each loads and fails independently.

const READERS = {
  Diagnosis: readerPerLocale(readDiagnosis),
  Medication: readerPerLocale(readMedication),
  Service: readerPerLocale(readService),
  Media: readerPerLocale(readMedia),
  Study: readerPerLocale(readStudy),
  Coverage: readerPerLocale(readCoverage),
  Claim: readerPerLocale(readClaim),
  Paper: readerPerLocale(readPaper),
};

export const useDiagnoses = (encounter: string): PatientList<Diagnosis> =>
  usePatientList({
    type: 'Condition',
    query: { encounter },
    read: useReader(READERS.Diagnosis),
  });

export const useMedications = (encounter: string): PatientList<Medication> =>
  usePatientList({
    type: 'MedicationRequest',
    query: { encounter, _assoc: 'medicationReference' },
    read: useReader(READERS.Medication),
  });

export const useServices = (encounter: string): PatientList<Service> =>
  usePatientList({
    type: 'ServiceRequest',
    query: { encounter },
    read: useReader(READERS.Service),
  });

export const usePictures = (encounter: string): PatientList<Picture> =>
  usePatientList({ type: 'Media', query: { encounter }, read: useReader(READERS.Media) });

export const useStudies = (encounter: string): PatientList<Study> =>
  usePatientList({
    type: 'ImagingStudy',
    query: { encounter, _assoc: 'endpoint' },
    read: useReader(READERS.Study),
  });

export const useClaims = (encounter: string): PatientList<Claim> =>
  usePatientList({ type: 'Claim', query: { encounter }, read: useReader(READERS.Claim) });

export const usePapers = (encounter: string): PatientList<Paper> =>
  usePatientList({
    type: 'DocumentReference',
    query: { encounter },
    read: useReader(READERS.Paper),
  });

/** The account an encounter is charged to, by id (D-106). */
export const useAccount = (id: string | undefined): PatientList<Account> =>
  usePatientOne({ type: 'Account', id, read: readAccount });

export interface EncounterInsurance {
  readonly list: PatientList<Insurance>;
  /** no account named: use the coverages valid at the encounter's time */
  readonly isGuess: boolean;
}

/** Not cancelled and not entered by mistake. */
const isInForce = ({ statusCode = 'active' }: Insurance): boolean => statusCode === 'active';

/** The encounter's coverage, else its account's, else the person's at the time (COV-01). */
export function useInsurance({
  coverageId,
  accountId,
  periodStart,
  periodEnd,
}: Pick<Encounter, 'coverageId' | 'accountId' | 'periodStart' | 'periodEnd'>): EncounterInsurance {
  const account = useAccount(coverageId === undefined ? accountId : undefined);
  const asksAccount = coverageId === undefined && accountId !== undefined;
  const id = coverageId ?? account.rows[0]?.coverageId;
  const read = useReader(READERS.Coverage);
  const isKnown = !asksAccount || account.state === 'ready';
  const named = usePatientOne({ type: 'Coverage', id, read });
  const all = usePatientList({ type: 'Coverage', read, enabled: id === undefined && isKnown });
  if (id !== undefined) return { list: named, isGuess: false };
  if (!isKnown) return { list: { ...account, rows: [], total: 0 }, isGuess: false };
  const rows = all.rows.filter(
    (one) => !one.isVoucher && isInForce(one) && validDuring(one, periodStart, periodEnd ?? periodStart),
  );
  return { list: { ...all, rows, total: rows.length, hasMore: false }, isGuess: rows.length > 0 };
}
