import type { RequestPort } from '@phr/contract/host-api';
import { resourcesOf } from '@phr/module-kit/correction';
import { useHost, usePatient } from '@phr/module-kit/host';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { readSearchset } from '@phr/fhir/bundle';
import { useQuery } from '@tanstack/react-query';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { loaderOf } from '../form/loader-of.api.ts';
import { type LabItem, readLabItem } from './lab-item.entity.ts';
import { type LabReport, readLabReport } from './lab-report.entity.ts';
import { readStoredResult } from './stored-result.entity.ts';

/** What a screen of laboratory results is about: an encounter, a report, or nothing in particular. */
export interface LabScope {
  readonly encounterId: string | undefined;
  readonly diagnosticId: string | undefined;
}

const READERS = readerPerLocale(readLabItem);

/** Laboratory results of the person on screen, the newest first; of one encounter or one report when it is named. */
export function useLabItems(
  { encounterId, diagnosticId }: LabScope,
  resultIds: readonly string[] | undefined,
): PatientList<LabItem> {
  return usePatientList({
    type: 'Observation',
    read: useReader(READERS),
    query: {
      category: 'laboratory',
      encounter: encounterId,
      _id: diagnosticId === undefined ? undefined : resultIds?.join(','),
      _sort: '-date',
      _count: 20,
    },
    enabled: diagnosticId === undefined || (resultIds !== undefined && resultIds.length > 0),
  });
}

/** One result for its form; undefined when the person has none with this id. Rejects with AppError. */
export const loadResult = loaderOf('Observation', readStoredResult);

/** The reports of a test, among which that of one result is. Rejects with AppError. */
export async function reportsOf(request: RequestPort, patientId: string, code: string): Promise<readonly LabReport[]> {
  const found = await resourcesOf(request, patientId, 'DiagnosticReport', { code, _count: 100, _sort: '-date' });
  return found.map(readLabReport).filter((report) => report !== undefined);
}

/** The reports to which a new result may belong: the named one, or those of the encounter. None without either. */
export function useLabReports({ encounterId, diagnosticId }: LabScope) {
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  return useQuery({
    queryKey: ['lab-reports', patientId, encounterId, diagnosticId],
    enabled: patientId !== undefined && (encounterId !== undefined || diagnosticId !== undefined),
    queryFn: async ({ signal }): Promise<readonly LabReport[]> => {
      const query =
        diagnosticId === undefined ? { encounter: encounterId, _sort: '-date', _count: 100 } : { _id: diagnosticId };
      const { body } = await request.send({
        service: 'fhir',
        method: 'GET',
        path: `/Patient/${patientId}/DiagnosticReport`,
        query,
        signal,
      });
      return readSearchset(body, readLabReport, 'DiagnosticReport').resources;
    },
  });
}
