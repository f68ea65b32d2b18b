import type { RequestPort } from '@phr/contract/host-api';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { loaderOf } from '../form/loader-of.api.ts';
import { type Immunization, readImmunization, readStored } from './immunization.entity.ts';

const READERS = readerPerLocale(readImmunization);

/** The vaccinations of the person on screen, newest first. */
export function useImmunizations(): PatientList<Immunization> {
  return usePatientList({
    type: 'Immunization',
    query: { _sort: '-date', _count: 20 },
    read: useReader(READERS),
  });
}

/** One vaccination for its form; undefined if the person has none with this id. Rejects with AppError. */
export const loadImmunization = loaderOf('Immunization', readStored);

/** Deletes a vaccination entered by the person. Rejects with AppError NOT_DELETABLE for any other. */
export function deleteImmunization(request: RequestPort, id: string): Promise<unknown> {
  return request.send({ service: 'phr', method: 'DELETE', path: `/api/phr/immunization/${id}` });
}
