import type { ListQuery } from '@phr/module-kit/patient-list-query';

// What screens and signals read of medicines, by the same keys, so that they share the answers. A file of its own: a source of signals loads nothing else
// before there is something to tell.

/** What is taken; a screen reads all pages (`useWhole`), for a medicine on a later page is taken as well. */
export const MEDICINES: ListQuery = {
  type: 'MedicationStatement',
  query: { _sort: '-date', _count: 100, _assoc: 'medicationReference' },
};
/** Allergies; a screen reads all pages: what is dangerous must not wait on a later one. */
export const ALLERGIES: ListQuery = { type: 'AllergyIntolerance', query: { _sort: '-date', _count: 100 } };
