import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Db, Sql } from '../kit/platform.ts';
import { OWN_TEAM } from './team-keys.ts';

const Screens = z.array(z.object({ screen: z.string().min(1), path: z.string().startsWith('/') }));

/** Keeps the names of a module's screens, and the first words of their paths, for the module that was first. */
export async function claimScreens(
  sql: Sql,
  module: string,
  screens: readonly { readonly screen: string; readonly path: string }[],
): Promise<void> {
  const names = screens.flatMap(({ screen, path: address }) => [
    { kind: 'screen', value: screen },
    { kind: 'segment', value: address.split('/')[1] ?? '' },
  ]);
  await sql.query(
    `insert into claim (kind, value, module) select distinct kind, value, $2 from json_to_recordset($1::json) as (kind text, value text)
      where value <> '' on conflict do nothing`,
    [JSON.stringify(names), module],
  );
}

/** The shell's own screens, as its build lists them, belong to it before any module comes. A shell without that list claims nothing. */
export async function claimShell(db: Db, shellDir: string): Promise<void> {
  const text = await readFile(path.join(shellDir, 'screens.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const screens = Screens.parse(JSON.parse(text));
  await db.tx(async (sql) => {
    await sql.query(`insert into team (id, name, contact) values ($1, $1, '') on conflict do nothing`, [OWN_TEAM]);
    await sql.query(`insert into module (name, team, kind) values ('shell', $1, 'shell') on conflict do nothing`, [
      OWN_TEAM,
    ]);
    await claimScreens(sql, 'shell', screens);
  });
}
