import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SYSTEM_ACTOR, type Actor } from '../../fhir/actor.ts';
import { assertAccess } from '../../access/policy.ts';
import { isOwn, isTold } from '../../records/authorship.ts';
import { forbidden } from '../../fhir/fhir-error.ts';
import type { Repository, Stored } from '../../records/repository.ts';
import { parseReference, textAt } from '../../fhir/resource.ts';
import type { Write } from '../../fhir/write-request.ts';
import type { Sql } from '../../kit/platform.ts';
import { CLASSES, EncounterType, isByPatient, newEncounter } from '../phr/encounter-resource.ts';
import { deleteOnce } from '../phr/fhir-call.ts';
import { ById, Day, Deleted, FreeText, Id, Line, resource } from '../phr/fields.ts';
import type { ServiceCalls } from '../phr/service-call.ts';
import { HL7, refTo } from '../../fhir/systems.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { isKey } from '../../storage/signed-address.ts';
import { contentTypeOfKey } from '../../storage/file-types.ts';
import { described } from '../../kit/route-schema.ts';

/** A computed tomography has some hundred slices. */
const MOST_ATTACHMENTS = 500;
const Attachment = z.object({
  path: z.string().refine(isKey),
  url: z.string().max(2_000).optional(),
  extension: z.string().max(10).optional(),
  size: z.number().int().min(0).optional(),
  uid: z.string().max(64).optional(),
  name: z.string().max(200).default(''),
});
const Create = z.object({
  patientId: Id,
  hospital: z.object({ id: z.preprocess((value) => (value === '' ? undefined : value), Id.optional()), name: Line }),
  classCode: z.enum(CLASSES),
  diagnosis: z.object({ code: z.string().trim().max(20).optional(), display: Line }),
  from: Day,
  to: Day,
  attachments: z.array(Attachment).max(MOST_ATTACHMENTS).default([]),
  note: FreeText.optional(),
});
const Register = z.object({
  // the record server has the person; of what is sent only the id counts, and a photo is not taken
  patient: z
    .looseObject({ resourceType: z.literal('Patient'), id: Id })
    .refine((patient) => !('photo' in patient), { path: ['photo'] }),
  registerOrgId: Id,
  sharedOrgId: z.preprocess((value) => (value === '' ? undefined : value), Id.optional()),
  encounterType: z.preprocess((value) => (value === '' ? undefined : value), EncounterType.default('SS')),
});

const ICD10 = 'http://hl7.org/fhir/sid/icd-10';
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
      body: Create,
      answer: resource('Encounter'),
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const treatment = parseBody(Create, request.body);
        const { patientId, hospital, classCode, from, to, attachments } = treatment;
        assertAccess(actor, patientId, 'update');
        if (to < from || (isOutpatient(classCode) && to !== from)) throw invalid('to');
        // a file of somebody else's record cannot be put into this one
        const strange = attachments.find(({ path }) => !path.startsWith(`${patientId}/`));
        if (strange !== undefined)
          throw forbidden('attachments', {
            userId: actor.userId,
            patientId: strange.path.split('/')[0],
            action: 'read',
            type: 'rest',
            entity: 'DocumentReference',
          });
        const organization =
          hospital.id === undefined ? undefined : await organizationOf(repository, hospital.id, sql, 'hospital.id');
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

/** An encounter of the patient's own words, with its diagnosis and a document for each file. */
function treatmentWrites(
  { patientId, hospital, classCode, diagnosis, from, to, attachments, note }: z.output<typeof Create>,
  organization: Stored | undefined,
): readonly Write[] {
  const subject = refTo('Patient', patientId);
  const [encounterName, conditionName] = ['urn:uuid:encounter', 'urn:uuid:condition'];
  const encounter = newEncounter({
    patientId,
    classCode,
    ...(organization === undefined ? {} : { organization }),
    placeName: hospital.name,
    period: { start: from, end: to },
    byPatient: true,
  });
  return [
    {
      method: 'POST',
      type: 'Encounter',
      fullUrl: encounterName,
      expression: 'Encounter',
      resource: {
        ...encounter,
        reasonCode: [{ text: diagnosis.display }],
        ...(note === undefined || note === '' ? {} : { text: noteOf(note) }),
        diagnosis: [
          {
            condition: { reference: conditionName, display: diagnosis.display },
            use: { coding: [{ system: `${HL7}/diagnosis-role`, code: 'DD' }] },
            rank: 1,
          },
        ],
      },
    },
    {
      method: 'POST',
      type: 'Condition',
      fullUrl: conditionName,
      expression: 'Condition',
      resource: {
        resourceType: 'Condition',
        clinicalStatus: { coding: [{ system: `${HL7}/condition-clinical`, code: 'active' }] },
        category: [{ coding: [{ system: `${HL7}/condition-category`, code: 'encounter-diagnosis' }] }],
        code: diagnosisCode(diagnosis),
        subject,
        encounter: { reference: encounterName },
        recordedDate: from,
        recorder: subject,
      },
    },
    ...attachments.map((attachment) => documentWrite(attachment, subject, encounterName)),
  ];
}

/** A diagnosis in the patient's words, with its ICD-10 code where one was chosen. */
function diagnosisCode({ code, display }: z.output<typeof Create>['diagnosis']) {
  return {
    ...(code === undefined || code === '' ? {} : { coding: [{ system: ICD10, code, display }] }),
    text: display,
  };
}

function documentWrite(
  { path, name, size }: z.output<typeof Attachment>,
  subject: ReturnType<typeof refTo>,
  encounterName: string,
): Write {
  return {
    method: 'POST',
    type: 'DocumentReference',
    expression: 'DocumentReference',
    resource: {
      resourceType: 'DocumentReference',
      status: 'current',
      subject,
      date: new Date().toISOString(),
      context: { encounter: [{ reference: encounterName }] },
      content: [
        {
          attachment: {
            contentType: contentTypeOfKey(path),
            url: path,
            title: name,
            ...(size === undefined ? {} : { size }),
          },
        },
      ],
    },
  };
}

/** Deletes an encounter that the patient wrote down, with its diagnosis and files. */
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
  // where nothing tells who wrote it, what was found during a hospital's encounter is the hospital's, whoever is named as recorder
  if (
    !isTold(stored) &&
    encounter?.type === 'Encounter' &&
    !isByPatient(await repository.read(actor, 'Encounter', encounter.id, sql))
  ) {
    throw new ServerError('NOT_DELETABLE', 'Only what the patient entered can be deleted');
  }
  await repository.delete(actor, 'Condition', stored.id, { sql });
}

/** Two people register the same patient at once: the second finds the first one's encounter. */
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

/** An organisation of the directory. Throws 404, or with a field's name a refusal of the form. */
export async function organizationOf(repository: Repository, id: string, sql: Sql, field?: string): Promise<Stored> {
  try {
    return await repository.read(SYSTEM_ACTOR, 'Organization', id, sql);
  } catch (error) {
    if (field !== undefined) throw invalid(field, error);
    throw error;
  }
}

function isOutpatient(classCode: string): boolean {
  return classCode === 'SS' || classCode === 'AMB';
}

/** FHIR keeps an encounter's free text as narrative. */
function noteOf(note: string): object {
  const escaped = note.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return { status: 'additional', div: `<div xmlns="http://www.w3.org/1999/xhtml">${escaped}</div>` };
}

function invalid(field: string, cause?: unknown): ServerError {
  return new ServerError('FORM_INPUT_INVALID', 'The form is not valid', {
    detail: { message: field },
    ...(cause === undefined ? {} : { cause }),
  });
}
