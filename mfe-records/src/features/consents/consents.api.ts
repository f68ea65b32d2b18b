import type { RequestPort } from '@phr/contract/host-api';
import { type PatientList, usePatientList, usePatientOne } from '@phr/module-kit/patient-list';
import { deviceZone, toZoned } from '@phr/time/zone';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { type Consent, readConsent } from './consent.entity.ts';
import { type ConsentAction, STATUS_AFTER } from './consent-status.entity.ts';

const READERS = readerPerLocale(readConsent);

/** Requests and grants for the record on screen, newest first. */
export function useConsents(): PatientList<Consent> {
  return usePatientList({ type: 'Consent', query: { _sort: '-date', _count: 20 }, read: useReader(READERS) });
}

/** One of them, as a list of at most one. */
export function useConsent(id: string): PatientList<Consent> {
  return usePatientOne({ type: 'Consent', id, read: useReader(READERS) });
}

/**
 * Answers or revokes a consent, dated now (D-57). Rejects with AppError: INVALID_TRANSITION if its state no longer
 * allows it, CONFLICT after a concurrent change.
 */
export function answerConsent(
  request: RequestPort,
  { id, version, resource }: Consent,
  action: ConsentAction,
): Promise<unknown> {
  return request.send({
    service: 'fhir',
    method: 'PUT',
    path: `/Consent/${id}`,
    body: { ...resource, status: STATUS_AFTER[action], dateTime: toZoned(Date.now(), deviceZone()) },
    ...(version === undefined ? {} : { ifMatch: `W/"${version}"` }),
  });
}
