import { createHash, randomUUID } from 'node:crypto';
import { can } from '../../access/policy.ts';
import type { Actor } from '../../fhir/actor.ts';
import type { Repository } from '../../records/repository.ts';
import type { Platform, Sql } from '../../kit/platform.ts';
import { judgedPerson } from '../judged-person.ts';
import type { Outbox, Toast } from '../realtime/outbox.ts';
import type { Broadcast, CommandHandler } from '../realtime/sockets.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { createCounter, type Counter } from '../../kit/usage-counts.ts';
import { storeHubState, ownerOf, stateOf } from './hubs.ts';
import { Command, commandMessage, Found, jsonOf, Reading, Reply, State } from './messages.ts';
import type { HubPairings } from './pairing.ts';
import { observationsOf } from './reading.ts';
import { patientOfMeasurement } from './sessions.ts';
import type { HubListener, HubTransport } from './transport.ts';

export interface BridgeParts {
  readonly repository: Repository;
  readonly outbox: Outbox;
  readonly broadcast: Broadcast;
  readonly pairings: Pick<HubPairings, 'hear' | 'forget'>;
}

type Meter = { readonly mac: string; readonly name: string; readonly type: string };

/** Concurrent scans whose results are accumulated for display. */
const MAX_SCANS = 200;

/**
 * Turns hub messages into Observations and socket events. Unreadable messages are dropped: resending would not help.
 */
export function createBridge(
  platform: Pick<Platform, 'db' | 'log'>,
  { repository, outbox, broadcast, pairings }: BridgeParts,
): HubListener {
  const { db, log } = platform;
  const scans = new Map<string, Meter[]>();

  const onReading = async (hubMac: string, value: unknown): Promise<void> => {
    const parsed = Reading.safeParse(value);
    if (!parsed.success) {
      log.warn(
        { fields: parsed.error.issues.map(({ path }) => path.join('.')) },
        'a hub sent a reading that cannot be read',
      );
      return;
    }
    const reading = parsed.data;
    await db.tx(async (sql) => {
      if (await isKnown(sql, hubMac, reading.rid)) return;
      const outcome = await keep(sql, hubMac, reading);
      await sql.query('insert into hub_reading (hub_mac, rid, outcome) values ($1, $2, $3)', [
        hubMac,
        reading.rid,
        outcome,
      ]);
    });
  };

  const keep = async (sql: Sql, hubMac: string, reading: Reading): Promise<string> => {
    const session = await patientOfMeasurement(sql, { hubMac, meterMac: reading.mac }, reading.measuredAt);
    if (session?.session === 'refuses') {
      await outbox.add(sql, [{ patientId: session.patientId, event: 'toast', body: JSON.stringify(OUT_OF_SESSION) }]);
      return 'out-of-session';
    }
    const patientId = session?.patientId ?? (await ownerOf(repository, sql, hubMac))?.patientId;
    if (patientId === undefined) return 'no-owner';
    const observations = observationsOf(
      reading,
      { patientId, ...(await judgedPerson(repository, patientId, sql)) },
      new Date(),
      [formId(hubMac, reading.rid, 0), formId(hubMac, reading.rid, 1)],
    );
    if (observations === undefined) return 'unreadable';
    await repository.transaction(
      actorFor(hubMac, patientId),
      observations.map((resource, index) => ({
        method: 'POST' as const,
        type: 'Observation',
        resource,
        expression: `reading[${index}]`,
      })),
      sql,
    );
    return 'stored';
  };

  const onState = async (mac: string, value: unknown): Promise<void> => {
    const state = State.parse(value);
    const status = { mac, pairing: state.pairing, online: state.connection === 'CONNECTED' };
    if (!(await storeHubState(db, status))) return;
    if (!status.online) await pairings.forget(mac);
    const owner = await ownerOf(repository, db, mac);
    if (owner !== undefined) broadcast.toPatient(owner.patientId, 'hub:status', status);
  };

  const onFound = async (mac: string, value: unknown): Promise<void> => {
    const { id, ...meter } = Found.parse(value);
    const owner = await ownerOf(repository, db, mac);
    if (owner === undefined) return;
    const before = scans.get(id) ?? [];
    const meters = [
      ...before.filter((other) => other.mac !== meter.mac),
      { mac: meter.mac, name: meter.name, type: meter.type },
    ];
    scans.set(id, meters);
    const oldest = scans.size > MAX_SCANS ? scans.keys().next().value : undefined;
    if (oldest !== undefined) scans.delete(oldest);
    broadcast.toPatient(owner.patientId, 'hub:found', { mac, meters });
  };

  const onReply = async (mac: string, value: unknown): Promise<void> => {
    const answer = Reply.parse(value);
    // the proof of possession is shown on the hub only
    if (await pairings.hear(mac, answer)) return;
    const { id, result, code, reason, passkey, mac: meter } = answer;
    const detail = { passkey, success: meter, failed: code, stop: reason }[result];
    const body = { mac, reply: result, ...(detail === undefined ? {} : { value: detail }) };
    if (result === 'passkey') {
      broadcast.toSender(id, 'hub:reply', body);
      return;
    }
    const owner = await ownerOf(repository, db, mac);
    if (owner !== undefined) broadcast.toPatient(owner.patientId, 'hub:reply', body);
  };

  const handlers = { data: onReading, state: onState, found: onFound, reply: onReply };
  return async ({ mac, kind, payload }) => {
    const value = jsonOf(payload);
    try {
      await handlers[kind](mac, value);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      log.warn({ kind }, 'a hub sent a message that cannot be read');
    }
  };
}

/**
 * Forwards a socket's command to its patient's hub; all other hubs are refused identically. Rate-limited per person and
 * hub.
 */
export function createCommands(
  { access, config, counts, db }: Pick<Platform, 'access' | 'config' | 'counts' | 'db'>,
  repository: Repository,
  transport: () => HubTransport | undefined,
): CommandHandler {
  const most = config.limits.hubCommandsPerMinute;
  const ofPerson = createCounter(counts, 'hub-command-person', most, 60_000);
  const ofHub = createCounter(counts, 'hub-command-hub', most, 60_000);
  const count = async (counter: Counter, who: string): Promise<void> => {
    if (!(await counter.take(who))) throw new ServerError('TOO_MANY_REQUESTS', 'Too many commands to hubs');
  };
  return async (caller, patientId, sent) => {
    await count(ofPerson, caller.userId);
    const command = parseBody(Command, sent);
    const [owner, allowed] = await Promise.all([
      ownerOf(repository, db, command.mac),
      access.allowedPatients(caller.userId),
    ]);
    if (owner?.patientId !== patientId || !can(allowed.get(patientId), 'update'))
      throw new ServerError('ACCESS_DENIED', 'Access denied');
    await count(ofHub, command.mac);
    const way = transport();
    if (way === undefined) throw new ServerError('UNAVAILABLE', 'No message broker is configured for this process');
    // no queueing for an offline hub
    if ((await stateOf(db, command.mac))?.online !== true)
      throw new ServerError('UNAVAILABLE', 'The hub is not connected');
    const id = randomUUID();
    await way.send(command.mac, commandMessage(id, command, new Date())).catch((error: unknown) => {
      throw new ServerError('UNAVAILABLE', 'The message broker cannot be reached', { cause: error });
    });
    return id;
  };
}

const OUT_OF_SESSION: Toast = {
  message: 'Measurement data does not match the share-session time',
  code: 'OUT_OF_SESSION',
  type: 'error',
};

async function isKnown(sql: Sql, hubMac: string, rid: string): Promise<boolean> {
  // serializes the same reading arriving in two processes
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 4))', [`${hubMac} ${rid}`]);
  return (await sql.query('select 1 from hub_reading where hub_mac = $1 and rid = $2', [hubMac, rid])).length > 0;
}

/** a hub may write only to the record its reading belongs to */
function actorFor(hubMac: string, patientId: string): Actor {
  return {
    kind: 'service',
    userId: `hub:${hubMac}`,
    patients: new Map([[patientId, 'write']]),
    mainPatient: patientId,
  };
}

/** Deterministic UUID (version 8, RFC 9562) of a reading's part. */
function formId(hubMac: string, rid: string, part: number): string {
  const hex = createHash('sha256').update(`${hubMac} ${rid} ${part}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof Error && error.name === 'ZodError';
}
