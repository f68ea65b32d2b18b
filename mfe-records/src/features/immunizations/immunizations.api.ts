import { AppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { type PatientList, usePatientList, usePatientOne } from '@phr/module-kit/patient-list';
import { readSearchset } from '@phr/module-kit/patient-list-query';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { type Immunization, readImmunization, readStored, type StoredImmunization } from './immunization.entity.ts';

const READERS = readerPerLocale(readImmunization);

/** The vaccinations of the person on screen, newest first. */
export function useImmunizations(): PatientList<Immunization> {
  return usePatientList({
    type: 'Immunization',
    query: { _sort: '-date', _count: 20 },
    read: useReader(READERS),
  });
}

/** One vaccination for its form, as a list of at most one. */
export function useStoredImmunization(id: string): PatientList<StoredImmunization> {
  return usePatientOne({ type: 'Immunization', id, read: readStored });
}

/** Reads that vaccination anew. Rejects with AppError, NOT_FOUND when it is no more. */
export async function storedImmunization(
  request: RequestPort,
  patientId: string,
  id: string,
): Promise<StoredImmunization> {
  const { body } = await request.send({
    service: 'fhir',
    method: 'GET',
    path: `/Patient/${patientId}/Immunization`,
    query: { _id: id },
  });
  const stored = readStored(readSearchset(body, 'Immunization').resources[0]);
  if (stored === undefined) throw new AppError({ code: 'NOT_FOUND', source: 'FHIR_SERVER' });
  return stored;
}

/** Writes a changed vaccination over the version that was read. Rejects with AppError CONFLICT when there is a newer one. */
export function updateImmunization(
  request: RequestPort,
  resource: { readonly [element: string]: unknown },
  { id, version }: Pick<StoredImmunization, 'id' | 'version'>,
): Promise<unknown> {
  return request.send({
    service: 'fhir',
    method: 'PUT',
    path: `/Immunization/${id}`,
    body: resource,
    ...(version === undefined ? {} : { ifMatch: `W/"${version}"` }),
  });
}

/** Takes a vaccination that the person entered out of the record. Rejects with AppError NOT_DELETABLE for any other. */
export function deleteImmunization(request: RequestPort, id: string): Promise<unknown> {
  return request.send({ service: 'phr', method: 'DELETE', path: `/api/phr/immunization/${id}` });
}
