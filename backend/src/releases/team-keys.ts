import { createHash, createPublicKey, generateKeyPairSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../kit/platform.ts';
import { ReleaseError } from './release-error.ts';

/**
 * Permissions of a key. `ops` grants what a person with the scope `phr.ops` may do, for keys created on the machine
 * itself. `report` lets another installation's web process report the health of modules on its pages, which can stop
 * rollouts. `dev` pushes builds that only the key's developer sees.
 */
export const KEY_ACTIONS = ['upload', 'rollout', 'promote', 'rollback', 'kill', 'report', 'dev', 'ops'] as const;
export type KeyAction = (typeof KEY_ACTIONS)[number];

/** Default permissions of a team's key. */
export const TEAM_ACTIONS = KEY_ACTIONS.filter((action) => !['ops', 'report', 'dev'].includes(action));

/**
 * Permissions that operators never have, only keys that name them: builds are signed by teams and developers, and
 * health reports come from pages.
 */
const BY_KEY: ReadonlySet<KeyAction> = new Set(['upload', 'report', 'dev']);

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
  /** Of a key. */
  readonly keyId?: string;
  /** The user whose developer a key is. */
  readonly developer?: string;
  /** Throws ReleaseError 403 when this actor may not do it; `module` and `environment` where the call is about one. */
  demand(action: KeyAction, about: { readonly module?: string; readonly environment?: string }): void;
}

interface KeyRow {
  readonly team: string;
  readonly secret_hash: string;
  readonly modules: readonly string[];
  readonly actions: readonly string[];
  readonly environments: readonly string[];
  readonly developer: string | null;
}

export interface NewKey {
  readonly team: string;
  readonly modules: readonly string[];
  readonly actions: readonly KeyAction[];
  readonly environments: readonly string[];
  readonly days: number;
  /** Id of the user who sees the builds pushed with it. */
  readonly developer?: string;
}

const MAX_DAYS = 400;
const ANY = '*';
const ACTIVE_KEY_SQL = `revoked_at is null and not_before <= now() and expires_at > now()`;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const newId = (): string => randomBytes(6).toString('hex');

/**
 * Creates a team's key and returns its text, which cannot be read again. '*' stands for all modules or environments.
 */
export async function addApiKey(sql: Sql, given: NewKey): Promise<string> {
  const { team, modules, actions, environments, days, developer = null } = given;
  const [id, secret] = [newId(), randomBytes(32).toString('base64url')];
  await sql.query(
    `insert into team_key (id, team, kind, secret_hash, modules, actions, environments, expires_at, developer)
     values ($1, $2, 'api', $3, $4, $5, $6, now() + make_interval(days => $7), $8)`,
    [id, team, hashOf(secret), modules, actions, environments, Math.min(days, MAX_DAYS), developer],
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
export interface KeysRequest extends Omit<NewKey, 'actions' | 'developer'> {
  readonly actions: readonly string[];
  /**
   * The developer's verified number, or the user id at an external identity service. Only for the action `dev`, which
   * requires it.
   */
  readonly developer?: string;
  /** PEM of an ed25519 key of the team; a new one is made without it. */
  readonly publicKey?: string;
}

/** A key for requests and a key for signing; the private half only when it was made here. */
export interface CreatedKeys {
  readonly key: string;
  readonly signingId: string;
  readonly privateKey?: string;
}

/** Creates the keys of a team, and the team itself when it is new. Throws ReleaseError 422 naming what is missing. */
export async function makeTeamKeys(sql: Sql, asked: KeysRequest): Promise<CreatedKeys> {
  const { team, modules, environments, days } = asked;
  const actions = KEY_ACTIONS.filter((action) => asked.actions.includes(action));
  const refuse = (message: string): ReleaseError => new ReleaseError(422, 'FORM_INPUT_INVALID', message);
  if (!/^[a-z][a-z0-9-]{1,40}$/.test(team)) throw refuse('team names a team, in small letters and dashes');
  if (modules.length === 0) throw refuse('module names what the key is for; "*" for all modules');
  if (environments.length === 0 || actions.length === 0) throw refuse('environment and --action say what it is for');
  if (!(days > 0)) throw refuse(`days must be above 0, not "${days}"`);
  const isForDeveloper = actions.includes('dev');
  if (isForDeveloper !== (asked.developer !== undefined) || (isForDeveloper && actions.length > 1))
    throw refuse('developer goes with the action dev, and a key with it may nothing else');
  const made = asked.publicKey === undefined ? generateKeyPairSync('ed25519') : undefined;
  const publicKey = made?.publicKey ?? createPublicKey(asked.publicKey ?? '');
  if (publicKey.asymmetricKeyType !== 'ed25519') throw refuse('public-key must be an ed25519 key');
  await sql.query('insert into team (id, name, contact) values ($1, $1, $2) on conflict do nothing', [team, '']);
  const shownTo = asked.developer === undefined ? {} : { developer: await userOf(sql, asked.developer) };
  const key = await addApiKey(sql, { team, modules, actions, environments, days, ...shownTo });
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
  const signingId = await addSigningKey(sql, team, pem, days);
  if (made === undefined) return { key, signingId };
  return { key, signingId, privateKey: String(made.privateKey.export({ type: 'pkcs8', format: 'pem' })) };
}

/** The user behind a proven number; anything that is no number is a user id itself. Throws ReleaseError 422. */
async function userOf(sql: Sql, given: string): Promise<string> {
  if (!/^[\d+ ]+$/.test(given)) return given;
  const [row] = await sql.query<{ user: string }>(
    'select box_user as user from account where user_name = $1 and phone_verified',
    [given],
  );
  if (row === undefined) throw new ReleaseError(422, 'FORM_INPUT_INVALID', `developer: no account has proven ${given}`);
  return row.user;
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
    `select team, secret_hash, modules, actions, environments, developer from team_key join team on team.id = team_key.team
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
    keyId: id,
    ...(row.developer === null ? {} : { developer: row.developer }),
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
