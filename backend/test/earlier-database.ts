import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../src/kit/db/migrate.ts';
import { openPool } from '../src/kit/db/pool.ts';
import { ownDatabase } from './template-databases.ts';

const FOLDER = fileURLToPath(new URL('../migrations/', import.meta.url));

export interface EarlierDatabase {
  readonly db: ReturnType<typeof openPool>;
  /** Runs all migrations that are left. */
  migrate(): Promise<readonly string[]>;
  drop(): Promise<void>;
}

/** A separate database with the schema before a migration ('0615'). */
export async function databaseBefore(migration: string): Promise<EarlierDatabase> {
  const database = await ownDatabase('empty');
  const db = openPool(database.url, () => undefined, 4);
  await db.query('drop schema public cascade');
  await db.query('create schema public');
  const old = await mkdtemp(path.join(tmpdir(), 'phr-migrations-'));
  for (const name of await readdir(FOLDER))
    if (name < migration) await copyFile(path.join(FOLDER, name), path.join(old, name));
  await migrate(db, old);
  return {
    db,
    migrate: () => migrate(db, FOLDER),
    async drop() {
      await db.close();
      await Promise.all([database.drop(), rm(old, { recursive: true })]);
    },
  };
}
