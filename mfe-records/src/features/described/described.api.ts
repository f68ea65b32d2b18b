import type { ServiceRequest } from '@phr/contract/host-api';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { type Described, readDescribed } from './described.entity.ts';

const READERS = readerPerLocale(readDescribed);

/** Resources of one type in the record of the person on screen, newest first, in words. */
export function useDescribed(type: string, query: ServiceRequest['query'] = {}): PatientList<Described> {
  return usePatientList({
    type,
    query: { _sort: '-date', _count: 20, ...query },
    read: useReader(READERS),
  });
}
