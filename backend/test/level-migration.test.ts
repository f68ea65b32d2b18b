import { createAccess } from '../src/access/access.ts';
import { LEVELS } from '../src/access/levels.ts';
import type { Rights } from '../src/kit/platform.ts';
import { databaseBefore, type EarlierDatabase } from './earlier-database.ts';

let earlier: EarlierDatabase;
let db: EarlierDatabase['db'];

beforeAll(async () => {
  earlier = await databaseBefore('0640');
  ({ db } = earlier);
  await db.query(
    `insert into access (user_id, patient_id, source, rights, revoked_at, types) values
       ('u', 'a', 'self', 'write', null, null), ('u', 'b', 'family', 'read', null, null), ('u', 'b', 'link', 'write', null, null),
       ('u', 'c', 'family', 'write', now(), null), ('u', 'd', 'consent', 'read', null, '{Observation}')`,
  );
});
afterAll(() => earlier.drop());

const rows = () => db.query('select * from access order by id');

test('rights of before stay as they are, row by row, and open what they opened', async () => {
  const before = await rows();
  expect(await earlier.migrate()).toContain('0640_access_level.sql');
  expect(await rows()).toEqual(before);
  const { patients, parts, mainPatient } = await createAccess(db).rightsOf('u');
  expect([...patients].sort()).toEqual([
    ['a', 'write'],
    ['b', 'write'],
  ]);
  expect([...parts.keys()]).toEqual(['d']);
  expect(mainPatient).toBe('a');
});

test('the database ranks the levels as the program does, and takes no other', async () => {
  expect(await db.query('select name, rank from access_level order by rank')).toEqual(LEVELS);
  await expect(
    db.query(`insert into access (user_id, patient_id, source, rights) values ('u', 'e', 'family', 'admin')`),
  ).rejects.toThrow('access_of_level');
  // a part of a record is for reading, as before
  await expect(
    db.query(
      `insert into access (user_id, patient_id, source, rights, types) values ('u', 'e', 'consent', 'write', '{Observation}')`,
    ),
  ).rejects.toThrow('access_part_is_for_reading');
});

test.each(['a-wide', 'z-wide'])('the widest right is that of the highest rank, whatever its name: %s', async (wide) => {
  const user = `of-${wide}`;
  await db.query('insert into access_level (name, rank) select $1, max(rank) + 1 from access_level', [wide]);
  const access = createAccess(db);
  for (const [source, rights] of [
    ['family', 'read'],
    ['link', wide as Rights],
    ['grant', 'write'],
  ] as const)
    await access.grant({ userId: user, patientId: 'p', source, rights });
  expect((await access.allowedPatients(user)).get('p')).toBe(wide);
  expect((await access.rightsOf(user)).patients.get('p')).toBe(wide);
});
