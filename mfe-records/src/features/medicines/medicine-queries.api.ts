import type { ListQuery } from '@phr/module-kit/patient-list-query';

// What screens and signals read of medicines, by the same keys, so that they share the answers. A file of its own: a source of signals loads nothing else
// before there is something to tell.

/** What is taken: read whole, for a medicine on a later page is taken as well. */
export const MEDICINES: ListQuery = {
  type: 'MedicationStatement',
  query: { _sort: '-date', _count: 100, _assoc: 'medicationReference' },
};
/** All allergies: what is dangerous must not wait on a later page. */
export const ALLERGIES: ListQuery = { type: 'AllergyIntolerance', query: { _sort: '-date', _count: 100 } };
