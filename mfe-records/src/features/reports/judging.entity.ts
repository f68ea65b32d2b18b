import type { JudgingContext } from '@phr/fhir/judging';

/** A laboratory's word and range judge its result whoever the person is; a range for some people only fits nobody unknown. */
export const JUDGING: JudgingContext = { person: {}, zone: 'UTC', now: Date.parse('9999-01-01') };
