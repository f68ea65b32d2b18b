import { databaseBefore, type EarlierDatabase } from './earlier-database.ts';

let earlier: EarlierDatabase;
let db: EarlierDatabase['db'];

beforeAll(async () => {
  earlier = await databaseBefore('0620');
  ({ db } = earlier);
});
afterAll(() => earlier.drop());

test('older accounts must prove their sign-in number, unless somebody else already has', async () => {
  const account = (id: string, name: string, phone: string) =>
    db.query(
      `insert into account (id, user_name, phone, phone_verified, full_name, password_hash, box_user) values ($1, $2, $3, true, 'A', 'x', $1)`,
      [id, name, phone],
    );
  await account('same', '0901000001', '84901000001');
  await account('other', '0901000002', '84909999999');
  await db.query(
    `insert into one_time_code (id, subject, account_id, purpose, code_hash, expires_at) values ('c', 'same', 'same', 'phone', 'x', now()), ('p', 'same', 'same', 'password', 'x', now())`,
  );

  await earlier.migrate();

  expect(
    await db.query('select id, user_name, phone, phone_verified, number_lost_at from account order by id'),
  ).toEqual([
    { id: 'other', user_name: '0901000002', phone: '84901000002', phone_verified: false, number_lost_at: null },
    { id: 'same', user_name: '0901000001', phone: '84901000001', phone_verified: true, number_lost_at: null },
  ]);
  // a code that was already sent confirms the number that it was sent to
  expect(await db.query('select id, phone, requester from one_time_code order by id')).toEqual([
    { id: 'c', phone: '84901000001', requester: 'own' },
    { id: 'p', phone: null, requester: 'own' },
  ]);

  // whatever the program does, the database keeps it so
  await db.query(
    `insert into account (id, user_name, phone, full_name, password_hash, box_user) values ('second', '0901000001', '84901000001', 'B', 'x', 'second')`,
  );
  await expect(db.query(`update account set phone_verified = true where id = 'second'`)).rejects.toThrow(
    'account_by_proven_number',
  );
  await expect(db.query(`update account set phone = '84909999999' where id = 'second'`)).rejects.toThrow(
    'account_one_number',
  );
  await expect(db.query(`update account set number_lost_at = now() where id = 'same'`)).rejects.toThrow(
    'account_lost_is_not_proven',
  );
});
