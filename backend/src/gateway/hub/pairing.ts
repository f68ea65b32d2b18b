import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Repository } from '../../records/repository.ts';
import type { Platform, Sql } from '../../kit/platform.ts';
import type { Outbox } from '../realtime/outbox.ts';
import { createCounter } from '../../kit/usage-counts.ts';
import { assignHub, ownerOf, stateOf, type OwnedDevice } from './hubs.ts';
import { ownPairMessage, type Reply } from './messages.ts';

/** Allowed code attempts per hub and pairing. */
const MOST_TRIES = 5;
/** Few enough to count, too many to happen by chance. */
const PRESSES = { least: 2, most: 5 } as const;
const CODE = /^\d{6}$/;

/** Claimant of a hub. */
export interface HubClaim {
  /** The record's Device for the hub. */
  readonly deviceId: string;
  readonly patientId: string;
  readonly userId: string;
  readonly mac: string;
}

/**
 * State of a proof. Reveals nothing about the hub: unknown, offline and foreign hubs look like one waiting to be
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
  /**
   * Starts a proof of possession, valid for some minutes.
   * @throws ServerError TOO_MANY_REQUESTS
   */
  begin(claim: HubClaim, sql: Sql): Promise<ProofState>;
  stateOf(claim: HubClaim): Promise<ProofState>;
  /** Submits the code shown by the hub. */
  prove(claim: HubClaim, code: string, sql: Sql): Promise<ProofState>;
  /** Handles a hub's response; true if it belongs to a proof request. */
  hear(mac: string, reply: Reply): Promise<boolean>;
  /** A hub that lost power has forgotten the request. */
  forget(mac: string): Promise<void>;
  /** Requests proof from hubs that came online or are being claimed. Runs automatically where hubs are served. */
  askDue(send: (mac: string, message: object) => Promise<void>): Promise<void>;
  /** Deletes expired pairings. */
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
 * Proof of physical possession: the code a hub shows, or its button pressed as requested. Naming a MAC starts a pairing
 * of some minutes and grants nothing. All claimants of a MAC share it: the first to prove it gets the hub.
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
    // depends on the person's own device only: another owner makes no observable difference, not even in timing
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

  /** Assigns the hub to the prover, unless it has an owner. */
  const give = async (sql: Sql, mac: string, owner: OwnedDevice): Promise<void> => {
    await sql.query('select 1 from hub where mac = $1 for update', [mac]);
    if ((await ownerOf(repository, sql, mac)) !== undefined) return;
    await assignHub(sql, mac, owner);
    await sql.query('delete from hub_claim where mac = $1 and device_id = $2', [mac, owner.id]);
    // others go on waiting as for a hub that is away
    await sql.query('update hub_pairing set code_hash = null where mac = $1', [mac]);
    // a hub online before it had an owner reports nothing until its state changes
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
      // restarting within a pairing gives no additional attempts
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
        // do not bother an owned hub for strangers
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

  /** A press proves that someone has the hub, but not who: it counts only with a single claimant. */
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
