import type { Action, Rights } from '../kit/platform.ts';

/** A level of a right to a record. */
export interface Level {
  readonly name: Rights;
  /** Higher ranks include the rights of lower ones. */
  readonly rank: number;
}

/** All levels, lowest first. The table `access_level`, used for ranking in SQL, has the same content (ADR 0055). */
export const LEVELS: readonly Level[] = [
  { name: 'read', rank: 1 },
  { name: 'write', rank: 2 },
];

/** The narrowest level that allows an action. */
const NEEDED: Readonly<Record<Action, Rights>> = {
  read: 'read',
  create: 'write',
  update: 'write',
  delete: 'write',
  share: 'write',
};

/** The rights that allow an action, by rank. */
export function rightsThatAllow(action: Action, levels = LEVELS): readonly Rights[] {
  const needed = levels.find(({ name }) => name === NEEDED[action])?.rank ?? Infinity;
  return levels.filter(({ rank }) => rank >= needed).map(({ name }) => name);
}

/** SQL condition on a row of `held_access`: a right in force that allows an action. */
export function rightsSql(action: Action): string {
  return `rights in (${rightsThatAllow(action)
    .map((name) => `'${name}'`)
    .join(', ')})`;
}

/**
 * SQL aggregate for the highest right in a query grouping `held_access`, null if none. `filter` restricts the rows.
 * Other columns must be grouped or aggregated too.
 */
export function widestRightSql(filter = 'true'): string {
  return `(select name from access_level where name = any(array_agg(rights) filter (where ${filter})) order by rank desc limit 1)`;
}

/** SQL for the rank of the right in a row of `held_access`. */
export const RANK_SQL = '(select rank from access_level where name = rights)';
