import { mayChange } from '@phr/fhir/transitions';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SYSTEM_ACTOR, type Actor } from '../../fhir/actor.ts';
import { assertAccess } from '../../access/policy.ts';
import type { Repository } from '../../records/repository.ts';
import { parseReference } from '../../fhir/resource.ts';
import type { Version } from '../../fhir/version.ts';
import type { Written } from '../../fhir/write-request.ts';
import type { Platform, Sql } from '../../kit/platform.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { createCounter } from '../../kit/usage-counts.ts';
import { newEncounter } from './encounter-resource.ts';
import { Id, Instant, Line, FreeText, resource } from './fields.ts';
import type { ServiceCalls } from './service-call.ts';
import {
  checkOffered,
  claimable,
  invalidAppointment,
  type LockedSlot,
  lockSlots,
  bookSlot,
  open,
  type ResourceName,
  type SlotWork,
  asSlotTaken,
} from './slots.ts';
import { refTo } from '../../fhir/systems.ts';

const Ref = z.object({ reference: z.string().max(200), display: z.string().max(200).optional() });
const Participant = z.object({ actor: Ref, status: z.enum(['accepted', 'needs-action']) });

/** Documented parts the record server validates again: participants, and that a slot is named. */
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
/** Allowed participant types. */
const ASKED: ReadonlySet<string> = new Set(['Patient', 'Practitioner', 'PractitionerRole', 'HealthcareService']);
const Cancel = z.object({ appointmentId: Id, reason: z.string().trim().min(1).max(1_000) });
const Move = z.object({
  appointmentId: Id,
  slotId: Id.meta({ description: 'The new time, of the same service and doctor' }),
});
const Appointment = z.looseObject({
  resourceType: z.literal('Appointment'),
  status: z.string(),
  start: z.iso.datetime({ offset: true }).optional(),
  participant: z
    .array(z.looseObject({ actor: z.looseObject({ reference: z.string().optional() }).optional() }))
    .default([]),
  slot: z.array(z.object({ reference: z.string() })).default([]),
  supportingInformation: z.array(z.looseObject({ reference: z.string().optional() })).optional(),
});
const A_DAY_MS = 86_400_000;
const Service = z.looseObject({
  appointmentRequired: z.boolean().default(true),
  providedBy: z.looseObject({ reference: z.string() }).optional(),
});
/**
 * Booking, moving and cancelling. A service that takes walk-ins has nobody to confirm: it is booked at once and
 * answered by its planned Encounter (D-50). A slot has one winner: it is locked until the appointment is stored, and
 * its version must be unchanged.
 */
export function registerAppointments(
  app: FastifyInstance,
  { config, counts }: Pick<Platform, 'config' | 'counts'>,
  calls: ServiceCalls,
  repository: Repository,
): void {
  const booked = createCounter(counts, 'booking', config.limits.bookingsPerDayPerson, A_DAY_MS);
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
        .write(request, reply, async ({ actor, caller: { sub, userId }, sql }) => {
          const body = parseBody(Create, request.body);
          const actors = body.participant.map(requestedActor);
          const patients = actors.filter(({ type }) => type === 'Patient');
          const [patient] = patients;
          if (patient === undefined || patients.length > 1) throw invalidAppointment('participant');
          assertAccess(actor, patient.id, 'update');
          // a booking needs a practitioner and the service
          if (
            !actors.some(({ type }) => type === 'Practitioner' || type === 'PractitionerRole') ||
            !actors.some(({ type }) => type === 'HealthcareService')
          )
            throw invalidAppointment('participant');

          const work = { repository, sql };
          const slotId = idOfSlot(body.slot[0]?.reference);
          const slot = await claimable(work, (await lockSlots(work, [slotId])).get(slotId ?? ''), userId);
          if (!sameInstant(slot.value.start, body.start) || !sameInstant(slot.value.end, body.end))
            throw invalidAppointment('start');
          await checkOffered(work, slot, actors);
          // the account, on whatever page: nobody takes all the times of a doctor
          await booked.demand(sub);
          await bookSlot(work, slot);
          const written = await repository.create(actor, { ...body, created: new Date().toISOString() }, { sql });
          const service = await serviceOf(work, actors);
          return service.appointmentRequired
            ? written.content
            : openEncounter(repository, sql, actor, written, service, patient.id);
        })
        .catch((error: unknown) => {
          throw asSlotTaken(error);
        }),
  );

  app.post(
    '/api/phr/appointment/move',
    described({
      service: 'phr',
      summary:
        'Moves an appointment that is still to come to another free slot of its doctor; its own slot is given back only with that. Not in the catalogue: an addition of this product.',
      security: 'bearer',
      wrapped: true,
      body: Move,
      answer: resource('Appointment'),
      errors: ['SLOT_TAKEN', 'SLOT_TOO_SOON', 'INVALID_TRANSITION'],
    }),
    (request, reply) =>
      calls
        .write(request, reply, async ({ actor, caller: { userId }, sql }) => {
          const { appointmentId, slotId } = parseBody(Move, request.body);
          const work = { repository, sql };
          const before = await cancellable(work, actor, appointmentId);
          const oldIds = before.value.slot.map(({ reference }) => idOfSlot(reference));
          if (oldIds.includes(slotId)) return JSON.stringify(before.value);
          const slots = await lockSlots(work, [slotId, ...oldIds]);
          const slot = await claimable(work, slots.get(slotId), userId);
          await bookSlot(work, slot);
          const moved = await moveTo(work, actor, before, slot);
          for (const id of oldIds) await open(work, slots.get(id ?? ''), 'busy');
          return moved;
        })
        .catch((error: unknown) => {
          throw asSlotTaken(error);
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
        const work = { repository, sql };
        const before = await cancellable(work, actor, appointmentId);
        const after = { ...before.value, id: before.id, status: 'cancelled', cancelationReason: { text: reason } };
        const written = await repository.update(actor, after, { ifMatch: before.version, sql });
        const ids = before.value.slot.map(({ reference }) => idOfSlot(reference));
        for (const slot of (await lockSlots(work, ids)).values()) await open(work, slot, 'busy');
        await changePlanned(work, actor, before, { status: 'cancelled' });
        return written.content;
      }),
  );
}

interface Held {
  readonly id: string;
  readonly version: Version;
  readonly value: z.output<typeof Appointment>;
}

/**
 * An appointment the caller may still cancel, locked until the end of the transaction.
 * @throws ServerError INVALID_TRANSITION, FhirError 403
 */
async function cancellable({ repository, sql }: SlotWork, actor: Actor, id: string): Promise<Held> {
  const { patient_id: patientId } = await repository.read(actor, 'Appointment', id, sql);
  assertAccess(actor, patientId ?? undefined, 'update');
  const stored = await repository.hold('Appointment', id, sql);
  if (stored === undefined) throw new ServerError('NOT_FOUND', 'There is no such appointment');
  const value = Appointment.parse(JSON.parse(stored.content));
  const isOver = value.start !== undefined && Date.parse(value.start) <= Date.now();
  if (isOver || value.status === 'cancelled' || !mayChange('Appointment', value.status, 'cancelled', 'patient'))
    throw new ServerError('INVALID_TRANSITION', 'This appointment cannot be changed');
  return { id, version: stored.version, value };
}

/**
 * Stores the new time and returns its text. If confirmation is required, it starts over; otherwise it stays booked and
 * its planned Encounter moves along.
 */
async function moveTo(work: SlotWork, actor: Actor, before: Held, slot: LockedSlot): Promise<string> {
  const { repository, sql } = work;
  const actors = before.value.participant.flatMap(({ actor: who }) => parseReference(who?.reference ?? '') ?? []);
  await checkOffered(work, slot, actors);
  const { appointmentRequired } = await serviceOf(work, actors);
  const { start, end } = slot.value;
  const participant = before.value.participant.map((one) =>
    parseReference(one.actor?.reference ?? '')?.type === 'Patient' ? one : { ...one, status: 'needs-action' },
  );
  const after = {
    ...before.value,
    id: before.id,
    start,
    end,
    slot: [refTo('Slot', slot.id)],
    ...(appointmentRequired ? { status: 'pending', participant } : {}),
  };
  // table T3 lets no patient withdraw a confirmation: the move does
  const written = await repository.update(SYSTEM_ACTOR, after, { ifMatch: before.version, sql });
  await changePlanned(work, actor, before, { period: { start, end } });
  return written.content;
}

/**
 * Books without confirmation and returns the text of its planned Encounter. The two reference each other, so that both
 * end together.
 */
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

/** Updates the planned entries of an appointment along with it. */
async function changePlanned(
  { repository, sql }: SlotWork,
  actor: Actor,
  { value }: Held,
  change: { readonly status: string } | { readonly period: { readonly start: string; readonly end: string } },
): Promise<void> {
  for (const { reference = '' } of value.supportingInformation ?? []) {
    const target = parseReference(reference);
    if (target?.type !== 'Encounter') continue;
    const stored = await repository.read(actor, 'Encounter', target.id, sql);
    const encounter = z
      .looseObject({ resourceType: z.literal('Encounter'), status: z.string() })
      .parse(JSON.parse(stored.content));
    if (encounter.status === 'planned')
      await repository.update(
        SYSTEM_ACTOR,
        { ...encounter, id: stored.id, ...change },
        { ifMatch: stored.version, sql },
      );
  }
}

/**
 * Participants: existing resources, who answer for themselves.
 * @throws FORM_INPUT_INVALID
 */
function requestedActor({ actor: { reference }, status }: z.output<typeof Participant>): ResourceName {
  const target = parseReference(reference);
  // booking implies the patient's acceptance, but no other participant's (BOOK-14, BOOK-15)
  const own = target?.type === 'Patient' ? 'accepted' : 'needs-action';
  if (target === undefined || !ASKED.has(target.type) || status !== own) throw invalidAppointment('participant');
  return target;
}

/** The service that takes part. */
async function serviceOf(
  { repository, sql }: SlotWork,
  actors: readonly { readonly type: string; readonly id: string }[],
): Promise<z.output<typeof Service>> {
  const id = actors.find(({ type }) => type === 'HealthcareService')?.id ?? '';
  return Service.parse(JSON.parse((await repository.read(SYSTEM_ACTOR, 'HealthcareService', id, sql)).content));
}

function idOfSlot(reference: string | undefined): string | undefined {
  const target = parseReference(reference ?? '');
  return target?.type === 'Slot' ? target.id : undefined;
}

function sameInstant(a: string, b: string): boolean {
  return Date.parse(a) === Date.parse(b);
}
