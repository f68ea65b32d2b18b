import { mayChange } from '@phr/fhir/transitions';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SYSTEM_ACTOR, type Actor } from '../../fhir/actor.ts';
import { assertAccess } from '../../access/policy.ts';
import type { Repository } from '../../records/repository.ts';
import { parseReference, type Resource } from '../../fhir/resource.ts';
import type { Version } from '../../fhir/version.ts';
import type { Written } from '../../fhir/write-request.ts';
import type { Sql } from '../../kit/platform.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { newEncounter } from './encounter-resource.ts';
import { Id, Instant, Line, FreeText, resource } from './fields.ts';
import type { ServiceCalls } from './service-call.ts';
import { refTo } from '../../fhir/systems.ts';

const Ref = z.object({ reference: z.string().max(200), display: z.string().max(200).optional() });
const Participant = z.object({ actor: Ref, status: z.enum(['accepted', 'needs-action']) });

/** Documents in prose what the record server checks again: who takes part, and that a slot is named. */
const Create = z.object({
  resourceType: z.literal('Appointment'),
  status: z.literal('pending'),
  start: Instant,
  end: Instant,
  slot: z.array(Ref).min(1).max(1),
  reasonCode: z
    .array(z.object({ text: Line }))
    .min(1)
    .max(10)
    .default([{ text: 'Khám bệnh' }]),
  comment: FreeText.optional(),
  participant: z.array(Participant).min(2).max(10),
});
const Cancel = z.object({ appointmentId: Id, reason: z.string().trim().min(1).max(1_000) });
const Appointment = z.looseObject({
  resourceType: z.literal('Appointment'),
  status: z.string(),
  start: z.iso.datetime({ offset: true }).optional(),
  slot: z.array(z.object({ reference: z.string() })).default([]),
  supportingInformation: z.array(z.looseObject({ reference: z.string().optional() })).optional(),
});
const Service = z.looseObject({
  appointmentRequired: z.boolean().default(true),
  providedBy: z.looseObject({ reference: z.string() }).optional(),
});
const Slot = z.looseObject({
  resourceType: z.literal('Slot'),
  status: z.string(),
  start: z.string(),
  end: z.string(),
  schedule: z.object({ reference: z.string() }),
});
const Schedule = z.looseObject({
  active: z.boolean().default(true),
  actor: z.array(z.object({ reference: z.string().optional() })),
});

/** A slot that begins sooner than this cannot be booked any more; exactly this is fine (D-49). */
const NOTICE_MS = 3_600_000;

/**
 * Booking and cancelling. A service that takes people without an appointment has nobody who would confirm one: it is booked at once and its planned Encounter is
 * the answer (D-50). A slot has one winner: it is held until the appointment is stored, and its version must still be
 * the one that was read.
 */
export function registerAppointments(app: FastifyInstance, calls: ServiceCalls, repository: Repository): void {
  app.post(
    '/api/phr/appointment/create',
    described({
      service: 'phr',
      summary:
        'Asks for an appointment in a free slot. Answers the appointment, or the planned encounter where nobody has to confirm it.',
      security: 'bearer',
      wrapped: true,
      body: Create,
      answer: z.union([resource('Appointment'), resource('Encounter')]),
      errors: ['SLOT_TAKEN', 'SLOT_TOO_SOON'],
    }),
    (request, reply) =>
      calls
        .write(request, reply, async ({ actor, sql }) => {
          const asked = parseBody(Create, request.body);
          const actors = asked.participant.flatMap(({ actor: { reference } }) => parseReference(reference) ?? []);
          const patients = actors.filter(({ type }) => type === 'Patient');
          const [patient] = patients;
          if (patient === undefined || patients.length > 1) throw invalid('participant');
          assertAccess(actor, patient.id, 'update');
          // a booking needs a practitioner and the service
          if (
            !actors.some(({ type }) => type === 'Practitioner' || type === 'PractitionerRole') ||
            !actors.some(({ type }) => type === 'HealthcareService')
          )
            throw invalid('participant');

          const slot = await takeSlot(repository, sql, asked.slot[0]?.reference ?? '');
          if (!sameInstant(slot.value.start, asked.start) || !sameInstant(slot.value.end, asked.end))
            throw invalid('start');
          const schedule = await repository.read(
            SYSTEM_ACTOR,
            'Schedule',
            parseReference(slot.value.schedule.reference)?.id ?? '',
            sql,
          );
          const { active, actor: scheduled } = Schedule.parse(JSON.parse(schedule.content));
          const offered = new Set(scheduled.map(({ reference }) => reference));
          const fits = actors.every(
            ({ type, id }) =>
              (type !== 'HealthcareService' && type !== 'PractitionerRole') || offered.has(`${type}/${id}`),
          );
          if (!active || !fits) throw invalid('participant');

          await repository.update(
            SYSTEM_ACTOR,
            { ...slot.value, id: slot.id, status: 'busy' },
            { ifMatch: slot.version, sql },
          );
          const written = await repository.create(actor, { ...asked, created: new Date().toISOString() }, { sql });
          const serviceId = actors.find(({ type }) => type === 'HealthcareService')?.id ?? '';
          const service = Service.parse(
            JSON.parse((await repository.read(SYSTEM_ACTOR, 'HealthcareService', serviceId, sql)).content),
          );
          return service.appointmentRequired
            ? written.content
            : openEncounter(repository, sql, actor, written, service, patient.id);
        })
        .catch((error: unknown) => {
          // somebody beside us was faster: the slot has another version now
          throw error instanceof ServerError && error.code === 'CONFLICT'
            ? new ServerError('SLOT_TAKEN', 'This slot is not free any more', { cause: error })
            : error;
        }),
  );

  app.post(
    '/api/phr/appointment/cancel',
    described({
      service: 'phr',
      summary: 'Cancels an appointment that is still to come and gives its slot back.',
      security: 'bearer',
      wrapped: true,
      body: Cancel,
      answer: resource('Appointment'),
      errors: ['INVALID_TRANSITION'],
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { appointmentId, reason } = parseBody(Cancel, request.body);
        const stored = await repository.read(actor, 'Appointment', appointmentId, sql);
        assertAccess(actor, stored.patient_id ?? undefined, 'update');
        const before = Appointment.parse(JSON.parse(stored.content));
        const isOver = before.start !== undefined && Date.parse(before.start) <= Date.now();
        if (
          isOver ||
          before.status === 'cancelled' ||
          !mayChange('Appointment', before.status, 'cancelled', 'patient')
        ) {
          throw new ServerError('INVALID_TRANSITION', 'This appointment cannot be cancelled');
        }
        const after = { ...before, id: stored.id, status: 'cancelled', cancelationReason: { text: reason } };
        const written = await repository.update(actor, after, { ifMatch: stored.version, sql });
        for (const { reference } of before.slot) await freeSlot(repository, sql, reference);
        for (const { reference = '' } of before.supportingInformation ?? [])
          await cancelEncounter(repository, sql, actor, reference);
        return written.content;
      }),
  );
}

/** Books an appointment that nobody has to confirm, and answers the text of its planned Encounter. The two name each other, so that both end together. */
async function openEncounter(
  repository: Repository,
  sql: Sql,
  actor: Actor,
  written: Written,
  service: z.output<typeof Service>,
  patientId: string,
): Promise<string> {
  const appointment = Appointment.parse(JSON.parse(written.content));
  const provider = parseReference(service.providedBy?.reference ?? '');
  const organization =
    provider?.type === 'Organization'
      ? await repository.read(SYSTEM_ACTOR, 'Organization', provider.id, sql)
      : undefined;
  const { start, end } = Create.pick({ start: true, end: true }).parse(appointment);
  const encounter = await repository.create(
    actor,
    {
      ...newEncounter({
        patientId,
        classCode: 'AMB',
        ...(organization === undefined ? {} : { organization }),
        period: { start, end },
      }),
      appointment: [refTo('Appointment', written.id)],
    },
    { source: 'service', sql },
  );
  await repository.update(
    SYSTEM_ACTOR,
    { ...appointment, id: written.id, status: 'booked', supportingInformation: [refTo('Encounter', encounter.id)] },
    { ifMatch: written.version, sql },
  );
  return encounter.content;
}

/** An encounter that was only planned ends with its appointment. */
async function cancelEncounter(repository: Repository, sql: Sql, actor: Actor, reference: string): Promise<void> {
  const target = parseReference(reference);
  if (target?.type !== 'Encounter') return;
  const stored = await repository.read(actor, 'Encounter', target.id, sql);
  const encounter = z
    .looseObject({ resourceType: z.literal('Encounter'), status: z.string() })
    .parse(JSON.parse(stored.content));
  if (encounter.status === 'planned')
    await repository.update(
      SYSTEM_ACTOR,
      { ...encounter, id: stored.id, status: 'cancelled' },
      { ifMatch: stored.version, sql },
    );
}

interface LockedSlot {
  readonly id: string;
  readonly version: Version;
  readonly value: z.output<typeof Slot> & Resource;
}

/** The slot, locked until the end of the transaction, when it is free and far enough ahead. */
async function takeSlot(repository: Repository, sql: Sql, reference: string): Promise<LockedSlot> {
  const slot = await lockSlot(repository, sql, reference);
  if (slot === undefined) throw invalid('slot');
  if (slot.value.status !== 'free') throw new ServerError('SLOT_TAKEN', 'This slot is not free any more');
  if (Date.parse(slot.value.start) - Date.now() < NOTICE_MS)
    throw new ServerError('SLOT_TOO_SOON', 'This slot begins too soon');
  return slot;
}

/** A cancelled appointment's slot can be booked by others. */
async function freeSlot(repository: Repository, sql: Sql, reference: string): Promise<void> {
  const slot = await lockSlot(repository, sql, reference);
  if (slot?.value.status !== 'busy') return;
  await repository.update(SYSTEM_ACTOR, { ...slot.value, id: slot.id, status: 'free' }, { ifMatch: slot.version, sql });
}

async function lockSlot(repository: Repository, sql: Sql, reference: string): Promise<LockedSlot | undefined> {
  const target = parseReference(reference);
  if (target?.type !== 'Slot') return undefined;
  const row = await repository.hold('Slot', target.id, sql);
  return row === undefined
    ? undefined
    : { id: row.id, version: row.version, value: Slot.parse(JSON.parse(row.content)) };
}

function sameInstant(a: string, b: string): boolean {
  return Date.parse(a) === Date.parse(b);
}

function invalid(field: string): ServerError {
  return new ServerError('FORM_INPUT_INVALID', 'The appointment is not valid', { detail: { message: field } });
}
