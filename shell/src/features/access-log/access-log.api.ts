import { readSearchset } from '@phr/fhir/bundle';
import { codeableConcept, coding, reference } from '@phr/fhir/datatypes';
import { list, shape, text } from '@phr/fhir/json';
import type { Client } from '@phr/http/client';
import { type Access, accessOf } from './access-log.model.ts';

const asEvent = shape({
  id: text, type: coding, subtype: list(coding), action: text, recorded: text, outcome: text,
  agent: list(shape({ who: reference, role: list(codeableConcept) })), entity: list(shape({ what: reference })),
});

export interface AccessPage {
  readonly entries: readonly Access[];
  /** Path of the next page; undefined after the last one. */
  readonly next: string | undefined;
}

/** Who did what with a person's record, newest first (FHIR AuditEvent). @param next path of a further page. Rejects with AppError: ACCESS_DENIED for whoever may only read the record */
export async function fetchAccessLog(client: Client, patientId: string, next: string | undefined, signal: AbortSignal): Promise<AccessPage> {
  const answer = await client.send({
    service: 'fhir', method: 'GET', signal, ...(next === undefined ? { path: '/AuditEvent', query: { patient: patientId, _count: 100 } } : { path: next }),
  });
  return { entries: readSearchset(answer.body, asEvent, 'AuditEvent').resources.flatMap((event) => accessOf(event) ?? []), next: answer.next };
}
