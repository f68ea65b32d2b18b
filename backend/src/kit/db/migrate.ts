import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { StartFault } from '../start-fault.ts';
import type { Db } from '../platform.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/** Any number, the same in every process of this product. */
const LOCK = 7_251_001;
/** Large databases, and waiting for another migrating process, exceed the usual statement timeout. */
const UNHURRIED = 'set local statement_timeout = 0';

/**
 * Applies the numbered .sql files, each in a transaction, and returns those that ran. Concurrent processes wait for
 * each other.
 * @throws if an applied file changed, or the database has one unknown to this program
 */
export async function migrate(db: Db, folder = FOLDER): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(path.join(folder, name), 'utf8') })),
  );

  return db.tx(async (lock) => {
    await lock.query(UNHURRIED);
    await lock.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await db.query(
      'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const applied = new Map(
      (await db.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration')).map((row) => [
        row.name,
        row.sha256,
      ]),
    );
    const unknown = [...applied.keys()].filter((name) => !names.includes(name)).sort();
    if (unknown.length > 0) {
      throw new StartFault(
        `This program is older than its database, which has ${unknown.at(-1)}: start the version that made it or a newer one, or set DATABASE_URL or DATA_DIR to another database.`,
      );
    }
    const ran: string[] = [];
    for (const { name, text } of files) {
      const sha256 = createHash('sha256').update(text).digest('hex');
      const known = applied.get(name);
      if (known !== undefined && known !== sha256)
        throw new Error(`Migration ${name} changed after it had run. Add a new file instead.`);
      if (known !== undefined) continue;
      await db.tx(async (sql) => {
        await sql.query(UNHURRIED);
        await sql.query(text);
        await sql.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
      });
      ran.push(name);
    }
    return ran;
  });
}
