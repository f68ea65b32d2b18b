import { codeableConcept, reference } from '@phr/fhir/datatypes';
import { lenientObject, text } from '@phr/fhir/json';
import { defined, readable } from '@phr/fhir/reading';

/** Group name shared by all link requests (LINK-04). */
export const LINK_GROUP = 'request_link_profile';

/** A request to link a hospital's record (LINK-03). */
export interface LinkRequest {
  readonly id: string;
  /** Task.status. */
  readonly status: string;
  readonly provider?: string;
  readonly medicalId?: string;
  readonly examCode?: string;
  readonly insuranceCardNumber?: string;
  readonly requestCode?: string;
  readonly lastModified?: string;
  /** Reason for its status, in the provider's words (Task.statusReason). */
  readonly reason?: string;
}

/** Content of a new request. */
export interface LinkEntry {
  readonly providerId: string;
  readonly medicalId?: string;
  readonly examCode?: string;
  readonly insuranceCardNumber?: string;
}

const wire = lenientObject({
  id: text,
  status: text,
  owner: reference,
  medicalId: text,
  examCode: text,
  insuranceCardNumber: text,
  requestCode: text,
  lastModified: text,
  authoredOn: text,
  statusReason: codeableConcept,
});

/** Reads a link Task; undefined without an id. */
export function readLinkRequest(resource: unknown): LinkRequest | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined) return undefined;
  const {
    id,
    status = 'unknown',
    owner,
    medicalId,
    examCode,
    insuranceCardNumber,
    requestCode,
    lastModified,
    authoredOn,
    statusReason,
  } = raw;
  return {
    id,
    status,
    ...defined({
      provider: owner?.display,
      medicalId,
      examCode,
      insuranceCardNumber,
      requestCode,
      lastModified: readable(lastModified ?? authoredOn),
      reason: statusReason?.text,
    }),
  };
}
