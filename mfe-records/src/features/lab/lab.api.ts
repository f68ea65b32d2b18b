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

/** Scope of a laboratory screen: an encounter, a report, or none. */
export interface LabScope {
  readonly encounterId: string | undefined;
  readonly diagnosticId: string | undefined;
}

const READERS = readerPerLocale(readLabItem);

/** The person's laboratory results, newest first; of one encounter or report if given. */
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

/** One result for its form; undefined if the person has none with this id. Rejects with AppError. */
export const loadResult = loaderOf('Observation', readStoredResult);

/** A test's reports, including that of a given result. Rejects with AppError. */
export async function reportsOf(request: RequestPort, patientId: string, code: string): Promise<readonly LabReport[]> {
  const found = await resourcesOf(request, patientId, 'DiagnosticReport', { code, _count: 100, _sort: '-date' });
  return found.map(readLabReport).filter((report) => report !== undefined);
}

/** Reports a new result may be added to: the given one, or the encounter's. Empty without either. */
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
