import { readSearchset } from '@phr/fhir/bundle';
import { coding, reference } from '@phr/fhir/datatypes';
import { list, type Read, lenientObject, text } from '@phr/fhir/json';
import type { Client } from '@phr/http/client';

const asEvent = lenientObject({
  id: text,
  type: coding,
  subtype: list(coding),
  action: text,
  recorded: text,
  outcome: text,
  agent: list(lenientObject({ who: reference })),
  entity: list(lenientObject({ what: reference, detail: list(lenientObject({ type: text, valueString: text })) })),
});

/** An entry of the log (FHIR AuditEvent), limited to displayed elements. */
export type AuditEvent = Read<typeof asEvent>;

export interface AccessPage {
  readonly events: readonly AuditEvent[];
  /** Path of the next page; undefined after the last one. */
  readonly next: string | undefined;
}

/**
 * Accesses to a person's record, newest first (FHIR AuditEvent).
 * @param next path of a further page. Rejects with AppError: ACCESS_DENIED for read-only accounts
 */
export async function fetchAccessLog(
  client: Client,
  patientId: string,
  next: string | undefined,
  signal: AbortSignal,
): Promise<AccessPage> {
  const answer = await client.send({
    service: 'fhir',
    method: 'GET',
    signal,
    ...(next === undefined ? { path: '/AuditEvent', query: { patient: patientId, _count: 100 } } : { path: next }),
  });
  return { events: readSearchset(answer.body, asEvent, 'AuditEvent').resources, next: answer.next };
}
