import { CONTRACT_VERSION } from '@phr/contract/version';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Sql } from '../kit/platform.ts';

/** Days that a page may stay open with the shell it was loaded with. */
const IN_USE_DAYS = 30;
/** A shell as reported by its build, or by a web process on another machine that serves it. */
export const Host = z.object({ contract: z.string().regex(/^\d+\.\d+\.\d+$/) });

/**
 * The contract version of the shell in a folder. A build that does not yet state its contract version is taken to have
 * this server's.
 */
export async function contractOfShell(shellDir: string): Promise<string> {
  const text = await readFile(path.join(shellDir, 'host.json'), 'utf8').catch(() => undefined);
  return text === undefined ? CONTRACT_VERSION : Host.parse(JSON.parse(text)).contract;
}

/** Records that an environment serves a shell with this contract version today. */
export async function recordHost(sql: Sql, environment: string, contract: string): Promise<void> {
  await sql.query(
    `insert into host_contract (environment, contract, last_on) values ($1, $2, current_date)
     on conflict (environment, contract) do update set last_on = excluded.last_on where host_contract.last_on < excluded.last_on`,
    [environment, contract],
  );
}

/** Contract versions of the shells that an environment served in the last 30 days. */
export async function hostsInUse(sql: Sql, environment: string): Promise<readonly string[]> {
  const rows = await sql.query<{ contract: string }>(
    'select contract from host_contract where environment = $1 and last_on > current_date - $2::int order by contract',
    [environment, IN_USE_DAYS],
  );
  return rows.map(({ contract }) => contract);
}
