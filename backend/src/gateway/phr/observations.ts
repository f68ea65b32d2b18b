import { isObject } from '@phr/fhir/json';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isOwn, type Origin } from '../../records/authorship.ts';
import { parseJson } from '../../kit/content/json-text.ts';
import { isUnsigned, noteWriter, signedNote, type NoteWriter } from '../../records/notes.ts';
import type { Repository } from '../../records/repository.ts';
import { isResource, valuesAt, type Resource } from '../../fhir/resource.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { ById, Deleted, FreeText, resource } from './fields.ts';
import type { ServiceCalls } from './service-call.ts';

const Note = z.object({ note: FreeText });
const ImmunizationId = z.object({ immunizationId: ById.shape.id });

/**
 * Calls about single readings and vaccinations. Professionals' entries cannot be deleted (D-45), as enforced by the
 * repository.
 */
export function registerObservations(app: FastifyInstance, calls: ServiceCalls, repository: Repository): void {
  app.delete(
    '/api/phr/observation/:id',
    described({
      service: 'phr',
      summary: 'Deletes a reading that the patient entered, with its files.',
      security: 'bearer',
      wrapped: true,
      params: ById,
      answer: Deleted,
      errors: ['NOT_DELETABLE'],
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { id } = parseBody(ById, request.params);
        await repository.delete(actor, 'Observation', id, { sql });
        return JSON.stringify({ id });
      }),
  );

  app.put(
    '/api/phr/observation/note/:id',
    described({
      service: 'phr',
      summary:
        'Writes, replaces or (empty) takes away the caller’s own note of a reading; notes of others stay as they are.',
      security: 'bearer',
      wrapped: true,
      params: ById,
      body: Note,
      answer: resource('Observation'),
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { id } = parseBody(ById, request.params);
        const { note } = parseBody(Note, request.body);
        const stored = await repository.read(actor, 'Observation', id, sql);
        const before = resourceOf(stored.content);
        const { note: _old, ...rest } = before;
        const notes = withNote(
          before,
          stored,
          await noteWriter(sql, actor.userId, stored.patient_id ?? undefined),
          note,
        );
        const after = {
          ...rest,
          resourceType: before.resourceType,
          id: stored.id,
          ...(notes.length === 0 ? {} : { note: notes }),
        };
        return (await repository.update(actor, after, { ifMatch: stored.version, sql })).content;
      }),
  );

  app.delete(
    '/api/phr/immunization/:immunizationId',
    described({
      service: 'phr',
      summary: 'Deletes a vaccination that the patient entered.',
      security: 'bearer',
      wrapped: true,
      params: ImmunizationId,
      answer: Deleted,
      errors: ['NOT_DELETABLE'],
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { immunizationId: id } = parseBody(ImmunizationId, request.params);
        await repository.delete(actor, 'Immunization', id, { sql });
        return JSON.stringify({ id });
      }),
  );
}

/**
 * Sets or (if empty) removes the writer's own note. Others' notes stay, including unsigned ones in professionals'
 * readings; in the patient's own readings unsigned notes are theirs.
 */
function withNote(reading: Resource, origin: Origin, writer: NoteWriter, text: string): readonly unknown[] {
  const isByPatient = isOwn(origin);
  const others = valuesAt(reading, 'note').filter(
    (note) => isObject(note) && note['id'] !== writer.id && !(isByPatient && isUnsigned(note)),
  );
  return text === '' ? others : [...others, signedNote(writer, text)];
}

function resourceOf(content: string): Resource {
  // a value keeps the digits that it was measured with
  const value: unknown = parseJson(content);
  if (!isResource(value)) throw new ServerError('SERVER_ERROR', 'A stored resource is not readable');
  return value;
}
