import type { NewObservation } from '@phr/fhir/builders';

/** A new observation with its idempotency id. */
export interface NewReading {
  readonly formId: string;
  readonly resource: NewObservation;
}
