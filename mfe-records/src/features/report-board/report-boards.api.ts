import { AppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { devicePropertiesIn, deviceQuery } from '@phr/fhir/device-properties';
import { useHost, usePatient, useSettings } from '@phr/module-kit/host';
import type { PatientList } from '@phr/module-kit/patient-list';
import { useQuery } from '@tanstack/react-query';
import { useResultReader } from '../reports/judging.api.ts';
import type { Result } from '../reports/result.entity.ts';
import { type BoardReport, codesIn, readBoardReports } from './board-report.entity.ts';

/** Days as YYYY-MM-DD, open at the ends that are not there. */
interface Days {
  readonly from?: string;
  readonly to?: string;
}

async function fetchReports(
  request: RequestPort,
  what: 'latest' | 'list',
  patientId: string,
  codes: readonly string[],
  { from, to }: Days,
  signal: AbortSignal,
): Promise<readonly BoardReport[]> {
  const { body } = await request.send({
    service: 'phr',
    method: 'GET',
    path: `/api/phr/diagnosticReport/${what}`,
    query: { patientId, codes: codes.join(','), fromDate: from, toDate: to },
    signal,
  });
  if (!Array.isArray(body))
    throw new AppError({ code: 'SERVER_ERROR', source: 'PHR_API', message: 'The answer is no list' });
  return readBoardReports(body);
}

/** The latest report of a code in a range (a list of at most one), or all, newest first (REP-08). */
export function useBoardReports(what: 'latest' | 'list', code: string, days: Days): PatientList<BoardReport> {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id ?? '';
  const query = useQuery({
    queryKey: ['reports', what, patientId, code, days.from, days.to],
    enabled: patientId !== '',
    queryFn: async ({ signal }) => ({
      rows: await fetchReports(request, what, patientId, [code], days, signal),
      at: new Date().toISOString(),
    }),
  });
  return {
    state: query.data !== undefined ? 'ready' : query.isError ? 'failed' : 'loading',
    rows: query.data?.rows ?? [],
    total: query.data?.rows.length,
    updatedAt: query.data?.at,
    stale: query.data !== undefined && query.isRefetchError,
    error: query.error,
    failures: query.errorUpdateCount,
    hasMore: false,
    loadingMore: false,
    moreFailed: false,
    loadMore: () => Promise.resolve(false),
    retry: () => query.refetch(),
  };
}

/** A report's results in words and order; undefined until loaded. */
export function useReportResults(reportId: string | undefined): {
  readonly results: readonly Result[] | undefined;
  readonly failed: boolean;
} {
  const { request } = useHost();
  const read = useResultReader();
  const { data, isError } = useQuery({
    queryKey: ['report-results', reportId],
    enabled: reportId !== undefined,
    queryFn: async ({ signal }) =>
      (
        await request.send({
          service: 'phr',
          method: 'GET',
          path: `/api/phr/diagnosticReport/${reportId}/observations`,
          signal,
        })
      ).body,
  });
  return {
    results: Array.isArray(data) ? data.flatMap((resource) => read(resource) ?? []) : undefined,
    failed: isError,
  };
}

/**
 * Latest reports of the codes this device follows (REP-09): configured on the owner's device, of the person on screen.
 * Empty while loading, as they are supplementary.
 */
export function useFollowedReports(): readonly BoardReport[] {
  const { request } = useHost();
  const { main, viewed } = usePatient();
  const { deviceId } = useSettings();
  const { data: codes = [] } = useQuery({
    queryKey: ['followed', main?.id, deviceId],
    enabled: main !== undefined,
    queryFn: async ({ signal }) => {
      const { body } = await request.send({
        service: 'fhir',
        method: 'GET',
        path: '/Device',
        query: deviceQuery(main?.id ?? '', deviceId),
        signal,
      });
      const { DASHBOARD_REPORTS, LATEST_REPORTS } = devicePropertiesIn(body);
      return [...new Set([...codesIn(DASHBOARD_REPORTS), ...codesIn(LATEST_REPORTS)])];
    },
  });
  const { data = [] } = useQuery({
    queryKey: ['reports', 'followed', viewed?.id, codes],
    enabled: codes.length > 0 && viewed !== undefined,
    queryFn: ({ signal }) => fetchReports(request, 'latest', viewed?.id ?? '', codes, {}, signal),
  });
  return data;
}
