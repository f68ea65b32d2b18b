import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { humanName as readName } from '@phr/fhir/datatypes';
import { isObject } from '@phr/fhir/json';
import { nameOf } from '@phr/fhir/names';
import { SYSTEM_ACTOR, type Actor } from '../../fhir/actor.ts';
import { forbidden } from '../../fhir/fhir-error.ts';
import { personsPatient } from '../../records/ownership.ts';
import type { Repository, Stored } from '../../records/repository.ts';
import { isResource, textAt, valuesAt, type Resource } from '../../fhir/resource.ts';
import type { Platform, Sql } from '../../kit/platform.ts';
import { Id, resource } from '../phr/fields.ts';
import type { ServiceCalls, WriteCall } from '../phr/service-call.ts';
import { codeSystem, concept, HL7, refTo } from '../../fhir/systems.ts';
import { referenceConcepts } from '../reference/concepts.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';

/** Relationships by code, without 'self' (table T4). */
const RELATIONSHIPS = new Map(
  referenceConcepts()
    .filter(({ valueset, code }) => valueset.includes('relationship') && code !== 'ONESELF')
    .map(({ code, display }) => [code, display]),
);
/** Above any real household: stops one account from opening unlimited records. */
const MOST_MEMBERS = 30;

/** A name is required to tell members apart. */
const nameIn = (patient: unknown): string | undefined =>
  nameOf(
    valuesAt(patient, 'name')
      .map(readName)
      .filter((one) => one !== undefined),
  );
const Create = z.object({
  patient: resource('Patient').refine((patient) => nameIn(patient) !== undefined, { path: ['name'] }),
  relationship: z.string().refine((code) => RELATIONSHIPS.has(code)),
});
const Member = z.object({
  relatedPersonId: Id,
  patientId: Id,
  relationship: z.string().max(40).optional(),
  name: z.string().max(200).optional(),
});
const Created = z.object({
  patient: resource('Patient'),
  relatedPerson: resource('RelatedPerson'),
  group: resource('Group'),
});
const Removed = z.object({ group: resource('Group') });

/** An account's household: its owner manages the members' records (FAM-13). */
export function registerFamily(
  app: FastifyInstance,
  { access, audit }: Pick<Platform, 'access' | 'audit'>,
  calls: ServiceCalls,
  repository: Repository,
): void {
  app.post(
    '/patient-app/related-person/create-family-member',
    described({
      service: 'admin',
      summary: 'Opens a record for a member of the family.',
      security: 'bearer',
      access: 'user',
      wrapped: true,
      body: Create,
      answer: Created,
    }),
    (request, reply) =>
      calls.write(request, reply, async (call) => {
        const { patient, relationship } = parseBody(Create, request.body);
        const { caller, sql } = call;
        const main = await lockMain(call);
        const family = await familyOf(main.id, sql);
        if (members(family).length >= MOST_MEMBERS)
          throw new ServerError('CONFLICT', `A family has at most ${MOST_MEMBERS} members`);
        const { id: _id, meta: _meta, photo, ...sent } = patient;
        const member = await repository.create(
          SYSTEM_ACTOR,
          { ...personsPatient({ ...sent, ...(photo === undefined ? {} : { photo }) }), active: true },
          { sql },
        );
        const value: unknown = JSON.parse(member.content);
        const name = nameIn(value) ?? '';
        const [firstName] = valuesAt(value, 'name');
        const relatedPerson = await repository.create(
          SYSTEM_ACTOR,
          {
            resourceType: 'RelatedPerson',
            active: true,
            patient: refTo('Patient', member.id, name),
            relationship: [
              concept(`${HL7}/v3-RoleCode`, relationship, RELATIONSHIPS.get(relationship) ?? relationship),
            ],
            ...(firstName === undefined ? {} : { name: [firstName] }),
            ...Object.fromEntries(
              ['gender', 'birthDate', 'telecom'].flatMap((element) =>
                isObject(value) && value[element] !== undefined ? [[element, value[element]]] : [],
              ),
            ),
          },
          { sql },
        );
        const group = await storeFamily(sql, main, family, (before) => [
          ...before,
          { entity: refTo('Patient', member.id, name) },
        ]);
        await storeLinks(sql, main, (links) => [
          ...links,
          { other: refTo('RelatedPerson', relatedPerson.id), type: 'seealso' },
        ]);
        await access.grant({ userId: caller.userId, patientId: member.id, source: 'family', rights: 'write' }, sql);
        await audit(
          {
            action: 'create',
            type: 'grant',
            outcome: 'success',
            userId: caller.userId,
            patientId: member.id,
            entity: `Patient/${member.id}`,
          },
          sql,
        );
        return `{"patient":${member.content},"relatedPerson":${relatedPerson.content},"group":${group}}`;
      }),
  );

  app.post(
    '/patient-app/related-person/remove-family-member',
    described({
      service: 'admin',
      summary: 'Takes a member out of the family; the record itself stays.',
      security: 'bearer',
      wrapped: true,
      body: Member,
      answer: Removed,
      errors: ['MAIN_MEMBER'],
    }),
    (request, reply) =>
      calls.write(request, reply, async (call) => {
        const { relatedPersonId, patientId } = parseBody(Member, request.body);
        const { caller, sql } = call;
        const main = await lockMain(call);
        if (patientId === main.id)
          throw new ServerError('MAIN_MEMBER', 'The main member of a household cannot be removed');
        const family = await familyOf(main.id, sql);
        // membership suffices: the household is its owner's even if the record is read-only or the right has ended
        if (!members(family).some((one) => textAt(one, 'entity.reference') === `Patient/${patientId}`))
          throw forbidden('patientId', {
            userId: caller.userId,
            patientId,
            action: 'update',
            type: 'rest',
            entity: 'Group',
          });
        const related = await repository.read(SYSTEM_ACTOR, 'RelatedPerson', relatedPersonId, sql);
        const linked = valuesAt(JSON.parse(main.content), 'link.other.reference').includes(
          `RelatedPerson/${relatedPersonId}`,
        );
        if (related.patient_id !== patientId || !linked) throw new ServerError('ACCESS_DENIED', 'Access denied');
        const group = await storeFamily(sql, main, family, (before) =>
          before.filter((one) => textAt(one, 'entity.reference') !== `Patient/${patientId}`),
        );
        await storeLinks(sql, main, (links) =>
          links.filter((link) => textAt(link, 'other.reference') !== `RelatedPerson/${relatedPersonId}`),
        );
        await repository.update(SYSTEM_ACTOR, { ...resourceIn(related), id: related.id, active: false }, { sql });
        await access.revoke({ userId: caller.userId, patientId, source: 'family' }, sql);
        await audit(
          {
            action: 'delete',
            type: 'revoke',
            outcome: 'success',
            userId: caller.userId,
            patientId,
            entity: `Patient/${patientId}`,
          },
          sql,
        );
        return `{"group":${group}}`;
      }),
  );

  /** The caller's own record, locked to serialize changes of a family. */
  async function lockMain({ actor, sql }: WriteCall): Promise<Stored> {
    const id = mainOf(actor);
    const main = await repository.hold('Patient', id, sql);
    if (main === undefined) throw new ServerError('NOT_FOUND', 'The record of this account does not exist');
    return main;
  }

  async function familyOf(mainId: string, sql: Sql): Promise<Stored | undefined> {
    return (
      await repository.search(
        SYSTEM_ACTOR,
        'Group',
        { type: 'person', code: 'FAMILY', _count: '1' },
        { patientId: mainId, sql },
      )
    ).items[0];
  }

  /** Stores the family with changed members and returns it as JSON. */
  async function storeFamily(
    sql: Sql,
    main: Stored,
    family: Stored | undefined,
    change: (before: readonly object[]) => readonly object[],
  ): Promise<string> {
    const name = nameIn(JSON.parse(main.content)) ?? '';
    const before = family === undefined ? [{ entity: refTo('Patient', main.id, name) }] : members(family);
    const member = change(before);
    const base: Resource =
      family === undefined
        ? {
            resourceType: 'Group',
            active: true,
            type: 'person',
            actual: true,
            code: concept(codeSystem('group'), 'FAMILY', 'Gia đình'),
            name: `Gia đình ${name}`.trim(),
          }
        : resourceIn(family);
    const value = { ...base, quantity: member.length, member };
    const written =
      family === undefined
        ? await repository.create(SYSTEM_ACTOR, value, { sql })
        : await repository.update(SYSTEM_ACTOR, { ...value, id: family.id }, { sql });
    return written.content;
  }

  async function storeLinks(
    sql: Sql,
    main: Stored,
    change: (links: readonly unknown[]) => readonly unknown[],
  ): Promise<void> {
    const current = await repository.read(SYSTEM_ACTOR, 'Patient', main.id, sql);
    const { link: _link, ...rest } = resourceIn(current);
    const links = change(valuesAt(JSON.parse(current.content), 'link'));
    await repository.update(
      SYSTEM_ACTOR,
      { ...rest, resourceType: 'Patient', id: main.id, ...(links.length === 0 ? {} : { link: links }) },
      { sql },
    );
  }
}

/**
 * The caller's own record.
 * @throws ServerError ACCESS_DENIED if there is none
 */
export function mainOf(actor: Actor): string {
  if (actor.mainPatient === undefined)
    throw new ServerError('ACCESS_DENIED', 'This account has no record of its own yet');
  return actor.mainPatient;
}

export function resourceIn({ content }: Pick<Stored, 'content'>): Resource {
  const value: unknown = JSON.parse(content);
  if (!isResource(value)) throw new Error('a stored resource is not readable');
  return value;
}

function members(family: Stored | undefined): readonly object[] {
  return family === undefined ? [] : valuesAt(JSON.parse(family.content), 'member').filter(isObject);
}
