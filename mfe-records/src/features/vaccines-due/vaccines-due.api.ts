// Queries shared by the screen and the signal source.

/** The vaccinations of a childhood and more. */
export const VACCINATIONS = { type: 'Immunization', query: { _sort: '-date', _count: 200 } } as const;
/** What registers and clinics advise, newest first. */
export const RECOMMENDATIONS = { type: 'ImmunizationRecommendation', query: { _sort: '-date', _count: 20 } } as const;
