/** Name of a cohort that may get a release early. */
export const COHORT = /^(?:team:[a-z][a-z0-9-]+|staff|beta)$/;

/** Access token claim with the person's cohorts. */
export const COHORTS_CLAIM = 'phr_cohorts';
