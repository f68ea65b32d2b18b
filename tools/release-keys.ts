import { readFile } from 'node:fs/promises';
import { runningDatabase } from '../backend/src/app/running-database.ts';
import { readConfig } from '../backend/src/kit/config.ts';
import type { Db } from '../backend/src/kit/platform.ts';
import { ReleaseError } from '../backend/src/releases/release-error.ts';
import { KEY_ACTIONS, makeTeamKeys, revokeKey, TEAM_ACTIONS } from '../backend/src/releases/team-keys.ts';

export interface KeyOptions {
  readonly team?: string;
  readonly module?: readonly string[];
  readonly environment?: readonly string[];
  readonly action?: readonly string[];
  readonly days?: string;
  readonly 'public-key'?: string;
  readonly developer?: string;
}

const USAGE = `pnpm release keys <add | revoke | list>

Keys of the teams that release modules, in the database of the running product. Two may live at once: add the new one, use it, revoke the old one.

  add --team notes --module mfe-notes [--environment staging] [--action upload] [--days 365] [--public-key file.pem]
             prints a new key once, and the id of its signing key; without --public-key a new one is made and its private half printed once.
             --action dev --developer 0901234567: shows builds in development to that account, and may nothing else
             --module, --environment and --action (${KEY_ACTIONS.join(', ')}) may be given several times
  revoke <id>
  list`;

/**
 * Adds, revokes or lists keys. Returns the text to print; throws Error with a sentence when the command is not
 * possible.
 */
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
  const { key, signingId, privateKey } = await makeTeamKeys(db, {
    team: options.team ?? '',
    modules: options.module ?? [],
    // an unreleased build in production is for operators to say
    environments: options.environment ?? (options.developer === undefined ? ['staging', 'production'] : ['staging']),
    actions: options.action ?? TEAM_ACTIONS,
    days: Number(options.days ?? 365),
    ...(options.developer === undefined ? {} : { developer: options.developer }),
    ...(options['public-key'] === undefined ? {} : { publicKey: await readFile(options['public-key'], 'utf8') }),
  }).catch((error: unknown) => {
    // its message begins with what is missing
    throw error instanceof ReleaseError ? new Error(`--${error.message}`, { cause: error }) : error;
  });
  return `RELEASE_KEY=${key}\nRELEASE_SIGNING_ID=${signingId}${privateKey === undefined ? '' : `\n${privateKey}`}`;
}

async function list(db: Db): Promise<string> {
  const rows = await db.query<Record<string, string>>(
    `select id, team, kind, array_to_string(modules, ' ') as modules, array_to_string(actions, ' ') as actions,
            array_to_string(environments, ' ') as environments, to_char(expires_at, 'YYYY-MM-DD') as until,
            case when revoked_at is not null then 'revoked' when expires_at <= now() then 'over' else 'in force' end as state, developer
       from team_key order by team, kind, not_before`,
  );
  return rows.map((row) => Object.values(row).filter(Boolean).join('  ')).join('\n');
}
