import type { Action, Rights } from '../kit/platform.ts';
import { LEVELS, rightsSql, rightsThatAllow, type Level } from './levels.ts';
import { can, canAccess } from './policy.ts';

const ACTIONS: readonly Action[] = ['read', 'create', 'update', 'delete', 'share'];

test.each<[right: Rights | undefined, may: readonly Action[]]>([
  [undefined, []],
  ['read', ['read']],
  ['write', ACTIONS],
])('a right of %s allows %j', (right, may) => {
  expect(ACTIONS.filter((action) => can(right, action))).toEqual(may);
  const patients = new Map(right === undefined ? [] : [['an', right]]);
  const actor = { kind: 'person', userId: 'u', patients, mainPatient: undefined } as const;
  expect(ACTIONS.filter((action) => canAccess(actor, 'an', action))).toEqual(may);
  expect(ACTIONS.filter((action) => canAccess(actor, undefined, action))).toEqual([]);
});

test.each(['comment', 'study', 'xray'])('a level between allows what its rank says, whatever its name: %s', (name) => {
  const [narrow, wide] = LEVELS;
  if (narrow === undefined || wide === undefined) throw new Error('no levels');
  const between: Level = { name: name as Rights, rank: (narrow.rank + wide.rank) / 2 };
  // in whatever order they stand
  const levels = [wide, between, narrow];
  expect(rightsThatAllow('read', levels)).toEqual(['write', name, 'read']);
  expect(rightsThatAllow('update', levels)).toEqual(['write']);
});

test('SQL asks for the rights that allow an action by their names', () => {
  expect([rightsSql('read'), rightsSql('share')]).toEqual(["rights in ('read', 'write')", "rights in ('write')"]);
});
