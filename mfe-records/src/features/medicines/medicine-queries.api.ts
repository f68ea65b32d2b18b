import type { ListQuery } from '@phr/module-kit/patient-list-query';

// Queries shared by screens and signals. A separate file, as a signal source loads nothing else until needed.

/** Medicines taken; screens load all pages (`useAllPages`), as later ones count too. */
export const MEDICINES: ListQuery = {
  type: 'MedicationStatement',
  query: { _sort: '-date', _count: 100, _assoc: 'medicationReference' },
};
/** Allergies; screens load all pages: dangerous ones must not wait on a later one. */
export const ALLERGIES: ListQuery = { type: 'AllergyIntolerance', query: { _sort: '-date', _count: 100 } };
