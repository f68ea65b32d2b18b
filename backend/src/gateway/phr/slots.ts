import { z } from 'zod';
import { SYSTEM_ACTOR } from '../../fhir/actor.ts';
import { parseReference, type Resource } from '../../fhir/resource.ts';
import type { Version } from '../../fhir/version.ts';
import type { Sql } from '../../kit/platform.ts';
import { ServerError } from '../../kit/server-error.ts';
import type { Repository } from '../../records/repository.ts';

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

const Role = z.looseObject({ practitioner: z.looseObject({ reference: z.string().optional() }).optional() });

/** A slot that begins sooner than this cannot be booked any more; exactly this is fine (D-49). */
const NOTICE_MS = 3_600_000;

/** A slot locked until the end of the transaction. */
export interface LockedSlot {
  readonly id: string;
  readonly version: Version;
  readonly value: z.output<typeof Slot> & Resource;
}

/** Access to slots within a transaction. */
export interface SlotWork {
  readonly repository: Repository;
  readonly sql: Sql;
}

/** Locks slots in a global order to avoid deadlocks. Missing ones are omitted. */
export async function lockSlots(
  { repository, sql }: SlotWork,
  ids: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, LockedSlot>> {
  const locked = new Map<string, LockedSlot>();
  for (const id of [...new Set(ids)].filter((one) => one !== undefined).toSorted()) {
    const row = await repository.hold('Slot', id, sql);
    if (row !== undefined) locked.set(id, { id, version: row.version, value: Slot.parse(JSON.parse(row.content)) });
  }
  return locked;
}

/**
 * The slot, if this user may take it: free, held by them, or an expired hold; and far enough ahead.
 * @throws ServerError SLOT_TAKEN, SLOT_TOO_SOON, or FORM_INPUT_INVALID if missing
 */
export async function claimable({ sql }: SlotWork, slot: LockedSlot | undefined, userId: string): Promise<LockedSlot> {
  if (slot === undefined) throw invalidAppointment('slot');
  const { status, start } = slot.value;
  if (status !== 'free' && !(status === 'busy-tentative' && (await isOpenTo(sql, slot.id, userId)))) throw slotTaken();
  if (Date.parse(start) - Date.now() < NOTICE_MS) throw new ServerError('SLOT_TOO_SOON', 'This slot begins too soon');
  return slot;
}

async function isOpenTo(sql: Sql, slotId: string, userId: string): Promise<boolean> {
  const rows = await sql.query('select 1 from slot_hold where slot_id = $1 and (user_id = $2 or ends_at <= now())', [
    slotId,
    userId,
  ]);
  return rows.length > 0;
}

/** Books an available slot, ending any hold. */
export async function bookSlot(work: SlotWork, slot: LockedSlot): Promise<void> {
  await work.sql.query('delete from slot_hold where slot_id = $1', [slot.id]);
  await setStatus(work, slot, 'busy');
}

/** Frees a slot if it still has the status we set. */
export async function open(
  work: SlotWork,
  slot: LockedSlot | undefined,
  from: 'busy' | 'busy-tentative',
): Promise<void> {
  if (slot?.value.status === from) await setStatus(work, slot, 'free');
}

/** Writes another status over the version that was locked. */
export async function setStatus(
  { repository, sql }: SlotWork,
  { id, version, value }: LockedSlot,
  status: 'busy' | 'busy-tentative' | 'free',
): Promise<void> {
  await repository.update(SYSTEM_ACTOR, { ...value, id, status }, { ifMatch: version, sql });
}

/** 'Practitioner/7' */
export interface ResourceName {
  readonly type: string;
  readonly id: string;
}

/**
 * Throws FORM_INPUT_INVALID if the slot's schedule is closed, or does not belong to the participating service, role and
 * doctor. A doctor must be the schedule's own, that of the participating role or, without a role, that of the role that
 * owns the schedule.
 */
export async function checkOffered(work: SlotWork, slot: LockedSlot, actors: readonly ResourceName[]): Promise<void> {
  const { active, actor } = await scheduleOf(work, slot);
  const offered = actor.flatMap(({ reference }) => parseReference(reference ?? '') ?? []);
  const isOf = (names: readonly ResourceName[], { type, id }: ResourceName): boolean =>
    names.some((one) => one.type === type && one.id === id);
  const rolesIn = (names: readonly ResourceName[]) => names.filter(({ type }) => type === 'PractitionerRole');
  const asked = actors.filter(({ type }) => type === 'HealthcareService' || type === 'PractitionerRole');
  const roles = rolesIn(actors).length > 0 ? rolesIn(actors) : rolesIn(offered);
  if (!active || !asked.every((one) => isOf(offered, one))) throw invalidAppointment('participant');
  const doctors = actors.filter(({ type }) => type === 'Practitioner');
  if (doctors.length === 0) return;
  const ofRoles = await Promise.all(roles.map(({ id }) => doctorOf(work, id)));
  const known = [...offered, ...ofRoles.flatMap((name) => parseReference(name ?? '') ?? [])];
  if (!doctors.every((one) => isOf(known, one))) throw invalidAppointment('participant');
}

/** The doctor of a role: 'Practitioner/7'. */
async function doctorOf({ repository, sql }: SlotWork, role: string): Promise<string | undefined> {
  const { content } = await repository.read(SYSTEM_ACTOR, 'PractitionerRole', role, sql);
  return Role.parse(JSON.parse(content)).practitioner?.reference;
}

async function scheduleOf({ repository, sql }: SlotWork, { value }: LockedSlot): Promise<z.output<typeof Schedule>> {
  const id = parseReference(value.schedule.reference)?.id ?? '';
  return Schedule.parse(JSON.parse((await repository.read(SYSTEM_ACTOR, 'Schedule', id, sql)).content));
}

/** a version other than the locked one means another system was faster */
export function asSlotTaken(error: unknown): unknown {
  return error instanceof ServerError && error.code === 'CONFLICT' ? slotTaken(error) : error;
}

export function invalidAppointment(field: string): ServerError {
  return new ServerError('FORM_INPUT_INVALID', 'The appointment is not valid', { detail: { message: field } });
}

function slotTaken(cause?: unknown): ServerError {
  return new ServerError('SLOT_TAKEN', 'This slot is not free any more', { cause });
}
