// pnpm run backup [file]: writes the database and the files of this installation into one file; the product may be
// running or stopped.
import path from 'node:path';
import { readConfig } from '../backend/src/kit/config.ts';
import { runningDatabase } from '../backend/src/app/running-database.ts';
import { openDatabase } from '../backend/src/app/database.ts';
import { backup } from '../backend/src/app/backup.ts';

const config = readConfig();
const [
  target = path.join(
    config.dataDir,
    'backups',
    `phr-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.backup`,
  ),
] = process.argv.slice(2);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const db = await runningDatabase(config).catch(() => openDatabase(config, quiet));
const started = performance.now();
try {
  const count = await backup('db' in db ? db.db : db, path.join(config.dataDir, 'storage/files'), target);
  console.log(
    `${target}: ${count.rows} rows of ${count.tables} tables and ${count.files} files in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
} finally {
  await db.close();
}
