import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SYSTEM_ACTOR, type Actor } from '../../fhir/actor.ts';
import { assertAccess } from '../../access/policy.ts';
import { isOwn, hasKnownSource } from '../../records/authorship.ts';
import type { Repository, Stored } from '../../records/repository.ts';
import { parseReference, textAt } from '../../fhir/resource.ts';
import { readETag } from '../../fhir/version.ts';
import type { Sql } from '../../kit/platform.ts';
import { EncounterType, isByPatient, newEncounter } from '../phr/encounter-resource.ts';
import { deleteOnce } from '../phr/fhir-call.ts';
import { ById, Deleted, Id, resource } from '../phr/fields.ts';
import type { ServiceCalls } from '../phr/service-call.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import {
  checkTreatment,
  CorrectedTreatment,
  correctionWrites,
  Treatment,
  treatmentWrites,
  type KnownTreatment,
} from './treatments.ts';

const Register = z.object({
  // only the person's id is used; other data and photos in the request are ignored
  patient: z
    .looseObject({ resourceType: z.literal('Patient'), id: Id })
    .refine((patient) => !('photo' in patient), { path: ['photo'] }),
  registerOrgId: Id,
  sharedOrgId: z.preprocess((value) => (value === '' ? undefined : value), Id.optional()),
  encounterType: z.preprocess((value) => (value === '' ? undefined : value), EncounterType.default('SS')),
});

const OPEN = new Set(['planned', 'arrived', 'triaged', 'in-progress', 'onleave']);

/** Encounters that a patient writes down or registers for. */
export function registerEncounters(app: FastifyInstance, calls: ServiceCalls, repository: Repository): void {
  app.post(
    '/patient-app/encounter/create',
    described({
      service: 'admin',
      summary: 'Writes down a past or planned treatment with its diagnosis and files.',
      security: 'bearer',
      wrapped: true,
      body: Treatment,
      answer: resource('Encounter'),
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const treatment = parseBody(Treatment, request.body);
        assertAccess(actor, treatment.patientId, 'update');
        checkTreatment(treatment, actor);
        const organization = await placeOf(repository, treatment, sql);
        const [written] = await repository.transaction(actor, treatmentWrites(treatment, organization), sql);
        return written?.content ?? 'null';
      }),
  );

  app.delete(
    '/patient-app/encounter/:id',
    described({
      service: 'admin',
      summary: 'Deletes an encounter that the patient wrote down, with its diagnosis and files.',
      security: 'bearer',
      wrapped: true,
      params: ById,
      answer: Deleted,
      errors: ['NOT_DELETABLE'],
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { id } = parseBody(ById, request.params);
        await deleteOnce(
          () => repository.read(actor, 'Encounter', id, sql),
          (stored) => deleteEncounter(repository, actor, stored, sql),
        );
        return JSON.stringify({ id });
      }),
  );

  app.post(
    '/patient-app/encounter/register',
    described({
      service: 'admin',
      summary: 'Registers a patient at an organisation.',
      security: 'bearer',
      wrapped: true,
      body: Register,
      answer: resource('Encounter'),
      errors: ['ALREADY_REGISTERED'],
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { patient, registerOrgId, sharedOrgId, encounterType } = parseBody(Register, request.body);
        assertAccess(actor, patient.id, 'update');
        const organization = await organizationOf(repository, registerOrgId, sql);
        const sharedOrganization =
          sharedOrgId === undefined ? undefined : await organizationOf(repository, sharedOrgId, sql);
        await refuseSecond(repository, sql, patient.id, registerOrgId, encounterType);
        const encounter = newEncounter({
          patientId: patient.id,
          classCode: encounterType,
          organization,
          ...(sharedOrganization === undefined ? {} : { sharedOrganization }),
        });
        return (await repository.create(actor, encounter, { source: 'service', sql })).content;
      }),
  );

  app.delete(
    '/patient-app/condition/:id',
    described({
      service: 'admin',
      summary: 'Deletes a condition that the patient entered.',
      security: 'bearer',
      wrapped: true,
      params: ById,
      answer: Deleted,
      errors: ['NOT_DELETABLE'],
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { id } = parseBody(ById, request.params);
        await deleteOnce(
          () => repository.read(actor, 'Condition', id, sql),
          (stored) => deleteCondition(repository, actor, stored, sql),
        );
        return JSON.stringify({ id });
      }),
  );
}

/** The correction of a treatment that a patient wrote down. */
export function registerCorrections(app: FastifyInstance, calls: ServiceCalls, repository: Repository): void {
  app.put(
    '/patient-app/encounter/:id',
    described({
      service: 'admin',
      summary:
        'Corrects a treatment that the patient wrote down, with its diagnosis and files. If-Match names the version that was read.',
      security: 'bearer',
      wrapped: true,
      params: ById,
      body: CorrectedTreatment,
      answer: resource('Encounter'),
      errors: ['NOT_DELETABLE', 'CONFLICT'],
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { id } = parseBody(ById, request.params);
        const treatment = parseBody(CorrectedTreatment, request.body);
        const stored = await repository.read(actor, 'Encounter', id, sql);
        assertAccess(actor, stored.patient_id ?? undefined, 'update');
        if (stored.patient_id !== treatment.patientId) throw invalid('patientId');
        if (!isByPatient(stored))
          throw new ServerError('NOT_DELETABLE', 'Only an encounter that the patient wrote down can be changed');
        const version = request.headers['if-match'];
        if (version !== undefined && readETag(version) !== stored.version)
          throw new ServerError('CONFLICT', 'The encounter was changed meanwhile');
        const known = await knownOf(repository, actor, stored, sql);
        checkTreatment(treatment, actor, known.papers);
        const organization = await placeOf(repository, treatment, sql);
        const [written] = await repository.transaction(actor, correctionWrites(known, treatment, organization), sql);
        return written?.content ?? 'null';
      }),
  );
}

/** Place of a treatment, if from the directory. Throws a form error if unknown. */
async function placeOf(repository: Repository, { hospital: { id } }: Treatment, sql: Sql): Promise<Stored | undefined> {
  return id === undefined ? undefined : organizationOf(repository, id, sql, 'hospital.id');
}

/** Stores a treatment: encounter, diagnosis and documents. */
async function knownOf(repository: Repository, actor: Actor, stored: Stored, sql: Sql): Promise<KnownTreatment> {
  const patientId = stored.patient_id ?? '';
  const partsOf = async (type: string) =>
    (await repository.search(actor, type, { encounter: stored.id, _count: '1000' }, { patientId, sql })).items.filter(
      isOwn,
    );
  return { encounter: stored, diagnoses: await partsOf('Condition'), papers: await partsOf('DocumentReference') };
}

/** Deletes a patient's own encounter, with diagnosis and files. */
async function deleteEncounter(repository: Repository, actor: Actor, stored: Stored, sql: Sql): Promise<void> {
  assertAccess(actor, stored.patient_id ?? undefined, 'update');
  if (!isByPatient(stored))
    throw new ServerError('NOT_DELETABLE', 'Only an encounter that the patient wrote down can be deleted');
  const patientId = stored.patient_id ?? '';
  for (const type of ['DocumentReference', 'Condition']) {
    const parts = await repository.search(actor, type, { encounter: stored.id, _count: '1000' }, { patientId, sql });
    for (const part of parts.items) if (isOwn(part)) await repository.delete(actor, type, part.id, { sql });
  }
  await repository.delete(actor, 'Encounter', stored.id, { sql });
}

/** Deletes a condition that the patient entered. */
async function deleteCondition(repository: Repository, actor: Actor, stored: Stored, sql: Sql): Promise<void> {
  const encounter = parseReference(textAt(JSON.parse(stored.content), 'encounter.reference') ?? '');
  // without a stamp, a diagnosis at a hospital's encounter is the hospital's, whoever recorded it
  if (
    !hasKnownSource(stored) &&
    encounter?.type === 'Encounter' &&
    !isByPatient(await repository.read(actor, 'Encounter', encounter.id, sql))
  ) {
    throw new ServerError('NOT_DELETABLE', 'Only what the patient entered can be deleted');
  }
  await repository.delete(actor, 'Condition', stored.id, { sql });
}

/** Concurrent registrations of one patient: the second finds the first one's encounter. */
export async function refuseSecond(
  repository: Repository,
  sql: Sql,
  patientId: string,
  organizationId: string,
  classCode: string,
): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 3))', [`${patientId} ${organizationId}`]);
  const found = await repository.search(
    SYSTEM_ACTOR,
    'Encounter',
    { class: classCode, _count: '1000' },
    { patientId, sql },
  );
  const open = found.items
    .filter((stored) => !isByPatient(stored))
    .map(({ content }): unknown => JSON.parse(content))
    .some(
      (value) =>
        OPEN.has(textAt(value, 'status') ?? '') &&
        textAt(value, 'serviceProvider.reference') === `Organization/${organizationId}`,
    );
  if (open) throw new ServerError('ALREADY_REGISTERED', 'This patient is registered there already');
}

/** An organisation of the directory. Throws 404, or a form error if a field is given. */
export async function organizationOf(repository: Repository, id: string, sql: Sql, field?: string): Promise<Stored> {
  try {
    return await repository.read(SYSTEM_ACTOR, 'Organization', id, sql);
  } catch (error) {
    if (field !== undefined) throw invalid(field, error);
    throw error;
  }
}

export function invalid(field: string, cause?: unknown): ServerError {
  return new ServerError('FORM_INPUT_INVALID', 'The form is not valid', {
    detail: { message: field },
    ...(cause === undefined ? {} : { cause }),
  });
}
