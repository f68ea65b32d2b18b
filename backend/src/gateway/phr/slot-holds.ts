import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { assertAccess } from '../../access/policy.ts';
import { parseBody } from '../../kit/parse.ts';
import type { Platform, Sql } from '../../kit/platform.ts';
import { described } from '../../kit/route-schema.ts';
import type { Repository } from '../../records/repository.ts';
import { Id } from './fields.ts';
import type { ServiceCalls } from './service-call.ts';
import { claimable, lockSlots, open, setStatus, type SlotWork, asSlotTaken } from './slots.ts';

/** Duration of a hold. */
const HOLD_MINUTES = 5;
/** Interval for releasing expired holds. */
const SWEEP_MS = 30_000;

const Hold = z.object({
  patientId: Id.meta({ description: 'For whom it would be booked' }),
  slotId: Id,
});
const Held = z.object({
  slotId: Id,
  until: z.iso.datetime().meta({ description: 'When others can take it again' }),
});
const BySlot = z.object({ slotId: Id });

/**
 * Holds a free time for five minutes during confirmation. One per person: another releases the first, and repeating
 * does not extend it. Beyond the catalogue, so clients must work without it.
 */
export function registerSlotHolds(
  app: FastifyInstance,
  { db, log }: Pick<Platform, 'db' | 'log'>,
  calls: ServiceCalls,
  repository: Repository,
): void {
  const beyond = 'Not in the catalogue: an addition of this product.';
  app.post(
    '/api/phr/appointment/hold',
    described({
      service: 'phr',
      summary: `Keeps a free slot for ${HOLD_MINUTES} minutes. ${beyond}`,
      security: 'bearer',
      wrapped: true,
      body: Hold,
      answer: Held,
      errors: ['SLOT_TAKEN', 'SLOT_TOO_SOON'],
    }),
    (request, reply) =>
      calls
        .write(request, reply, async ({ actor, caller: { userId }, sql }) => {
          const { patientId, slotId } = parseBody(Hold, request.body);
          assertAccess(actor, patientId, 'update');
          const until = await hold({ repository, sql }, slotId, userId);
          return JSON.stringify({ slotId, until: until.toISOString() });
        })
        .catch((error: unknown) => {
          throw asSlotTaken(error);
        }),
  );

  app.delete(
    '/api/phr/appointment/hold/:slotId',
    described({
      service: 'phr',
      summary: `Opens a slot again that the caller keeps; nothing for any other. ${beyond}`,
      security: 'bearer',
      access: 'user',
      wrapped: true,
      params: BySlot,
      answer: BySlot,
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ caller: { userId }, sql }) => {
        const { slotId } = parseBody(BySlot, request.params);
        const slot = (await lockSlots({ repository, sql }, [slotId])).get(slotId);
        if (await forget(sql, slotId, userId)) await open({ repository, sql }, slot, 'busy-tentative');
        return JSON.stringify({ slotId });
      }),
  );

  const sweep = setInterval(() => {
    openEndedHolds(db, repository).catch((error: unknown) => log.warn({ err: error }, 'held slots were not opened'));
  }, SWEEP_MS);
  sweep.unref();
  app.addHook('onClose', () => clearInterval(sweep));
}

/** Holds the slot, releasing this user's previous one. Returns the expiry. */
async function hold(work: SlotWork, slotId: string, userId: string): Promise<Date> {
  const { sql } = work;
  // two tabs of one person: one after the other
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [userId]);
  const [before] = await sql.query<{ slot_id: string; ends_at: Date; ended: boolean }>(
    'select slot_id, ends_at, ends_at <= now() as ended from slot_hold where user_id = $1',
    [userId],
  );
  const slots = await lockSlots(work, [slotId, before?.slot_id]);
  const slot = await claimable(work, slots.get(slotId), userId);
  const isKept = before?.slot_id === slotId && slot.value.status === 'busy-tentative';
  if (isKept && !before.ended) return before.ends_at;
  if (before !== undefined && before.slot_id !== slotId && (await forget(sql, before.slot_id, userId)))
    await open(work, slots.get(before.slot_id), 'busy-tentative');
  const [row] = await sql.query<{ ends_at: Date }>(
    `insert into slot_hold (slot_id, user_id, ends_at) values ($1, $2, now() + make_interval(mins => $3))
     on conflict (slot_id) do update set user_id = excluded.user_id, ends_at = excluded.ends_at
     returning ends_at`,
    [slotId, userId, HOLD_MINUTES],
  );
  if (slot.value.status === 'free') await setStatus(work, slot, 'busy-tentative');
  return row?.ends_at ?? new Date();
}

/** Removes a person's hold; false if not held by them. Call with the slot locked. */
async function forget(sql: Sql, slotId: string, userId: string): Promise<boolean> {
  const rows = await sql.query('delete from slot_hold where slot_id = $1 and user_id = $2 returning slot_id', [
    slotId,
    userId,
  ]);
  return rows.length > 0;
}

/** Releases expired slots. Safe in several processes: one transaction per slot. */
export async function openEndedHolds(db: Platform['db'], repository: Repository): Promise<void> {
  const ended = await db.query<{ slot_id: string }>('select slot_id from slot_hold where ends_at <= now() limit 500');
  for (const { slot_id: slotId } of ended)
    await db.tx(async (sql) => {
      const slot = (await lockSlots({ repository, sql }, [slotId])).get(slotId);
      const rows = await sql.query('delete from slot_hold where slot_id = $1 and ends_at <= now() returning slot_id', [
        slotId,
      ]);
      if (rows.length > 0) await open({ repository, sql }, slot, 'busy-tentative');
    });
}
