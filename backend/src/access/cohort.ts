/** Name of a group of people to whom a release may go before others. */
export const COHORT = /^(?:team:[a-z][a-z0-9-]+|staff|beta)$/;

/** Claim of an access token that names the groups of its person. */
export const COHORTS_CLAIM = 'phr_cohorts';
