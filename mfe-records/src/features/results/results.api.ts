import { useSettings } from '@phr/module-kit/host';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { useMemo } from 'react';
import { useJudgingNow, useResultReader } from '../reports/judging.api.ts';
import type { Result } from '../reports/result.entity.ts';
import { type ListedReport, readListedReport } from './listed-report.entity.ts';

/** Service codes (HL7 table 0074), with other systems' words for the two kinds. */
const LABORATORY = 'LAB,laboratory,BLB,CG,CH,CP,CTH,GE,HM,IMM,LP29693-6,MB,MCB,MYC,SP,SR,TX,VR,11502-2,26436-6';
const IMAGING = 'RAD,imaging,RUS,CT,CUS,NMR,NMS,RX,VUS,XRC,LP29684-5,18748-4';

/** Kinds of reports; anything else is `other`. */
const CATEGORIES = {
  laboratory: { category: LABORATORY },
  imaging: { category: IMAGING },
  other: { 'category:not': `${LABORATORY},${IMAGING}` },
} as const;
export type ReportKind = keyof typeof CATEGORIES;

/** The person's reports with results, newest first, without merely registered ones (D-113). */
export function useListedReports(kind: ReportKind | undefined, enabled = true): PatientList<ListedReport> {
  const { locale } = useSettings();
  const judging = useJudgingNow();
  const read = useMemo(() => (resource: unknown) => readListedReport(resource, locale, judging), [locale, judging]);
  return usePatientList({
    type: 'DiagnosticReport',
    query: {
      _sort: '-date',
      _count: 20,
      'status:not': 'registered',
      _assoc: 'result',
      ...(kind !== undefined && CATEGORIES[kind]),
    },
    read,
    enabled,
  });
}

/**
 * All results of a test, newest first.
 * @param code LOINC code
 */
export function useResultsOf(code: string): PatientList<readonly Result[]> {
  return usePatientList({
    type: 'Observation',
    query: { code, _sort: '-date', _count: 100 },
    read: useResultReader(),
  });
}
