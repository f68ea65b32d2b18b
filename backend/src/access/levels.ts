import type { Action, Rights } from '../kit/platform.ts';

/** A level of a right to a record. */
export interface Level {
  readonly name: Rights;
  /** The higher, the wider: a right allows what those of a lower rank allow, too. */
  readonly rank: number;
}

/** All levels, the narrowest first. The table `access_level`, by which SQL ranks, holds the same (ADR 0055). */
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

/** Condition of SQL that holds for a right, in a row of `held_access`, that allows an action. */
export function rightsSql(action: Action): string {
  return `rights in (${rightsThatAllow(action)
    .map((name) => `'${name}'`)
    .join(', ')})`;
}

/**
 * SQL for the widest of the rights that a query of `held_access` groups, null when there is none. `filter` is a condition on the rows that count.
 * It is an aggregate: the query's other columns are grouped or aggregates, too.
 */
export function widestRightSql(filter = 'true'): string {
  return `(select name from access_level where name = any(array_agg(rights) filter (where ${filter})) order by rank desc limit 1)`;
}

/** SQL for the rank of the right in a row of `held_access`. */
export const RANK_SQL = '(select rank from access_level where name = rights)';
