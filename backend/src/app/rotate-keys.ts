import { readConfig, type Config } from '../kit/config.ts';
import { openDatabase } from './database.ts';
import { createLogger } from '../kit/logger.ts';
import type { Db } from '../kit/platform.ts';
import { idleLife } from '../identity/adapter.ts';
import { addKey, promoteKey, retireKeys } from '../identity/signing-keys.ts';

const USAGE = `pnpm run rotate-keys <add | promote | retire | status>

Changes the key that signs tokens, in three steps; nobody is signed out.
  add      publish a new key beside the old one
  promote  a minute later: the new key signs
  retire   when the last token of the old key has ended: the old key is gone
Needs the settings of the backend; with the embedded database the backend must be stopped.`;

/**
 * Runs one step and returns a message.
 * @throws Error with a sentence if the step is not possible yet
 */
export async function rotateKeys(command: string | undefined, db: Db, sessions: Config['sessions']): Promise<string> {
  switch (command) {
    case 'add':
      return `The key ${await addKey(db)} is published. Running services take it over within a minute; then: promote.`;
    case 'promote':
      return `The key ${await promoteKey(db)} signs from now on. After ${idleLife(sessions)} seconds: retire.`;
    case 'retire':
      return `Retired: ${(await retireKeys(db, idleLife(sessions))).join(', ')}.`;
    case 'status': {
      const rows = await db.query<{ kid: string; state: string }>(
        `select kid, case when retired_at is not null then 'retired' when active_from > now() then 'waiting'
                  when active_from = max(active_from) filter (where retired_at is null and active_from <= now()) over () then 'signs' else 'verifies' end as state
           from signing_key order by active_from desc`,
      );
      return rows.map(({ kid, state }) => `${kid}  ${state}`).join('\n');
    }
    default:
      return USAGE;
  }
}

async function main(): Promise<void> {
  const config = readConfig();
  const database = await openDatabase(config, createLogger('silent'));
  try {
    console.log(await rotateKeys(process.argv[2], database.db, config.sessions));
  } finally {
    await database.close();
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
