import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ModuleManifest, RouteEntry } from '@phr/contract/registry';
import { z } from 'zod';
import type { Db, Sql } from '../kit/platform.ts';
import type { Claim } from './ports.ts';
import { OWN_TEAM } from './team-keys.ts';

const Screens = z.array(z.object({ screen: z.string().min(1), path: z.string().startsWith('/') }));

type Place = Pick<RouteEntry, 'screen' | 'path' | 'serves' | 'shows'>;
interface Claiming extends Pick<ModuleManifest, 'name' | 'tiles'> {
  readonly routes: readonly Place[];
}

/**
 * Names claimed by a module: each belongs to the first accepted one. A path claims its first segment and everything
 * below. `serves` and `shows` count like screen names.
 */
export function claimsOf(module: Claiming): readonly Claim[] {
  const { name, routes, tiles = [] } = module;
  const claim = (kind: Claim['kind']) => (value: string) => ({ kind, value, module: name });
  const claims = [
    ...routes.flatMap((route) => firstSegment(route.path) ?? []).map(claim('segment')),
    ...routes.flatMap(namesOf).map(claim('screen')),
    ...tiles.map((tile) => tile.name).map(claim('tile')),
  ];
  return claims.filter(({ kind, value }, at) => claims.findIndex((c) => c.kind === kind && c.value === value) === at);
}

/** Lookup keys of a screen: name, purposes, types. */
export const namesOf = ({ screen, serves = [], shows = [] }: Place): readonly string[] => [screen, ...serves, ...shows];

export const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

/** First segment of a path; undefined if it is a parameter or the root. */
export function firstSegment(path: string): string | undefined {
  const [first = ''] = segmentsOf(path);
  return /^[\w-][\w.-]*$/.test(first) ? first : undefined;
}

/** Arbitrary lock id, the same in every process: claiming is exclusive. */
const NAMES_LOCK = 7_251_601;

/** Which of these names belong to other modules, locked until the end of the transaction. */
export async function claimedByOthers(sql: Sql, claims: readonly Claim[]): Promise<readonly Claim[]> {
  await sql.query('select pg_advisory_xact_lock($1)', [NAMES_LOCK]);
  return sql.query<Claim & Record<string, string>>(
    `select claim.kind, claim.value, claim.module from claim
       join json_to_recordset($1::json) as own (kind text, value text, module text)
         on own.kind = claim.kind and own.value = claim.value and own.module <> claim.module`,
    [JSON.stringify(claims)],
  );
}

/** Stores names for the first claiming module. */
export async function storeClaims(sql: Sql, claims: readonly Claim[]): Promise<void> {
  await sql.query(
    `insert into claim (kind, value, module)
      select kind, value, module from json_to_recordset($1::json) as (kind text, value text, module text) on conflict do nothing`,
    [JSON.stringify(claims)],
  );
}

/** Claims the shell's own screens, as listed by its build, before any module. Without that list nothing is claimed. */
export async function claimShell(db: Db, shellDir: string): Promise<void> {
  const text = await readFile(path.join(shellDir, 'screens.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const routes = Screens.parse(JSON.parse(text));
  await db.tx(async (sql) => {
    await sql.query(`insert into team (id, name, contact) values ($1, $1, '') on conflict do nothing`, [OWN_TEAM]);
    await sql.query(`insert into module (name, team, kind) values ('shell', $1, 'shell') on conflict do nothing`, [
      OWN_TEAM,
    ]);
    await storeClaims(sql, claimsOf({ name: 'shell', routes }));
  });
}
