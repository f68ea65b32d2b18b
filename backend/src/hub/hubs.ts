import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { IDENTIFIER_BASE } from '@phr/fhir/identifiers';
import { SYSTEM } from '../fhir/actor.ts';
import type { Repository } from '../fhir/repository.ts';
import { identifierIn } from '../phr/device-resource.ts';
import type { Sql } from '../platform.ts';
import type { HubStatus } from '../realtime/sockets.ts';

const MAC_SYSTEM = `${IDENTIFIER_BASE}/mac`;

/** A device of a record, found by its mac. */
export interface OwnedDevice { readonly id: string; readonly patientId: string }

/** Lets a hub speak to the broker. Answers its secret, which is kept nowhere: it belongs into the hub. A second call replaces it. */
export async function provisionHub(sql: Sql, mac: string, secret = randomBytes(24).toString('base64url')): Promise<string> {
  await sql.query(
    `insert into hub (mac, secret_hash) values ($1, $2) on conflict (mac) do update set secret_hash = excluded.secret_hash, revoked_at = null`,
    [mac, hashOf(secret)]);
  return secret;
}

/** True when a hub presents its own secret. */
export async function isHub(sql: Sql, mac: string, secret: string): Promise<boolean> {
  const [row] = await sql.query<{ secret_hash: string }>('select secret_hash from hub where mac = $1 and revoked_at is null', [mac]);
  return row !== undefined && timingSafeEqual(Buffer.from(row.secret_hash), Buffer.from(hashOf(secret)));
}

/** The record that a device with this mac belongs to. */
export async function ownerOf(repository: Repository, mac: string, sql?: Sql): Promise<OwnedDevice | undefined> {
  const devices = (await repository.lookup('Device', 'identifier', `${MAC_SYSTEM}|${mac}`, sql)).toSorted((a, b) => b.last_updated.getTime() - a.last_updated.getTime());
  return devices.flatMap(({ id, patient_id: patientId }) => (patientId === null ? [] : [{ id, patientId }]))[0];
}

/** Keeps what a hub said of itself; true when that is news. */
export async function keepState(sql: Sql, { mac, pairing, online }: HubStatus): Promise<boolean> {
  const rows = await sql.query(
    `update hub set pairing = $2, online = $3, seen_at = now() where mac = $1 and (pairing, online) is distinct from ($2, $3) returning mac`, [mac, pairing, online]);
  return rows.length > 0;
}

/** What hubs last said of themselves; nothing for meters and for hubs that are not known. */
export async function statesOf(sql: Sql, macs: readonly string[]): Promise<readonly HubStatus[]> {
  if (macs.length === 0) return [];
  return sql.query<{ mac: string; pairing: HubStatus['pairing']; online: boolean }>('select mac, pairing, online from hub where mac = any($1::text[]) order by mac', [macs]);
}

/** The states of the hubs that belong to a patient. */
export async function hubsOf(repository: Repository, sql: Sql, patientId: string): Promise<readonly HubStatus[]> {
  const devices = await repository.search(SYSTEM, 'Device', { _count: '1000' }, { patientId });
  return statesOf(sql, devices.items.flatMap(({ content }) => identifierIn(content, 'mac') ?? []));
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
