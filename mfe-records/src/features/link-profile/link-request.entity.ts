import { codeableConcept, reference } from '@phr/fhir/datatypes';
import { lenientObject, text } from '@phr/fhir/json';
import { defined, readable } from '@phr/fhir/reading';

/** Name of the group that all link requests belong to (LINK-04). */
export const LINK_GROUP = 'request_link_profile';

/** A request to link a hospital's record to one's own (LINK-03). */
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
  /** Why it stands where it stands, in the provider's own words (Task.statusReason). */
  readonly reason?: string;
}

/** What a new request says. */
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
