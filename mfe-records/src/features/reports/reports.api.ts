import { type PatientList, usePatientList, usePatientOne } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { readReport, type Report } from './report.entity.ts';
import { useResultReader } from './judging.api.ts';
import type { Result } from './result.entity.ts';

const REPORTS = readerPerLocale(readReport);

/** Reports with content, newest first, without merely registered ones (D-113). Of one encounter if given. */
export function useReports(encounter?: string): PatientList<Report> {
  return usePatientList({
    type: 'DiagnosticReport',
    query: { _sort: '-date', _count: 20, 'status:not': 'registered', encounter },
    read: useReader(REPORTS),
  });
}

/** One report of the person on screen, as a list of at most one. */
export function useReport(id: string): PatientList<Report> {
  return usePatientOne({
    type: 'DiagnosticReport',
    id,
    query: { 'status:not': 'registered' },
    read: useReader(REPORTS),
  });
}

/** Referenced observations that exist on the server. */
export function useResults(ids: readonly string[]): PatientList<readonly Result[]> {
  return usePatientList({
    type: 'Observation',
    query: { _id: ids.join(','), _count: 1000 },
    read: useResultReader(),
    enabled: ids.length > 0,
  });
}

/** Earlier results of the same tests, newest first. */
export function useEarlierResults(
  loinc: readonly string[],
  before: string | undefined,
): PatientList<readonly Result[]> {
  return usePatientList({
    type: 'Observation',
    query: { code: loinc.join(','), date: `lt${before ?? ''}`, _sort: '-date', _count: 200 },
    read: useResultReader(),
    enabled: loinc.length > 0 && before !== undefined,
  });
}
