import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseJson } from '../fhir/json-text.ts';
import type { Repository } from '../fhir/repository.ts';
import { isResource, type Resource } from '../fhir/resource.ts';
import { parseBody } from '../security/parse.ts';
import { ServerError } from '../security/server-error.ts';
import { described } from '../web/route-schema.ts';
import { ById, Deleted, FreeText, resource } from './fields.ts';
import type { ServiceCalls } from './service-call.ts';

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
    service: 'phr', summary: 'Writes, replaces or (empty) takes away the note of a reading.', security: 'bearer', wrapped: true, params: ById, body: Note, answer: resource('Observation'),
  }), (request, reply) => calls.write(request, reply, async ({ actor, sql }) => {
    const { id } = parseBody(ById, request.params);
    const { note } = parseBody(Note, request.body);
    const stored = await repository.read(actor, 'Observation', id, sql);
    const before = resourceOf(stored.content);
    const { note: _old, ...rest } = before;
    const after = { ...rest, resourceType: before.resourceType, id: stored.id, ...(note === '' ? {} : { note: [{ text: note }] }) };
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

function resourceOf(content: string): Resource {
  // a value keeps the digits that it was measured with
  const value: unknown = parseJson(content);
  if (!isResource(value)) throw new ServerError('SERVER_ERROR', 'A stored resource is not readable');
  return value;
}
