import type { RequestPort } from '@phr/contract/host-api';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { loaderOf } from '../form/loader-of.api.ts';
import { type Condition, readCondition, readStoredCondition } from './condition.entity.ts';

const READERS = readerPerLocale(readCondition);

/** The diseases of the person on screen, newest first. */
export function useConditions(): PatientList<Condition> {
  return usePatientList({
    type: 'Condition',
    query: { _sort: '-date', _count: 100 },
    read: useReader(READERS),
  });
}

/** One disease for its form; undefined if the person has none with this id. Rejects with AppError. */
export const loadCondition = loaderOf('Condition', readStoredCondition);

/** Deletes a disease entered by the person. Rejects with AppError NOT_DELETABLE for any other. */
export function deleteCondition(request: RequestPort, id: string): Promise<unknown> {
  return request.send({ service: 'admin', method: 'DELETE', path: `/patient-app/condition/${id}` });
}
