import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { identifierSystem } from '@phr/fhir/identifiers';
import { mayChange } from '@phr/fhir/transitions';
import { actorOf, SYSTEM_ACTOR, type Actor } from '../../fhir/actor.ts';
import { assertAccess } from '../../access/policy.ts';
import { forbidden } from '../../fhir/fhir-error.ts';
import type { Repository, Stored } from '../../records/repository.ts';
import { parseReference, textAt, valuesAt } from '../../fhir/resource.ts';
import type { CodeSender } from '../../identity/code-sender.ts';
import { readPhone } from '../../identity/phone.ts';
import type { Caller, Platform, Sql } from '../../kit/platform.ts';
import { fhirCall } from '../phr/fhir-call.ts';
import { Id, resource } from '../phr/fields.ts';
import type { ServiceCalls, WriteCall } from '../phr/service-call.ts';
import { identifierSystemOf } from '../../fhir/systems.ts';
import { forget } from '../../kit/idempotency.ts';
import { createCounter } from '../../kit/usage-counts.ts';
import { checkAddress, parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { mainOf, resourceIn } from './family.ts';
import { organizationOf } from './encounters.ts';

/** Name of the group that all link requests belong to. */
export const LINK_GROUP = 'request_link_profile';

const Number64 = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
  z.string().trim().max(64).optional(),
);
const Ref = z.object({ reference: z.string().max(200), display: z.string().max(200).optional() });
const LinkTask = z
  .object({
    resourceType: z.literal('Task'),
    status: z.string().max(20),
    groupIdentifier: z.object({ value: z.literal(LINK_GROUP) }),
    for: Ref,
    owner: Ref,
    medicalId: Number64,
    examCode: Number64,
    insuranceCardNumber: Number64,
  })
  .refine(
    (task) => task.medicalId !== undefined || task.examCode !== undefined || task.insuranceCardNumber !== undefined,
    { path: ['medicalId'] },
  );
const Create = z.object({ task: LinkTask });
const Verify = z.object({ taskId: Id, code: z.string().regex(/^\d{6}$/) });
const Remove = z.object({ taskId: Id });
type Asked = z.output<typeof LinkTask>;

/** Request and response schemas. */
const ROUTES = {
  ask: described({
    service: 'admin',
    summary: "Asks to link a hospital's record to one's own.",
    security: 'bearer',
    wrapped: true,
    body: Create,
    answer: resource('Task'),
    errors: ['REQUEST_OPEN'],
  }),
  verify: described({
    service: 'admin',
    summary: 'Proves with the code of six digits that the record is one’s own, and links it.',
    security: 'bearer',
    wrapped: true,
    body: Verify,
    answer: resource('Task'),
    errors: ['InvalidToken', 'OTP_LIMIT'],
  }),
  remove: described({
    service: 'admin',
    summary: 'Takes a link request back, and the link that came of it.',
    security: 'bearer',
    wrapped: true,
    body: Remove,
    answer: resource('Task'),
    errors: ['INVALID_TRANSITION'],
  }),
};

const CLOSED = new Set(['completed', 'cancelled', 'rejected', 'failed']);
const CODE_SECONDS = 300;
const MAX_TRIES = 5;
const REQUESTS_PER_DAY = 10;

interface Parts {
  readonly repository: Repository;
  readonly sender: CodeSender;
}

interface CodeRow {
  patient_id: string;
  linked_patient_id: string;
  code_hash: string;
  tries: number;
  used: boolean;
  expired: boolean;
}

/**
 * Links a hospital's record to one's own. The record is found by numbers on hospital papers, and a code is sent to the
 * phone known to the hospital, so that papers alone open nothing. The right code grants reading and adds the record to
 * `Patient.link`.
 */
export function registerLinkProfile(
  app: FastifyInstance,
  platform: Pick<Platform, 'access' | 'audit' | 'auth' | 'config' | 'counts' | 'db'>,
  calls: ServiceCalls,
  { repository, sender }: Parts,
): void {
  const { access, audit, auth, config, db } = platform;
  const asks = createCounter(platform.counts, 'link', REQUESTS_PER_DAY, 86_400_000);
  const hashOf = (taskId: string, code: string) =>
    createHmac('sha256', config.secrets.otpPepper).update(`link:${taskId}:${code}`).digest();

  app.post('/patient-app/link-profile', ROUTES.ask, (request, reply) => {
    let message: Message | undefined;
    return calls.write(
      request,
      reply,
      async (call) => {
        const { task, toSend } = await open(call, parseBody(Create, request.body).task);
        message = toSend;
        return task;
      },
      async () => {
        if (message !== undefined) await deliver(request, message);
      },
    );
  });

  interface Message {
    readonly taskId: string;
    readonly phone: string;
    readonly code: string;
    readonly caller: Caller;
  }

  /** Stores a request. Returns the Task, and the message to send after commit. */
  async function open(
    { actor, caller, sql }: WriteCall,
    task: Asked,
  ): Promise<{ readonly task: string; readonly toSend?: Message }> {
    const patientId = mainOf(actor);
    // own profile only: a relative's record is accessible through the household (LINK-10)
    if (task.for.reference !== `Patient/${patientId}`)
      throw forbidden('task.for', {
        userId: caller.userId,
        patientId: parseReference(task.for.reference)?.id,
        action: 'update',
        type: 'rest',
        entity: 'Task',
      });
    const owner = parseReference(task.owner.reference);
    if (owner?.type !== 'Organization')
      throw new ServerError('FORM_INPUT_INVALID', 'A provider is needed', { detail: { message: 'task.owner' } });
    const provider = await organizationOf(repository, owner.id, sql, 'task.owner');
    await asks.demand(caller.userId);
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 4))', [patientId]);
    await refuseOpen(patientId, owner.id, sql);

    const now = new Date().toISOString();
    const requested = await repository.create(
      actor,
      {
        resourceType: 'Task',
        status: 'requested',
        intent: 'proposal',
        groupIdentifier: { value: LINK_GROUP },
        for: { reference: `Patient/${patientId}` },
        owner: {
          reference: `Organization/${owner.id}`,
          display: textAt(JSON.parse(provider.content), 'name') ?? task.owner.display,
        },
        authoredOn: now,
        lastModified: now,
        requestCode: String(randomInt(0, 100_000_000)).padStart(8, '0'),
        ...(task.medicalId === undefined ? {} : { medicalId: task.medicalId }),
        ...(task.examCode === undefined ? {} : { examCode: task.examCode }),
        ...(task.insuranceCardNumber === undefined ? {} : { insuranceCardNumber: task.insuranceCardNumber }),
      },
      { sql },
    );
    const found = await recordOf(sql, task, owner.id);
    const phone = found === undefined || found.id === patientId ? undefined : phoneOf(found);
    // without a record, or a phone to prove ownership, the hospital must act itself
    const status = phone === undefined || found === undefined ? 'failed' : 'on-hold';
    const { content } = await change(sql, requested.content, requested.id, status);
    if (phone === undefined || found === undefined) return { task: content };
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
    await sql.query(
      `insert into link_code (task_id, patient_id, linked_patient_id, code_hash, expires_at) values ($1, $2, $3, $4, now() + $5 * interval '1 second')`,
      [requested.id, patientId, found.id, hashOf(requested.id, code).toString('base64'), CODE_SECONDS],
    );
    return { task: content, toSend: { taskId: requested.id, phone, code, caller } };
  }

  /** Sends the code. On failure the request fails, and the form can be resent. */
  async function deliver(request: FastifyRequest, { taskId, phone, code, caller }: Message): Promise<void> {
    try {
      await sender.send(phone, code);
    } catch (error) {
      await db.tx(async (sql) => {
        await sql.query('delete from link_code where task_id = $1', [taskId]);
        await forget(sql, request, caller);
        await change(sql, (await repository.read(SYSTEM_ACTOR, 'Task', taskId, sql)).content, taskId, 'failed');
      });
      throw error;
    }
  }

  app.post('/patient-app/link-profile/phone-verify', ROUTES.verify, verify);

  app.post('/patient-app/link-profile/remove', ROUTES.remove, (request, reply) =>
    calls.write(request, reply, (call) => remove(call, parseBody(Remove, request.body).taskId)),
  );

  /** Verifies the code: grants access to the hospital's record and links it. */
  async function verify(request: FastifyRequest, reply: FastifyReply) {
    const actor = await actorOf(access, await auth.authenticate(request), 'service');
    checkAddress(request);
    const { taskId, code } = parseBody(Verify, request.body);
    await fhirCall(() => ownTask(actor, taskId));
    // counted by itself, so that a refusal keeps the try
    await db.query('update link_code set tries = tries + 1 where task_id = $1 and used_at is null', [taskId]);
    return calls.write(request, reply, async ({ caller, sql }) => {
      const stored = await ownTask(actor, taskId, sql);
      const row = await rightCode(sql, taskId, code);
      if (!mayChange('Task', statusOf(stored), 'completed', 'patient'))
        throw new ServerError('InvalidToken', 'No code is waited for');
      const { linked_patient_id: linked, patient_id: patientId } = row;
      await sql.query('update link_code set used_at = now() where task_id = $1', [taskId]);
      const written = await change(sql, stored.content, taskId, 'completed');
      await setLink(sql, patientId, linked, true);
      await access.grant({ userId: caller.userId, patientId: linked, source: 'link', rights: 'read' }, sql);
      await audit(
        {
          action: 'create',
          type: 'grant',
          outcome: 'success',
          userId: caller.userId,
          patientId: linked,
          entity: `Task/${taskId}`,
        },
        sql,
      );
      return written.content;
    });
  }

  /** Cancels a request and revokes what it granted. */
  async function remove({ actor, caller, sql }: WriteCall, taskId: string): Promise<string> {
    const stored = await ownTask(actor, taskId, sql);
    const before = statusOf(stored);
    if (before === 'cancelled' || !mayChange('Task', before, 'cancelled', 'patient'))
      throw new ServerError('INVALID_TRANSITION', 'This request cannot be taken back');
    const [row] = await sql.query<{ patient_id: string; linked_patient_id: string }>(
      'delete from link_code where task_id = $1 returning patient_id, linked_patient_id',
      [taskId],
    );
    if (row !== undefined && before === 'completed') {
      await setLink(sql, row.patient_id, row.linked_patient_id, false);
      await access.revoke({ userId: caller.userId, patientId: row.linked_patient_id, source: 'link' }, sql);
      await audit(
        {
          action: 'delete',
          type: 'revoke',
          outcome: 'success',
          userId: caller.userId,
          patientId: row.linked_patient_id,
          entity: `Task/${taskId}`,
        },
        sql,
      );
    }
    return (await change(sql, stored.content, taskId, 'cancelled')).content;
  }

  /**
   * The record a code opens.
   * @throws ServerError InvalidToken or OTP_LIMIT
   */
  async function rightCode(sql: Sql, taskId: string, code: string): Promise<CodeRow> {
    const [row] = await sql.query<CodeRow & Record<string, unknown>>(
      `select patient_id, linked_patient_id, code_hash, tries, used_at is not null as used, expires_at <= now() as expired from link_code where task_id = $1 for update`,
      [taskId],
    );
    if (row === undefined || row.used || row.expired) throw new ServerError('InvalidToken', 'The code is not valid');
    if (row.tries > MAX_TRIES) throw new ServerError('OTP_LIMIT', 'The code was tried too often');
    if (!timingSafeEqual(Buffer.from(row.code_hash, 'base64'), hashOf(taskId, code)))
      throw new ServerError('InvalidToken', 'The code is not valid');
    return row;
  }

  async function ownTask(actor: Actor, taskId: string, sql?: Sql): Promise<Stored> {
    const stored = await repository.read(actor, 'Task', taskId, sql);
    assertAccess(actor, stored.patient_id ?? undefined, 'update');
    // a completed link is removed by its profile's owner
    if (
      stored.patient_id !== actor.mainPatient ||
      textAt(JSON.parse(stored.content), 'groupIdentifier.value') !== LINK_GROUP
    )
      throw new ServerError('ACCESS_DENIED', 'Access denied');
    return stored;
  }

  async function refuseOpen(patientId: string, organizationId: string, sql: Sql): Promise<void> {
    const tasks = await repository.search(
      SYSTEM_ACTOR,
      'Task',
      { 'group-identifier': LINK_GROUP, _count: '1000' },
      { patientId, sql },
    );
    const open = tasks.items
      .map(({ content }): unknown => JSON.parse(content))
      .some(
        (task) =>
          !CLOSED.has(textAt(task, 'status') ?? '') &&
          textAt(task, 'owner.reference') === `Organization/${organizationId}`,
      );
    if (open) throw new ServerError('REQUEST_OPEN', 'A request to this provider is open');
  }

  function change(sql: Sql, content: string, id: string, status: string) {
    return repository.update(
      SYSTEM_ACTOR,
      { ...resourceIn({ content }), id, status, lastModified: new Date().toISOString() },
      { sql },
    );
  }

  /** The hospital record matching all given numbers; undefined if none or different ones. */
  async function recordOf(sql: Sql, asked: Asked, organizationId: string): Promise<Stored | undefined> {
    const numbers = [
      ['Patient', identifierSystem('MA'), asked.medicalId],
      ['Encounter', identifierSystemOf('encounter'), asked.examCode],
      ['Coverage', identifierSystemOf('insurance-card'), asked.insuranceCardNumber],
    ] as const;
    const records: ReadonlySet<string>[] = [];
    for (const [type, system, value] of numbers) {
      if (value === undefined) continue;
      const found = await repository.lookup(type, 'identifier', `${system}|${value}`, sql);
      records.push(new Set(found.map((one) => one.patient_id ?? one.id)));
    }
    const [first = new Set<string>(), ...others] = records;
    const common = [...first].filter((id) => others.every((set) => set.has(id)));
    for (const id of common) {
      const patient = await repository.read(SYSTEM_ACTOR, 'Patient', id, sql);
      if (textAt(JSON.parse(patient.content), 'managingOrganization.reference') === `Organization/${organizationId}`)
        return patient;
    }
    return undefined;
  }

  async function setLink(sql: Sql, patientId: string, linkedId: string, linked: boolean): Promise<void> {
    const patient = await repository.read(SYSTEM_ACTOR, 'Patient', patientId, sql);
    const { link: _link, ...rest } = resourceIn(patient);
    const others = valuesAt(JSON.parse(patient.content), 'link').filter(
      (link) => textAt(link, 'other.reference') !== `Patient/${linkedId}`,
    );
    const links = linked ? [...others, { other: { reference: `Patient/${linkedId}` }, type: 'seealso' }] : others;
    await repository.update(
      SYSTEM_ACTOR,
      { ...rest, resourceType: 'Patient', id: patientId, ...(links.length === 0 ? {} : { link: links }) },
      { sql },
    );
  }
}

function statusOf({ content }: Pick<Stored, 'content'>): string {
  return textAt(JSON.parse(content), 'status') ?? '';
}

/** The mobile number that the hospital has of the person. */
function phoneOf({ content }: Stored): string | undefined {
  const numbers = valuesAt(JSON.parse(content), 'telecom')
    .filter((contact) => textAt(contact, 'system') === 'phone')
    .map((contact) => textAt(contact, 'value') ?? '');
  return numbers.map((number) => readPhone(number)?.stored).find((phone) => phone !== undefined);
}
