import { createHash, createPublicKey, generateKeyPairSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../kit/platform.ts';
import { ReleaseError } from './release-error.ts';

/**
 * Permissions of a key. `ops` is what a person with the scope `phr.ops` may do, for keys made on the machine itself.
 * `report` is for web processes on other machines: they report the health of modules on their pages, which can stop
 * rollouts.
 */
export const KEY_ACTIONS = ['upload', 'rollout', 'promote', 'rollback', 'kill', 'report', 'ops'] as const;
export type KeyAction = (typeof KEY_ACTIONS)[number];

/** The default permissions of a team's key. */
export const TEAM_ACTIONS = KEY_ACTIONS.filter((action) => action !== 'ops' && action !== 'report');

/**
 * Permissions that operators do not have and that a key must name: a team signs its releases, and reports from pages do
 * not come from a person.
 */
const BY_KEY: ReadonlySet<KeyAction> = new Set(['upload', 'report']);

/**
 * The team of everything that was not released by another team: builds of a checkout, the shell, and what an
 * installation had before teams existed.
 */
export const OWN_TEAM = 'own';

/** The authenticated caller: a team by its key, or a person who operates the installation. */
export interface Actor {
  /** For the history: 'key:ab12…', 'person:…'. */
  readonly name: string;
  readonly team: string | undefined;
  /**
   * Throws ReleaseError 403 when this actor lacks the permission; `module` and `environment` when the request concerns
   * one.
   */
  demand(action: KeyAction, about: { readonly module?: string; readonly environment?: string }): void;
}

interface KeyRow {
  readonly team: string;
  readonly secret_hash: string;
  readonly modules: readonly string[];
  readonly actions: readonly string[];
  readonly environments: readonly string[];
}

export interface NewKey {
  readonly team: string;
  readonly modules: readonly string[];
  readonly actions: readonly KeyAction[];
  readonly environments: readonly string[];
  readonly days: number;
}

const MAX_DAYS = 400;
const ANY = '*';
const ACTIVE_KEY_SQL = `revoked_at is null and not_before <= now() and expires_at > now()`;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const newId = (): string => randomBytes(6).toString('hex');

/**
 * Creates a key of a team and returns its text, which cannot be read again later. '*' means all modules or
 * environments.
 */
export async function addApiKey(sql: Sql, { team, modules, actions, environments, days }: NewKey): Promise<string> {
  const [id, secret] = [newId(), randomBytes(32).toString('base64url')];
  await sql.query(
    `insert into team_key (id, team, kind, secret_hash, modules, actions, environments, expires_at)
     values ($1, $2, 'api', $3, $4, $5, $6, now() + make_interval(days => $7))`,
    [id, team, hashOf(secret), modules, actions, environments, Math.min(days, MAX_DAYS)],
  );
  return `phr_${id}_${secret}`;
}

/** Stores the public half of an ed25519 key (PEM) with which a team signs, and returns its id. */
export async function addSigningKey(sql: Sql, team: string, publicKey: string, days: number): Promise<string> {
  const id = newId();
  await sql.query(
    `insert into team_key (id, team, kind, public_key, expires_at) values ($1, $2, 'sign', $3, now() + make_interval(days => $4))`,
    [id, team, publicKey, Math.min(days, MAX_DAYS)],
  );
  return id;
}

/** What a new pair of keys is for. */
export interface AskedKeys extends Omit<NewKey, 'actions'> {
  readonly actions: readonly string[];
  /** PEM of the team's ed25519 key; when absent, a new key is made. */
  readonly publicKey?: string;
}

/** A key for requests and a key for signing; the private half only when it was made here. */
export interface MadeKeys {
  readonly key: string;
  readonly signingId: string;
  readonly privateKey?: string;
}

/** Creates the keys of a team, and the team itself when it is new. Throws ReleaseError 422 naming what is missing. */
export async function makeTeamKeys(sql: Sql, asked: AskedKeys): Promise<MadeKeys> {
  const { team, modules, environments, days } = asked;
  const actions = KEY_ACTIONS.filter((action) => asked.actions.includes(action));
  const refuse = (message: string): ReleaseError => new ReleaseError(422, 'FORM_INPUT_INVALID', message);
  if (!/^[a-z][a-z0-9-]{1,40}$/.test(team)) throw refuse('team names a team, in small letters and dashes');
  if (modules.length === 0) throw refuse('module names what the key is for; "*" for all modules');
  if (environments.length === 0 || actions.length === 0) throw refuse('environment and --action say what it is for');
  if (!(days > 0)) throw refuse(`days must be above 0, not "${days}"`);
  const made = asked.publicKey === undefined ? generateKeyPairSync('ed25519') : undefined;
  const publicKey = made?.publicKey ?? createPublicKey(asked.publicKey ?? '');
  if (publicKey.asymmetricKeyType !== 'ed25519') throw refuse('public-key must be an ed25519 key');
  await sql.query('insert into team (id, name, contact) values ($1, $1, $2) on conflict do nothing', [team, '']);
  const key = await addApiKey(sql, { team, modules, actions, environments, days });
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
  const signingId = await addSigningKey(sql, team, pem, days);
  if (made === undefined) return { key, signingId };
  return { key, signingId, privateKey: String(made.privateKey.export({ type: 'pkcs8', format: 'pem' })) };
}

/** True when the key was in force until now. */
export async function revokeKey(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql.query(
    'update team_key set revoked_at = now() where id = $1 and revoked_at is null returning id',
    [id],
  );
  return rows.length > 0;
}

/**
 * The actor for a key's text; undefined for a key that is unknown, revoked or expired, or that belongs to a blocked
 * team.
 */
export async function actorOfKey(sql: Sql, text: string): Promise<Actor | undefined> {
  const [, id, secret] = /^phr_([a-z0-9]{12})_([\w-]{43})$/.exec(text) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const [row] = await sql.query<KeyRow>(
    `select team, secret_hash, modules, actions, environments from team_key join team on team.id = team_key.team
      where team_key.id = $1 and kind = 'api' and disabled_at is null and ${ACTIVE_KEY_SQL}`,
    [id],
  );
  if (row === undefined || !timingSafeEqual(Buffer.from(row.secret_hash), Buffer.from(hashOf(secret))))
    return undefined;
  await sql.query(
    `update team_key set last_used_at = now() where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [id],
  );
  return {
    name: `key:${id}`,
    team: row.team,
    demand(action, { module, environment }) {
      if (!row.actions.includes(action) && !(row.actions.includes('ops') && !BY_KEY.has(action)))
        throw new ReleaseError(403, 'ACCESS_DENIED', `This key may not ${action}; it may ${row.actions.join(', ')}`);
      if (module !== undefined && !within(row.modules, module))
        throw new ReleaseError(403, 'NOT_YOURS', `This key is for ${row.modules.join(', ')}, not for ${module}`);
      if (environment !== undefined && !within(row.environments, environment))
        throw new ReleaseError(
          403,
          'ACCESS_DENIED',
          `This key is for ${row.environments.join(', ')}, not for ${environment}`,
        );
    },
  };
}

const within = (allowed: readonly string[], name: string): boolean => allowed.includes(ANY) || allowed.includes(name);

/** A person with the scope `phr.ops`: all permissions except uploads, which a team signs. */
export function actorOfPerson(userId: string): Actor {
  return {
    name: `person:${userId}`,
    team: undefined,
    demand(action) {
      if (BY_KEY.has(action)) throw new ReleaseError(403, 'ACCESS_DENIED', `Who would ${action} needs a key that may`);
    },
  };
}

/** The PEM of a team's signing key in force. */
export async function publicKeyOf(sql: Sql, team: string, keyid: string): Promise<string | undefined> {
  const [row] = await sql.query<{ public_key: string }>(
    `select public_key from team_key where id = $1 and team = $2 and kind = 'sign' and ${ACTIVE_KEY_SQL}`,
    [keyid, team],
  );
  return row?.public_key;
}
