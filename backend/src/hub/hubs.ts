import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { IDENTIFIER_BASE } from '@phr/fhir/identifiers';
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
export async function ownerOf(sql: Sql, mac: string): Promise<OwnedDevice | undefined> {
  const [row] = await sql.query<{ id: string; patient_id: string }>(
    `select id, patient_id from fhir_resource where type = 'Device' and identifiers && $1::text[] and patient_id is not null and not deleted
      order by last_updated desc limit 1`, [[`${MAC_SYSTEM}|${mac}`]]);
  return row === undefined ? undefined : { id: row.id, patientId: row.patient_id };
}

/** Keeps what a hub said of itself; true when that is news. */
export async function keepState(sql: Sql, { mac, pairing, online }: HubStatus): Promise<boolean> {
  const rows = await sql.query(
    `update hub set pairing = $2, online = $3, seen_at = now() where mac = $1 and (pairing, online) is distinct from ($2, $3) returning mac`, [mac, pairing, online]);
  return rows.length > 0;
}

/** The states of the hubs that belong to a patient. */
export async function hubsOf(sql: Sql, patientId: string): Promise<readonly HubStatus[]> {
  return sql.query<{ mac: string; pairing: HubStatus['pairing']; online: boolean }>(
    `select h.mac, h.pairing, h.online from hub h
      where exists (select from fhir_resource d where d.type = 'Device' and d.patient_id = $1 and not d.deleted and d.identifiers && array[$2 || '|' || h.mac])
      order by h.mac`, [patientId, MAC_SYSTEM]);
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
