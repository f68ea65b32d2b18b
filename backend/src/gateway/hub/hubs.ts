import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { IDENTIFIER_BASE } from '@phr/fhir/identifiers';
import { SYSTEM_ACTOR } from '../../fhir/actor.ts';
import { FhirError } from '../../fhir/fhir-error.ts';
import type { Repository } from '../../records/repository.ts';
import type { Sql } from '../../kit/platform.ts';
import type { HubStatus } from '../realtime/sockets.ts';

const MAC_SYSTEM = `${IDENTIFIER_BASE}/mac`;

/** A device of a record, found by its mac. */
export interface OwnedDevice {
  readonly id: string;
  readonly patientId: string;
}

/**
 * Registers a hub at the broker. Returns its secret, which is not stored in clear and belongs in the hub. A second call
 * replaces it.
 */
export async function provisionHub(
  sql: Sql,
  mac: string,
  secret = randomBytes(24).toString('base64url'),
): Promise<string> {
  await sql.query(
    `insert into hub (mac, secret_hash) values ($1, $2) on conflict (mac) do update set secret_hash = excluded.secret_hash, revoked_at = null`,
    [mac, hashOf(secret)],
  );
  return secret;
}

/** True when a hub presents its own secret. */
export async function isHub(sql: Sql, mac: string, secret: string): Promise<boolean> {
  const [row] = await sql.query<{ secret_hash: string }>(
    'select secret_hash from hub where mac = $1 and revoked_at is null',
    [mac],
  );
  return row !== undefined && timingSafeEqual(Buffer.from(row.secret_hash), Buffer.from(hashOf(secret)));
}

/**
 * The record owning a hub: that of the person who proved possession, while the device is in it. A device's stated MAC
 * proves nothing.
 */
export async function ownerOf(repository: Repository, sql: Sql, mac: string): Promise<OwnedDevice | undefined> {
  const [row] = await sql.query<{
    owner_patient_id: string | null;
    owner_device_id: string | null;
    adopts_owner: boolean;
  }>('select owner_patient_id, owner_device_id, adopts_owner from hub where mac = $1', [mac]);
  if (row?.adopts_owner === true) return adoptOwner(repository, sql, mac);
  const id = row?.owner_device_id;
  const patientId = row?.owner_patient_id;
  if (id == null || patientId == null) return undefined;
  return (await deviceExists(repository, { id, patientId }, sql)) ? { id, patientId } : undefined;
}

/** Assigns a hub to a record. The caller has verified the proof, and that it has no owner. */
export async function assignHub(sql: Sql, mac: string, { id, patientId }: OwnedDevice): Promise<void> {
  await sql.query(
    'update hub set owner_patient_id = $2, owner_device_id = $3, owned_at = now(), adopts_owner = false where mac = $1',
    [mac, patientId, id],
  );
  await endSessions(sql, mac);
}

/** Releases a device's hub, and cancels pending proofs by this device. No-op for other devices. */
export async function freeHub(sql: Sql, deviceId: string): Promise<void> {
  const freed = await sql.query<{ mac: string }>(
    'update hub set owner_patient_id = null, owner_device_id = null, owned_at = null where owner_device_id = $1 returning mac',
    [deviceId],
  );
  for (const { mac } of freed) {
    await endSessions(sql, mac);
    // ask the hub for proof on behalf of whoever is waiting now
    await sql.query('update hub_pairing set id = gen_random_uuid(), code_hash = null, sent_at = null where mac = $1', [
      mac,
    ]);
  }
  await sql.query('delete from hub_claim where device_id = $1', [deviceId]);
}

/** Takes a hub from its owner, for an operator. True if it had one. */
export async function unassignHub(sql: Sql, mac: string): Promise<boolean> {
  const [taken] = await sql.query<{ owner_device_id: string }>(
    'select owner_device_id from hub where mac = $1 and owner_device_id is not null',
    [mac],
  );
  if (taken !== undefined) await freeHub(sql, taken.owner_device_id);
  return taken !== undefined;
}

/** Assigns the demo hub to the demo family on first start. */
export async function provisionDemoHub(sql: Sql, mac: string, secret: string): Promise<void> {
  await sql.query(
    'insert into hub (mac, secret_hash, adopts_owner) values ($1, $2, true) on conflict (mac) do nothing',
    [mac, hashOf(secret)],
  );
  await provisionHub(sql, mac, secret);
}

/** Backfills owners of hubs from before owners were stored. */
export async function adoptOwners(repository: Repository, sql: Sql): Promise<void> {
  for (const { mac } of await sql.query<{ mac: string }>('select mac from hub where adopts_owner'))
    await adoptOwner(repository, sql, mac);
}

/** Formerly the only record naming a hub owned it. If several do, ownership is unknown and must be proved. */
async function adoptOwner(repository: Repository, sql: Sql, mac: string): Promise<OwnedDevice | undefined> {
  const devices = (await repository.lookup('Device', 'identifier', `${MAC_SYSTEM}|${mac}`, sql)).toSorted(
    (a, b) => b.last_updated.getTime() - a.last_updated.getTime(),
  );
  const found = devices.flatMap(({ id, patient_id: patientId }) => (patientId === null ? [] : [{ id, patientId }]));
  const owner = new Set(found.map(({ patientId }) => patientId)).size === 1 ? found[0] : undefined;
  await sql.query(
    'update hub set adopts_owner = false, owner_patient_id = $2, owner_device_id = $3, owned_at = now() where mac = $1 and adopts_owner',
    [mac, owner?.patientId ?? null, owner?.id ?? null],
  );
  return owner;
}

async function deviceExists(repository: Repository, { id, patientId }: OwnedDevice, sql: Sql): Promise<boolean> {
  try {
    return (await repository.read(SYSTEM_ACTOR, 'Device', id, sql)).patient_id === patientId;
  } catch (error) {
    // an unavailable record server says nothing about a device
    if (error instanceof FhirError && [403, 404, 410].includes(error.statusCode)) return false;
    throw error;
  }
}

/** What a hub measures from now on is for its present owner. */
async function endSessions(sql: Sql, mac: string): Promise<void> {
  await sql.query('update measure_session set ended_at = now() where hub_mac = $1 and ended_at is null', [mac]);
}

/** Stores a hub's reported state; true if it changed. */
export async function storeHubState(sql: Sql, { mac, pairing, online }: HubStatus): Promise<boolean> {
  const rows = await sql.query(
    `update hub set pairing = $2, online = $3, seen_at = now() where mac = $1 and (pairing, online) is distinct from ($2, $3) returning mac`,
    [mac, pairing, online],
  );
  return rows.length > 0;
}

/** A hub's last reported state. */
export async function stateOf(sql: Sql, mac: string): Promise<HubStatus | undefined> {
  const [row] = await sql.query<Pick<HubStatus, 'mac' | 'pairing' | 'online'>>(
    'select mac, pairing, online from hub where mac = $1',
    [mac],
  );
  return row;
}

/** The states of the hubs that belong to a patient. */
export async function hubsOf(repository: Repository, sql: Sql, patientId: string): Promise<readonly HubStatus[]> {
  const rows = await sql.query<HubStatus & { id: string }>(
    'select mac, pairing, online, owner_device_id as id from hub where owner_patient_id = $1 order by mac',
    [patientId],
  );
  const owned = await Promise.all(rows.map(({ id }) => deviceExists(repository, { id, patientId }, sql)));
  return rows.filter((_row, place) => owned[place]).map(({ mac, pairing, online }) => ({ mac, pairing, online }));
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
