import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { type ListedSymptom, readSymptom } from './symptom-list.entity.ts';

const READERS = readerPerLocale(readSymptom);

/** Symptoms of the person on screen, those that began last first. */
export const useSymptoms = (enabled = true): PatientList<ListedSymptom> =>
  usePatientList({
    type: 'Observation',
    query: { _sort: '-date', _count: 100, category: 'survey' },
    read: useReader(READERS),
    enabled,
  });
