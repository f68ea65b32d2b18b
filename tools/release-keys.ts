import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { runningDatabase } from '../backend/src/app/running-database.ts';
import { readConfig } from '../backend/src/kit/config.ts';
import type { Db } from '../backend/src/kit/platform.ts';
import { addApiKey, addSigningKey, KEY_ACTIONS, revokeKey } from '../backend/src/releases/team-keys.ts';

export interface KeyOptions {
  readonly team?: string;
  readonly module?: readonly string[];
  readonly environment?: readonly string[];
  readonly action?: readonly string[];
  readonly days?: string;
  readonly 'public-key'?: string;
}

const USAGE = `pnpm release keys <add | revoke | list>

Keys of the teams that release modules, in the database of the running product. Two may live at once: add the new one, use it, revoke the old one.

  add --team notes --module mfe-notes [--environment staging] [--action upload] [--days 365] [--public-key file.pem]
             prints a new key once, and the id of its signing key; without --public-key a new one is made and its private half printed once.
             --module, --environment and --action (${KEY_ACTIONS.join(', ')}) may be given several times
  revoke <id>
  list`;

const TEAM_ACTIONS = KEY_ACTIONS.filter((action) => action !== 'ops');

/** Adds, revokes or lists keys. Answers what a person is told; throws Error with a sentence when it cannot be done. */
export async function manageKeys([command, id = '']: readonly string[], options: KeyOptions): Promise<string> {
  if (command !== 'add' && command !== 'revoke' && command !== 'list') return USAGE;
  const db = await runningDatabase(readConfig());
  try {
    if (command === 'add') return await add(db, options);
    if (command === 'revoke') return (await revokeKey(db, id)) ? `${id} is revoked.` : `No key ${id} is in force.`;
    return await list(db);
  } finally {
    await db.close();
  }
}

async function add(db: Db, options: KeyOptions): Promise<string> {
  const { team = '', module: modules = [], environment: environments = ['staging', 'production'] } = options;
  const actions = KEY_ACTIONS.filter((action) => (options.action ?? TEAM_ACTIONS).includes(action));
  const days = Number(options.days ?? 365);
  if (!/^[a-z][a-z0-9-]{1,40}$/.test(team)) throw new Error('--team names a team, in small letters and dashes');
  if (modules.length === 0) throw new Error('--module names what the key is for; "*" for all modules');
  if (!(days > 0)) throw new Error(`--days must be above 0, not "${options.days}"`);
  const made = options['public-key'] === undefined ? generateKeyPairSync('ed25519') : undefined;
  const publicKey = made?.publicKey ?? createPublicKey(await readFile(options['public-key'] ?? '', 'utf8'));
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new Error('--public-key must be an ed25519 key');
  await db.query('insert into team (id, name, contact) values ($1, $1, $2) on conflict do nothing', [team, '']);
  const key = await addApiKey(db, { team, modules, actions, environments, days });
  const signing = await addSigningKey(db, team, String(publicKey.export({ type: 'spki', format: 'pem' })), days);
  const secret = made === undefined ? '' : `\n${String(made.privateKey.export({ type: 'pkcs8', format: 'pem' }))}`;
  return `RELEASE_KEY=${key}\nRELEASE_SIGNING_ID=${signing}${secret}`;
}

async function list(db: Db): Promise<string> {
  const rows = await db.query<Record<string, string>>(
    `select id, team, kind, array_to_string(modules, ' ') as modules, array_to_string(actions, ' ') as actions,
            array_to_string(environments, ' ') as environments, to_char(expires_at, 'YYYY-MM-DD') as until,
            case when revoked_at is not null then 'revoked' when expires_at <= now() then 'over' else 'in force' end as state
       from team_key order by team, kind, not_before`,
  );
  return rows.map((row) => Object.values(row).filter(Boolean).join('  ')).join('\n');
}
