import { IMPORT_SYSTEM } from '@phr/fhir/import-system';
import { contentName } from '@phr/fhir/imports';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Actor } from '../../fhir/actor.ts';
import { TYPES } from '../../fhir/resource-types.ts';
import { described } from '../../kit/route-schema.ts';
import { parseBody } from '../../kit/parse.ts';
import type { Sql } from '../../kit/platform.ts';
import { isOwn } from '../../records/authorship.ts';
import { noteWriter, type NoteWriter } from '../../records/notes.ts';
import type { Repository, Stored } from '../../records/repository.ts';
import { ById, Id, Line } from './fields.ts';
import type { ServiceCalls } from './service-call.ts';

const Begin = z.object({
  patientId: Id,
  /** Name of the original file. */
  fileName: Line,
  /** Its SHA-256, 64 hexadecimal digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const Begun = z.object({ id: Id });
const Undone = z.object({
  /** Number of deleted entries. */
  deleted: z.number(),
  /** Entries that stay: changed since, or no longer the person's own. */
  kept: z.array(z.object({ type: z.string(), id: Id })),
});

/** Importable types, and so those an import may have stored. */
const IMPORTED = Object.entries(TYPES)
  .filter(([type, { scope, may }]) => scope === 'patient' && type !== 'Patient' && may.includes('create'))
  .map(([type]) => type);
const PAGE = '1000';

/** File imports: each starts with a Provenance whose id tags its entries, and can be undone (R-31, ADR 0067). */
export function registerImports(app: FastifyInstance, calls: ServiceCalls, repository: Repository): void {
  app.post(
    '/api/phr/import',
    described({
      service: 'phr',
      summary: 'Begins an import: names the original in a Provenance, whose id is the tag of what is stored.',
      security: 'bearer',
      wrapped: true,
      body: Begin,
      answer: Begun,
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, caller, sql }) => {
        const begun = parseBody(Begin, request.body);
        const writer = await noteWriter(sql, caller.userId, begun.patientId);
        const { id } = await repository.create(actor, provenanceOf(begun, writer), { sql });
        return JSON.stringify({ id });
      }),
  );

  app.post(
    '/api/phr/import/:id/undo',
    described({
      service: 'phr',
      summary: 'Deletes what an import stored, all at once, as far as nobody changed it since; the rest is named.',
      security: 'bearer',
      wrapped: true,
      params: ById,
      body: z.object({}),
      answer: Undone,
      errors: ['NOT_FOUND'],
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { id } = parseBody(ById, request.params);
        return JSON.stringify(await undo(repository, actor, id, sql));
      }),
  );
}

/**
 * the target is the record; its entries are found by tag, since a Provenance lists at most 500 and a sensor's file has
 * thousands
 */
function provenanceOf({ patientId, fileName, sha256 }: z.output<typeof Begin>, { author }: NoteWriter) {
  const who = 'authorReference' in author ? author.authorReference : { display: author.authorString };
  return {
    resourceType: 'Provenance',
    target: [{ reference: `Patient/${patientId}` }],
    recorded: new Date().toISOString(),
    activity: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-DataOperation', code: 'CREATE' }] },
    agent: [
      {
        type: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type', code: 'enterer' }],
        },
        who,
      },
    ],
    entity: [
      {
        role: 'source',
        what: { identifier: { system: 'urn:ietf:rfc:3986', value: contentName(sha256) }, display: fileName },
      },
    ],
  };
}

async function undo(repository: Repository, actor: Actor, id: string, sql: Sql): Promise<z.input<typeof Undone>> {
  const provenance = await repository.read(actor, 'Provenance', id, sql);
  const entries = await entriesOf(repository, actor, id, provenance.patient_id ?? '', sql);
  const gone: Stored[] = [];
  const remaining: Stored[] = [];
  for (const entry of entries)
    ((await isUntouched(repository, actor, entry)) && isOwn(entry) ? gone : remaining).push(entry);
  // the import is forgotten with its last entry; a partner's page does not see all entries
  if (remaining.length === 0 && actor.scopeOfModule === undefined) gone.push(provenance);
  await repository.transaction(
    actor,
    gone.map((entry) => ({
      method: 'DELETE',
      type: entry.type,
      id: entry.id,
      ifMatch: entry.version,
      expression: `${entry.type}/${entry.id}`,
    })),
    sql,
  );
  return {
    deleted: gone.filter(({ type }) => type !== 'Provenance').length,
    kept: remaining.map(({ type, id: keptId }) => ({ type, id: keptId })),
  };
}

async function entriesOf(
  repository: Repository,
  actor: Actor,
  importId: string,
  patientId: string,
  sql: Sql,
): Promise<readonly Stored[]> {
  const found: Stored[] = [];
  for (const type of IMPORTED.filter((one) => actor.scopeOfModule?.may('create', one) !== false)) {
    let next: Readonly<Record<string, string>> | undefined = {};
    while (next !== undefined) {
      const page = await repository.search(
        actor,
        type,
        { _tag: `${IMPORT_SYSTEM}|${importId}`, _count: PAGE, ...next },
        { patientId, sql },
      );
      found.push(...page.items);
      next = page.next;
    }
  }
  return found;
}

/** True for an unchanged imported entry. Other record servers have version ids but no counter. */
async function isUntouched(repository: Repository, actor: Actor, { type, id, version }: Stored): Promise<boolean> {
  return typeof version === 'number' ? version === 1 : (await repository.history(actor, type, id)).length === 1;
}
