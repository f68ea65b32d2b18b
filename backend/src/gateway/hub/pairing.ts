import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Repository } from '../../records/repository.ts';
import type { Platform, Sql } from '../../kit/platform.ts';
import type { Outbox } from '../realtime/outbox.ts';
import { createCounter } from '../../kit/usage-counts.ts';
import { giveHub, ownerOf, stateOf, type OwnedDevice } from './hubs.ts';
import { ownPairMessage, type Reply } from './messages.ts';

/** Codes that a person may type for one hub in one pairing. */
const MOST_TRIES = 5;
/** Presses are few enough to be counted and too many to be made by chance. */
const PRESSES = { least: 2, most: 5 } as const;
const CODE = /^\d{6}$/;

/** Who says that a hub is theirs. */
export interface HubClaim {
  /** The Device that stands for the hub in the record. */
  readonly deviceId: string;
  readonly patientId: string;
  readonly userId: string;
  readonly mac: string;
}

/**
 * Where the proof stands. It says nothing of the hub itself: one that is unknown, away, or another person's looks the same as one that waits to be
 * pressed.
 */
export type ProofState =
  | { readonly state: 'owned' | 'none' }
  | {
      readonly state: 'waiting';
      readonly endsAt: string;
      readonly presses: number;
      readonly triesLeft: number;
      readonly isContested: boolean;
    };

export interface HubPairings {
  /** Lets a person prove that a hub is hers, for some minutes. Throws ServerError TOO_MANY_REQUESTS. */
  begin(claim: HubClaim, sql: Sql): Promise<ProofState>;
  stateOf(claim: HubClaim): Promise<ProofState>;
  /** Takes a code that the hub shows. */
  prove(claim: HubClaim, code: string, sql: Sql): Promise<ProofState>;
  /** Takes what a hub answers; true when it answers one of our questions for a proof. */
  hear(mac: string, reply: Reply): Promise<boolean>;
  /** A hub that lost its power has forgotten what it was asked. */
  forget(mac: string): Promise<void>;
  /** Asks the hubs that came, or that somebody began to pair, for their proof. Runs by itself wherever hubs are served. */
  askDue(send: (mac: string, message: object) => Promise<void>): Promise<void>;
  /** Forgets what is over. */
  sweep(): Promise<void>;
}

interface Window {
  readonly id: string;
  readonly presses: number;
  readonly code_hash: string | null;
  readonly is_contested: boolean;
  readonly ends_at: Date;
  readonly [column: string]: unknown;
}
interface Claimed {
  readonly tries: number;
  readonly device_id: string;
  readonly patient_id: string;
  readonly [column: string]: unknown;
}
interface Parts {
  readonly repository: Repository;
  readonly outbox: Outbox;
}

/**
 * Proof that a person has a hub before her: the code that it shows, or its button pressed as often as she is asked to. Naming a mac begins a pairing of some
 * minutes and gives nothing. All that name one mac share it: the one who proves it first is given the hub.
 */
export function createHubPairings(
  { config, counts, db }: Pick<Platform, 'config' | 'counts' | 'db'>,
  { repository, outbox }: Parts,
): HubPairings {
  const begun = createCounter(counts, 'hub-pairing', config.limits.hubPairingsPerHourPerson, 3_600_000);
  const hashOf = (id: string, code: string): Buffer =>
    createHmac('sha256', config.secrets.otpPepper).update(`hub:${id}:${code}`).digest();

  const windowOf = async (sql: Sql, mac: string): Promise<Window | undefined> =>
    (
      await sql.query<Window>(
        'select id, presses, code_hash, is_contested, ends_at from hub_pairing where mac = $1 and ends_at > now()',
        [mac],
      )
    )[0];

  const proofState = async ({ mac, deviceId, patientId, userId }: HubClaim, sql: Sql): Promise<ProofState> => {
    // asked by the person's own device only: who else has the hub makes no difference, not even in time
    const [owned] = await sql.query(
      'select 1 from hub where mac = $1 and owner_device_id = $2 and owner_patient_id = $3',
      [mac, deviceId, patientId],
    );
    if (owned !== undefined) return { state: 'owned' };
    const window = await windowOf(sql, mac);
    const [claim] = await sql.query<Claimed>(
      'select tries from hub_claim where mac = $1 and user_id = $2 and device_id = $3 and ends_at > now()',
      [mac, userId, deviceId],
    );
    if (window === undefined || claim === undefined) return { state: 'none' };
    return {
      state: 'waiting',
      endsAt: window.ends_at.toISOString(),
      presses: window.presses,
      triesLeft: Math.max(0, MOST_TRIES - claim.tries),
      isContested: window.is_contested,
    };
  };

  /** Gives the hub to the one who proved it, unless somebody has it. */
  const give = async (sql: Sql, mac: string, owner: OwnedDevice): Promise<void> => {
    await sql.query('select 1 from hub where mac = $1 for update', [mac]);
    if ((await ownerOf(repository, sql, mac)) !== undefined) return;
    await giveHub(sql, mac, owner);
    await sql.query('delete from hub_claim where mac = $1 and device_id = $2', [mac, owner.id]);
    // others go on waiting as for a hub that is away
    await sql.query('update hub_pairing set code_hash = null where mac = $1', [mac]);
    // a hub that was online before it had an owner says nothing again until its state changes
    const state = await stateOf(sql, mac);
    if (state !== undefined) await outbox.add(sql, [{ patientId: owner.patientId, event: 'hub:status', body: state }]);
  };

  return {
    stateOf: (claim) => proofState(claim, db),

    async begin(claim, sql) {
      await begun.demand(claim.userId);
      const { mac, userId, deviceId, patientId } = claim;
      const presses = randomInt(PRESSES.least, PRESSES.most + 1);
      await sql.query(
        `insert into hub_pairing (mac, id, presses, ends_at) values ($1, $2, $3, now() + make_interval(secs => $4)) on conflict (mac) do update
           set id = excluded.id, presses = excluded.presses, ends_at = excluded.ends_at, code_hash = null, is_contested = false, sent_at = null
         where hub_pairing.ends_at <= now()`,
        [mac, randomUUID(), presses, config.hubPairingSeconds],
      );
      // who begins again within one pairing has no more tries for it
      await sql.query(
        `insert into hub_claim (mac, user_id, device_id, patient_id, ends_at) select $1, $2, $3, $4, ends_at from hub_pairing where mac = $1
         on conflict (mac, user_id) do update set device_id = excluded.device_id, patient_id = excluded.patient_id, ends_at = excluded.ends_at,
           tries = case when hub_claim.ends_at = excluded.ends_at then hub_claim.tries else 0 end`,
        [mac, userId, deviceId, patientId],
      );
      return proofState(claim, sql);
    },

    async prove(claim, code, sql) {
      const { mac, userId, deviceId } = claim;
      const window = await windowOf(sql, mac);
      const [tried] = await sql.query<Claimed>(
        `update hub_claim set tries = tries + 1 where mac = $1 and user_id = $2 and device_id = $3 and ends_at > now() and tries < $4
         returning tries, device_id, patient_id`,
        [mac, userId, deviceId, MOST_TRIES],
      );
      // the same work whether there is a code or not
      const shown = Buffer.from(window?.code_hash ?? hashOf('', '').toString('base64'), 'base64');
      const isRight = timingSafeEqual(hashOf(window?.id ?? '', code), shown) && window?.code_hash != null;
      if (isRight && tried !== undefined) await give(sql, mac, { id: tried.device_id, patientId: tried.patient_id });
      return proofState(claim, sql);
    },

    async hear(mac, { id, result, passkey, mac: told }) {
      return db.tx(async (sql) => {
        const [asked] = await sql.query('select 1 from hub_pairing where mac = $1 and id::text = $2 for update', [
          mac,
          id,
        ]);
        if (asked === undefined) return false;
        if (
          result === 'passkey' &&
          passkey !== undefined &&
          CODE.test(passkey) &&
          (await ownerOf(repository, sql, mac)) === undefined
        ) {
          await sql.query('update hub_pairing set code_hash = $3 where mac = $1 and id::text = $2', [
            mac,
            id,
            hashOf(id, passkey).toString('base64'),
          ]);
        }
        if (result === 'success' && (told === undefined || told === mac)) await pressed(sql, mac);
        return true;
      });
    },

    async forget(mac) {
      await db.query(
        'update hub_pairing set id = $2, code_hash = null, sent_at = null where mac = $1 and ends_at > now()',
        [mac, randomUUID()],
      );
    },

    async askDue(send) {
      const due = await db.query<{ mac: string; id: string; presses: number }>(
        `update hub_pairing p set sent_at = now() from hub h where h.mac = p.mac and h.online and h.revoked_at is null
           and p.sent_at is null and p.ends_at > now() returning p.mac, p.id::text, p.presses`,
      );
      for (const { mac, id, presses } of due) {
        // the hub of somebody is not troubled by strangers
        if ((await ownerOf(repository, db, mac)) !== undefined) continue;
        await send(mac, ownPairMessage(id, mac, presses, new Date())).catch(async (error: unknown) => {
          await db.query('update hub_pairing set sent_at = null where mac = $1 and id::text = $2', [mac, id]);
          throw error;
        });
      }
    },

    async sweep() {
      await db.query(`delete from hub_claim where ends_at < now() - interval '1 hour'`);
      await db.query(`delete from hub_pairing where ends_at < now() - interval '1 hour'`);
    },
  };

  /** A press proves that somebody has the hub, not who: it decides only when one person wants it. */
  async function pressed(sql: Sql, mac: string): Promise<void> {
    const claims = await sql.query<Claimed>(
      'select tries, device_id, patient_id from hub_claim where mac = $1 and ends_at > now()',
      [mac],
    );
    const [claim] = claims;
    if (claim === undefined) return;
    if (claims.length > 1) await sql.query('update hub_pairing set is_contested = true where mac = $1', [mac]);
    else await give(sql, mac, { id: claim.device_id, patientId: claim.patient_id });
  }
}
