import { type PatientList, usePatientList, usePatientOne } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { readRiskAssessment, type RiskAssessment } from './risk-assessment.entity.ts';

const READERS = readerPerLocale(readRiskAssessment);

/** The assessments of one encounter, the newest first. */
export function useRiskAssessments(encounter: string): PatientList<RiskAssessment> {
  return usePatientList({
    type: 'RiskAssessment',
    query: { encounter, _sort: '-date', _count: 20 },
    read: useReader(READERS),
  });
}

/** One assessment of the person on screen, as a list of at most one. */
export function useRiskAssessment(id: string): PatientList<RiskAssessment> {
  return usePatientOne({ type: 'RiskAssessment', id, read: useReader(READERS) });
}
