import type { NewObservation } from '@phr/fhir/builders';

/** A new observation with the id by which a repeat is recognised. */
export interface NewReading {
  readonly formId: string;
  readonly resource: NewObservation;
}
