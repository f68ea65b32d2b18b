import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actorOf } from '../fhir/actor.ts';
import type { Repository } from '../fhir/repository.ts';
import { isResource, parseReference, type Resource } from '../fhir/resource.ts';
import type { Platform } from '../platform.ts';
import { once } from '../security/idempotency.ts';
import { parseBody } from '../security/parse.ts';
import { ServerError } from '../security/server-error.ts';
import { fhirCall } from './fhir-call.ts';
import { sendAnswer, wrapped } from './send.ts';

interface ById { Params: { id: string } }

const Note = z.object({ note: z.string().max(2_000) });
const Report = z.object({ result: z.array(z.object({ reference: z.string().optional() })).default([]) });

/** Calls about single readings. What a professional measured cannot be deleted (D-45); the repository checks that. */
export function registerObservations(app: FastifyInstance, platform: Platform, repository: Repository): void {
  const { access, auth, db } = platform;

  app.delete<ById>('/api/phr/observation/:id', async (request, reply) => {
    const caller = await auth.authenticate(request);
    const { id } = request.params;
    const answer = await once(db, request, caller, (sql) => fhirCall(async () => {
      await repository.delete(await actorOf(access, caller, 'service', sql), 'Observation', id, { sql });
      return wrapped(JSON.stringify({ id }));
    }));
    return sendAnswer(reply, answer);
  });

  app.put<ById>('/api/phr/observation/note/:id', async (request, reply) => {
    const caller = await auth.authenticate(request);
    const { note } = parseBody(Note, request.body);
    const answer = await once(db, request, caller, (sql) => fhirCall(async () => {
      const actor = await actorOf(access, caller, 'service', sql);
      const stored = await repository.read(actor, 'Observation', request.params.id, sql);
      const before = resourceOf(stored.content);
      // an empty note takes the note away
      const { note: _old, ...rest } = before;
      const after = { ...rest, resourceType: before.resourceType, id: stored.id, ...(note.trim() === '' ? {} : { note: [{ text: note.trim() }] }) };
      const written = await repository.update(actor, after, { ifMatch: stored.version, sql });
      return wrapped(written.content);
    }));
    return sendAnswer(reply, answer);
  });

  app.get<ById>('/api/phr/diagnosticReport/:id/observations', async (request, reply) => {
    const caller = await auth.authenticate(request);
    const contents = await fhirCall(async () => {
      const actor = await actorOf(access, caller, 'service');
      const stored = await repository.read(actor, 'DiagnosticReport', request.params.id);
      const report = Report.safeParse(JSON.parse(stored.content));
      const ids = (report.success ? report.data.result : []).flatMap(({ reference }) => {
        const target = reference === undefined ? undefined : parseReference(reference);
        return target?.type === 'Observation' ? [target.id] : [];
      });
      if (ids.length === 0 || stored.patient_id === null) return [];
      const found = await repository.search(actor, 'Observation', { _id: ids.join(','), _count: '1000' }, { patientId: stored.patient_id });
      const byId = new Map(found.items.map((item) => [item.id, item.content]));
      // the order is the report's
      return ids.flatMap((id) => byId.get(id) ?? []);
    });
    return sendAnswer(reply, wrapped(`[${contents.join(',')}]`));
  });
}

function resourceOf(content: string): Resource {
  const value: unknown = JSON.parse(content);
  if (!isResource(value)) throw new ServerError('SERVER_ERROR', 'A stored resource is not readable');
  return value;
}
