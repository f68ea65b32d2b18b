import type { RequestPort } from '@phr/contract/host-api';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { type Condition, readCondition } from './condition.entity.ts';

const READERS = readerPerLocale(readCondition);

/** The diseases of the person on screen, newest first. */
export function useConditions(): PatientList<Condition> {
  return usePatientList({
    type: 'Condition',
    query: { _sort: '-date', _count: 20 },
    read: useReader(READERS),
  });
}

/** Deletes a disease that the person entered. Rejects with AppError NOT_DELETABLE for any other. */
export function deleteCondition(request: RequestPort, id: string): Promise<unknown> {
  return request.send({ service: 'admin', method: 'DELETE', path: `/patient-app/condition/${id}` });
}
