import type { RequestPort } from '@phr/contract/host-api';
import { usePatient } from '@phr/module-kit/host';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { type Encounter, readEncounter } from '../encounters/encounter.entity.ts';
import { readReport, type Report } from '../reports/report.entity.ts';
import { LINK_GROUP, type LinkEntry, type LinkRequest, readLinkRequest } from './link-request.entity.ts';

/** The person's link requests, latest change first. */
export function useLinkRequests(enabled: boolean): PatientList<LinkRequest> {
  const patient = usePatient().viewed?.id;
  return usePatientList({
    type: 'Task',
    path: () => '/Task',
    query: { patient, 'group-identifier': LINK_GROUP, _sort: '-_lastUpdated', _count: 20 },
    read: readLinkRequest,
    enabled,
  });
}

/**
 * Requests linking a provider's record. Resolves to the created request. Rejects with AppError, REQUEST_OPEN if one is
 * pending there.
 */
export async function askLink(
  request: RequestPort,
  patientId: string,
  { providerId, ...numbers }: LinkEntry,
  idempotencyKey: string,
): Promise<LinkRequest | undefined> {
  const task = {
    resourceType: 'Task',
    status: 'requested',
    groupIdentifier: { value: LINK_GROUP },
    for: { reference: `Patient/${patientId}` },
    owner: { reference: `Organization/${providerId}` },
    ...numbers,
  };
  return readLinkRequest(
    (
      await request.send({
        service: 'admin',
        method: 'POST',
        path: '/patient-app/link-profile',
        idempotencyKey,
        body: { task },
      })
    ).body,
  );
}

/**
 * Submits the code from the person's phone. Rejects with AppError: InvalidToken if wrong or expired, OTP_LIMIT after
 * too many attempts.
 */
export async function proveLink(request: RequestPort, taskId: string, code: string): Promise<void> {
  await request.send({
    service: 'admin',
    method: 'POST',
    path: '/patient-app/link-profile/phone-verify',
    body: { taskId, code },
    idempotencyKey: crypto.randomUUID(),
  });
}

/** Cancels a request, or removes a link. */
export async function removeLink(request: RequestPort, taskId: string, idempotencyKey: string): Promise<void> {
  await request.send({
    service: 'admin',
    method: 'POST',
    path: '/patient-app/link-profile/remove',
    body: { taskId },
    idempotencyKey,
  });
}

const ENCOUNTERS = readerPerLocale(readEncounter);
const REPORTS = readerPerLocale(readReport);

/** Encounters of a linked record, newest first. */
export function useLinkedEncounters(linkedId: string): PatientList<Encounter> {
  return usePatientList({
    type: 'Encounter',
    path: () => `/Patient/${linkedId}/Encounter`,
    query: { _sort: '-date', _count: 20, _assoc: 'serviceProvider' },
    read: useReader(ENCOUNTERS),
  });
}

/** Reports of a linked record, newest first. */
export function useLinkedReports(linkedId: string): PatientList<Report> {
  return usePatientList({
    type: 'DiagnosticReport',
    path: () => `/Patient/${linkedId}/DiagnosticReport`,
    query: { _sort: '-date', _count: 20, 'status:not': 'registered' },
    read: useReader(REPORTS),
  });
}
