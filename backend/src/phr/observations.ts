import { createHash } from 'node:crypto';
import { isObject } from '@phr/fhir/json';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isOwn, type Origin } from '../fhir/authorship.ts';
import { parseJson } from '../fhir/json-text.ts';
import type { Repository } from '../fhir/repository.ts';
import { isResource, valuesAt, type Resource } from '../fhir/resource.ts';
import type { Sql } from '../platform.ts';
import { parseBody } from '../security/parse.ts';
import { ServerError } from '../security/server-error.ts';
import { described } from '../web/route-schema.ts';
import { ById, Deleted, FreeText, resource } from './fields.ts';
import type { ServiceCalls } from './service-call.ts';
import { refTo } from './systems.ts';

const Note = z.object({ note: FreeText });
const ImmunizationId = z.object({ immunizationId: ById.shape.id });

/** Calls about single readings and vaccinations. What a professional entered cannot be deleted (D-45); the repository checks that. */
export function registerObservations(app: FastifyInstance, calls: ServiceCalls, repository: Repository): void {
  app.delete('/api/phr/observation/:id', described({
    service: 'phr', summary: 'Deletes a reading that the patient entered, with its files.', security: 'bearer', wrapped: true, params: ById, answer: Deleted, errors: ['NOT_DELETABLE'],
  }), (request, reply) => calls.write(request, reply, async ({ actor, sql }) => {
    const { id } = parseBody(ById, request.params);
    await repository.delete(actor, 'Observation', id, { sql });
    return JSON.stringify({ id });
  }));

  app.put('/api/phr/observation/note/:id', described({
    service: 'phr', summary: 'Writes, replaces or (empty) takes away the caller’s own note of a reading; notes of others stay as they are.', security: 'bearer', wrapped: true, params: ById, body: Note, answer: resource('Observation'),
  }), (request, reply) => calls.write(request, reply, async ({ actor, sql }) => {
    const { id } = parseBody(ById, request.params);
    const { note } = parseBody(Note, request.body);
    const stored = await repository.read(actor, 'Observation', id, sql);
    const before = resourceOf(stored.content);
    const { note: _old, ...rest } = before;
    const notes = withNote(before, stored, await writerOf(sql, actor.userId, stored.patient_id), note);
    const after = { ...rest, resourceType: before.resourceType, id: stored.id, ...(notes.length === 0 ? {} : { note: notes }) };
    return (await repository.update(actor, after, { ifMatch: stored.version, sql })).content;
  }));

  app.delete('/api/phr/immunization/:immunizationId', described({
    service: 'phr', summary: 'Deletes a vaccination that the patient entered.', security: 'bearer', wrapped: true, params: ImmunizationId, answer: Deleted, errors: ['NOT_DELETABLE'],
  }), (request, reply) => calls.write(request, reply, async ({ actor, sql }) => {
    const { immunizationId: id } = parseBody(ImmunizationId, request.params);
    await repository.delete(actor, 'Immunization', id, { sql });
    return JSON.stringify({ id });
  }));
}

/** Who writes a note: how it says so (FHIR Annotation), and by which it is known again. */
interface Writer {
  readonly id: string;
  readonly author: { readonly authorReference: object } | { readonly authorString: string };
}

/** The person behind a call; behind that of a partner's page stands whoever agreed. */
async function writerOf(sql: Sql, userId: string, patientId: string | null): Promise<Writer> {
  const [row] = await sql.query<{ box_user: string; full_name: string; own: boolean }>(
    `select a.box_user, a.full_name, exists (select from access s where s.user_id = a.box_user and s.patient_id = $2 and s.source = 'self' and s.revoked_at is null) as own
       from account a where a.box_user = coalesce((select b.box_user from partner_link l join account b on b.id = l.account_id where l.principal = $1), $1)`, [userId, patientId]);
  const { box_user: boxUser, full_name: name, own } = row ?? { box_user: userId, full_name: '', own: false };
  const id = `by-${createHash('sha256').update(`note ${boxUser}`).digest('hex').slice(0, 16)}`;
  if (own && patientId !== null) return { id, author: { authorReference: { ...refTo('Patient', patientId), ...(name === '' ? {} : { display: name }) } } };
  return { id, author: { authorString: name === '' ? userId : name } };
}

/** The notes of a reading with the writer's own one changed, or (empty) without it. Those of others stay, and so do a professional's without a name; in a reading of the patient's they are hers. */
function withNote(reading: Resource, origin: Origin, writer: Writer, text: string): readonly unknown[] {
  const isByPatient = isOwn(origin);
  const others = valuesAt(reading, 'note').filter((note) => isObject(note) && note['id'] !== writer.id && !(isByPatient && isUnsigned(note)));
  return text === '' ? others : [...others, { id: writer.id, ...writer.author, time: new Date().toISOString(), text }];
}

function isUnsigned(note: Readonly<Record<string, unknown>>): boolean {
  return note['authorReference'] === undefined && note['authorString'] === undefined;
}

function resourceOf(content: string): Resource {
  // a value keeps the digits that it was measured with
  const value: unknown = parseJson(content);
  if (!isResource(value)) throw new ServerError('SERVER_ERROR', 'A stored resource is not readable');
  return value;
}
