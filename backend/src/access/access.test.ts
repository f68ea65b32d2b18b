import type { AuditEntry, Db } from '../kit/platform.ts';
import { createAccess } from './access.ts';

/** Rights over a database that always returns the same rows, or fails; and the notes that were written. */
function open(answer: () => object[]) {
  const noted: AuditEntry[] = [];
  const asked: unknown[] = [];
  const query = async (_text: string, values: readonly unknown[]) => {
    asked.push(values);
    return answer();
  };
  const access = createAccess({ query, prepared: query } as unknown as Db, async (entry) => void noted.push(entry));
  return { access, noted, asked };
}
const right = { userId: 'an', patientId: 'p', source: 'family', rights: 'read' } as const;

test('a right that begins is noted with who gave it; one that was there already is not', async () => {
  const entry = { action: 'create', type: 'grant', outcome: 'success', patientId: 'p', entity: 'User/an' };
  const added = open(() => [{ added: true }]);
  await added.access.grant({ ...right, by: 'binh' });
  await added.access.grant(right);
  expect(added.noted).toEqual([
    { ...entry, userId: 'binh' },
    { ...entry, userId: 'an' },
  ]);
  for (const rows of [[{ added: false }], []]) {
    const there = open(() => rows);
    await there.access.grant(right);
    expect(there.noted).toEqual([]);
  }
});

test("a partner's link is given no right", async () => {
  const { access, asked } = open(() => [{ added: true }]);
  await expect(access.grant({ ...right, userId: 'PartnerLink/1' })).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  expect(asked).toEqual([]);
});

test('a second main patient of an account is a conflict, any other fault stays what it is', async () => {
  const failing = (fault: Error) =>
    open(() => {
      throw fault;
    }).access.grant({ ...right, source: 'self' });
  const taken = Object.assign(new Error('duplicate'), { constraint: 'access_self' });
  await expect(failing(taken)).rejects.toMatchObject({ code: 'CONFLICT' });
  const other = Object.assign(new Error('other'), { constraint: 'access_patient' });
  await expect(failing(other)).rejects.toBe(other);
});

test('a right that ends is noted with who ended it; where none ended, nothing is', async () => {
  const ended = open(() => [{ id: 1 }]);
  await ended.access.revoke({ ...right, by: 'binh' });
  expect(ended.noted).toMatchObject([{ action: 'delete', type: 'revoke', userId: 'binh', entity: 'User/an' }]);
  const none = open(() => []);
  await none.access.revoke(right);
  expect(none.noted).toEqual([]);
});

test('rights are read by record: whole ones, parts, and the own record', async () => {
  const part = { types: ['Observation'], codes: null };
  const { access, asked } = open(() => [
    { patient_id: 'an', rights: 'write', own: true, parts: null },
    { patient_id: 'me', rights: null, own: false, parts: [part] },
    { patient_id: 'bo', rights: 'read', own: false, parts: [part] },
  ]);
  expect(await access.rightsOf('an')).toEqual({
    patients: new Map([
      ['an', 'write'],
      ['bo', 'read'],
    ]),
    parts: new Map([
      ['me', [part]],
      ['bo', [part]],
    ]),
    mainPatient: 'an',
  });
  expect(asked).toEqual([['an']]);
  expect(await open(() => []).access.rightsOf('an')).toMatchObject({ mainPatient: undefined });
});

test('records that are open whole, and the own one, are asked for by user, also in a transaction', async () => {
  const rows = [{ patient_id: 'an', rights: 'write' }];
  const { access, asked } = open(() => rows);
  expect([await access.allowedPatients('u'), await access.mainPatient('u')]).toEqual([
    new Map([['an', 'write']]),
    'an',
  ]);
  expect(await open(() => []).access.mainPatient('u')).toBeUndefined();
  expect(asked).toEqual([['u'], ['u']]);
  const within: unknown[] = [];
  const sql = { query: async (_: string, values: unknown) => (within.push(values), rows) } as never;
  await access.allowedPatients('v', sql);
  await access.mainPatient('v', sql);
  await access.rightsOf('v', sql);
  expect([within, asked.length]).toEqual([[['v'], ['v'], ['v']], 2]);
});

test('a right is given from now on and without end, unless its time is told', async () => {
  const { access, asked } = open(() => [{ added: true }]);
  await access.grant(right);
  await access.grant({ ...right, startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' } as never);
  expect(asked).toEqual([
    ['an', 'p', 'family', 'read', null, null],
    ['an', 'p', 'family', 'read', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
  ]);
});
