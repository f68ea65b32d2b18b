import { type PatientList, usePatientList, usePatientOne } from '@phr/module-kit/patient-list';
import { useState } from 'react';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { type Encounter, readEncounter } from './encounter.entity.ts';
import { encounterState } from './encounter-state.model.ts';

/** What of the treatment history is shown; in the address as `?filter=`. */
export const FILTERS = ['all', 'ongoing', 'done'] as const;
export type EncounterFilter = (typeof FILTERS)[number];

const STATUSES: Readonly<Record<EncounterFilter, string | undefined>> = {
  all: undefined,
  ongoing: 'arrived,triaged,in-progress,onleave',
  done: 'finished',
};

const READERS = readerPerLocale(readEncounter);

/** The filter named in an address; anything unknown shows everything. */
export function filterOf(text: string | null): EncounterFilter {
  return FILTERS.find((filter) => filter === text) ?? 'all';
}

/** Encounters, newest first. The server filters, so that "1 to 20 of 43" counts what is shown. */
export function useEncounters(filter: EncounterFilter, count = 20): PatientList<Encounter> {
  const [now] = useState(() => new Date());
  const list = usePatientList({
    type: 'Encounter',
    query: { _sort: '-date', _count: count, status: STATUSES[filter], _assoc: 'serviceProvider' },
    read: useReader(READERS),
  });
  return filter === 'ongoing' ? withoutExpired(list, now) : list;
}

/** Nobody is being treated in an encounter whose window has passed, whatever its status still says: the server knows statuses alone. */
function withoutExpired(list: PatientList<Encounter>, now: Date): PatientList<Encounter> {
  const rows = list.rows.filter((encounter) => !encounterState(encounter, now).expired);
  return { ...list, rows, total: list.total === undefined ? undefined : list.total - (list.rows.length - rows.length) };
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
