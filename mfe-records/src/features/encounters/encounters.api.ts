import { type PatientList, usePatientList, usePatientOne } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { type Encounter, readEncounter } from './encounter.entity.ts';

/** Filter of the treatment history, `?filter=` in the URL. */
export const FILTERS = ['all', 'ongoing', 'done'] as const;
export type EncounterFilter = (typeof FILTERS)[number];

const STATUSES: Readonly<Record<EncounterFilter, string | undefined>> = {
  all: undefined,
  ongoing: 'arrived,triaged,in-progress,onleave',
  done: 'finished',
};

const READERS = readerPerLocale(readEncounter);

/** The filter in a URL; unknown ones show everything. */
export function filterOf(text: string | null): EncounterFilter {
  return FILTERS.find((filter) => filter === text) ?? 'all';
}

/** Encounters, newest first. Filtered by the server, so that counts match. */
export function useEncounters(filter: EncounterFilter, count = 20): PatientList<Encounter> {
  return usePatientList({
    type: 'Encounter',
    query: { _sort: '-date', _count: count, status: STATUSES[filter], _assoc: 'serviceProvider' },
    read: useReader(READERS),
  });
}

/** One encounter of the person on screen, as a list of at most one. */
export function useEncounter(id: string): PatientList<Encounter> {
  return usePatientOne({
    type: 'Encounter',
    id,
    query: { _assoc: 'serviceProvider' },
    read: useReader(READERS),
  });
}
