import { randomUUID } from 'node:crypto';
import { openPool } from '../src/kit/db/pool.ts';
import type { UpstreamServer } from '../src/records/upstream/server.ts';
import { createUnits } from '../src/records/upstream/unit.ts';
import { ownDatabase } from './template-databases.ts';

test('finishes a call that was cut off before the one that holds its rows, which must try again', async () => {
  const database = await ownDatabase('empty');
  const [db, journal] = [openPool(database.url, () => undefined, 4), openPool(database.url, () => undefined, 4)];
  try {
    const sent: unknown[] = [];
    const server = {
      shows: async () => true,
      transaction: async (writes) => {
        sent.push(writes);
        return writes.map(() => ({}));
      },
    } satisfies Pick<UpstreamServer, 'shows' | 'transaction'>;
    const units = createUnits(db, journal, server as Partial<UpstreamServer> as UpstreamServer, {
      warn: () => undefined,
    });
    await db.query('create table child (name text primary key)');
    const store = `insert into child (name) values ('AN') on conflict do nothing`;
    const call = () =>
      units.db.tx(async (sql) => {
        await sql.query(store);
        // only now are the first one's locks released
        await journal.query('insert into foreign_unit (id, sign, statements) values ($1, $2, $3)', [
          randomUUID(),
          '{}',
          JSON.stringify([{ text: store, values: [] }]),
        ]);
        units.of(sql)?.pending.set('Patient/x', {
          write: { method: 'PUT', type: 'Patient', id: 'x', resource: { resourceType: 'Patient', id: 'x' } },
          version: '1',
          before: undefined,
        } as never);
      });
    await expect(call()).rejects.toMatchObject({ statusCode: 503 });
    expect([sent, await db.query('select name from child')]).toEqual([[], []]);
    expect([await units.recoverPending(), await db.query('select name from child')]).toEqual([1, [{ name: 'AN' }]]);
  } finally {
    await Promise.all([db.close(), journal.close()]);
    await database.drop();
  }
});
