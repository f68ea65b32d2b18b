// pnpm run restore <file>: restores a backup to an empty installation (DATA_DIR, DATABASE_URL). The product must be
// stopped.
import path from 'node:path';
import { readConfig } from '../backend/src/kit/config.ts';
import { openDatabase } from '../backend/src/app/database.ts';
import { BackupError, restore } from '../backend/src/app/backup.ts';

const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error('pnpm run restore <file>');
  process.exit(2);
}
const config = readConfig();
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const database = await openDatabase(config, quiet);
try {
  const count = await restore(database.db, path.join(config.dataDir, 'storage/files'), source);
  console.log(`Restored ${count.rows} rows of ${count.tables} tables and ${count.files} files.`);
} catch (error) {
  if (!(error instanceof BackupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await database.close();
}
