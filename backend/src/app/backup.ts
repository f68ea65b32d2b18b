import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { rowsOf } from '../kit/db/pool.ts';
import type { Db, Sql } from '../kit/platform.ts';

/** What a backup or a restore went through. */
export interface BackupCount {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

/** A backup cannot be created or restored; the message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const FORMAT = 1;
const BATCH = 500;
const CHUNK_BYTES = 512 * 1024;
/** Socket events are useless after a restore, and their transaction ids belong to the old server. */
const LEFT_OUT = new Set(['outbox', 'schema_migration']);

const Head = z.object({ format: z.literal(FORMAT), migrations: z.array(z.string()), made: z.string() });
const Line = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ row: z.record(z.string(), z.unknown()) }),
  z.object({
    file: z
      .string()
      .regex(/^[\w./-]+$/)
      .refine((key) => !key.split('/').includes('..')),
  }),
  z.object({ chunk: z.string() }),
  z.object({ end: z.object({ tables: z.number(), rows: z.number(), files: z.number(), sha256: z.string() }) }),
]);

/**
 * Writes database and files into one file (compressed JSON lines, owner-readable only): a consistent snapshot of a
 * running product. New files may be included without their record, never the reverse, since files are stored first and
 * read last.
 */
export async function backup(db: Db, filesDir: string, target: string, now = new Date()): Promise<BackupCount> {
  const draft = `${target}.${process.pid}`;
  const hash = createHash('sha256');
  const count = { tables: 0, rows: 0, files: 0 };
  async function* content(): AsyncGenerator<string> {
    const line = (value: object): string => {
      const text = `${JSON.stringify(value)}\n`;
      hash.update(text);
      return text;
    };
    const client = await db.pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      const sql: Sql = { query: (text, values = []) => rowsOf(client, { text, values: [...values] }) };
      yield line({ format: FORMAT, migrations: await migrationsOf(sql), made: now.toISOString() });
      for (const table of await tablesOf(sql)) {
        count.tables += 1;
        yield line({ table, columns: await columnsOf(sql, table) });
        await client.query(`declare rows no scroll cursor for select to_jsonb(t) as row from ${quoted(table)} t`);
        for (;;) {
          const { rows } = await client.query<{ row: object }>(`fetch ${BATCH} from rows`);
          for (const { row } of rows) yield line({ row });
          count.rows += rows.length;
          if (rows.length < BATCH) break;
        }
        await client.query('close rows');
      }
      await client.query('commit');
    } finally {
      client.release();
    }
    for await (const key of filesBelow(filesDir)) {
      count.files += 1;
      yield line({ file: key });
      for await (const bytes of createReadStream(path.join(filesDir, key), { highWaterMark: CHUNK_BYTES }))
        yield line({ chunk: (bytes as Buffer).toString('base64') });
    }
    yield `${JSON.stringify({ end: { ...count, sha256: hash.digest('base64') } })}\n`;
  }
  await mkdir(path.dirname(path.resolve(target)), { recursive: true });
  try {
    await pipeline(
      Readable.from(content()),
      createGzip({ level: 6 }),
      createWriteStream(draft, { mode: 0o600, flush: true }),
    );
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return count;
}

/**
 * Restores a backup into an empty installation, all or nothing: its count and hash are verified before the database
 * commits.
 * @throws BackupError for a corrupt file, another version, or a non-empty installation
 */
export async function restore(db: Db, filesDir: string, source: string): Promise<BackupCount> {
  return db.tx(async (sql) => {
    const [used] = await sql.query(
      'select 1 from account union all select 1 from fhir_resource where patient_id is not null limit 1',
    );
    if (used !== undefined)
      throw new BackupError('This installation holds data. A backup is restored into an empty one only.');
    await clearReleases(sql);
    const hash = createHash('sha256');
    const count = { tables: 0, rows: 0, files: 0 };
    let table: { name: string; columns: readonly string[]; rows: object[] } | undefined;
    let file: Awaited<ReturnType<typeof open>> | undefined;
    let end: z.output<typeof Line> | undefined;
    let isFirst = true;

    const flush = async (): Promise<void> => {
      if (table === undefined || table.rows.length === 0) return;
      const columns = table.columns.map(quoted).join(', ');
      await sql.query(
        `insert into ${quoted(table.name)} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${quoted(table.name)}, $1::jsonb)`,
        [JSON.stringify(table.rows)],
      );
      table.rows = [];
    };

    for await (const text of linesOf(source)) {
      if (end !== undefined) throw new BackupError('The file goes on after its end.');
      if (isFirst) {
        await checkHead(sql, text);
        isFirst = false;
        hash.update(`${text}\n`);
        continue;
      }
      const line = parse(text);
      if ('end' in line) {
        end = line;
        continue;
      }
      hash.update(`${text}\n`);
      if ('row' in line) {
        if (table === undefined) throw broken();
        table.rows.push(line.row);
        count.rows += 1;
        if (table.rows.length >= BATCH) await flush();
        continue;
      }
      if ('table' in line) {
        await flush();
        await clear(sql, line.table);
        table = { name: line.table, columns: line.columns, rows: [] };
        count.tables += 1;
        continue;
      }
      await flush();
      table = undefined;
      if ('file' in line) {
        await file?.close();
        const target = path.join(filesDir, line.file);
        await mkdir(path.dirname(target), { recursive: true });
        file = await open(target, 'w', 0o640);
        count.files += 1;
      } else await file?.write(Buffer.from(line.chunk, 'base64'));
    }
    await flush();
    await file?.close();
    if (end === undefined || !('end' in end)) throw broken();
    checkEnd(end.end, count, hash);
    await continueSequences(sql);
    // pages from before the restore must accept a registry with a lower serial
    await sql.query('update registry_generation set generation = generation + 1');
    return count;
  });
}

async function checkHead(sql: Sql, text: string): Promise<void> {
  const head = Head.safeParse(jsonOf(text));
  if (!head.success) throw new BackupError('The file is no backup of this product.');
  const own = await migrationsOf(sql);
  if (own.join() !== head.data.migrations.join()) {
    throw new BackupError(
      'The backup was made by another version. Restore it with that version, then start the newer one on the data.',
    );
  }
}

function checkEnd(told: BackupCount & { readonly sha256: string }, count: BackupCount, hash: Hash): void {
  if (
    told.tables !== count.tables ||
    told.rows !== count.rows ||
    told.files !== count.files ||
    told.sha256 !== hash.digest('base64')
  )
    throw broken();
}

async function migrationsOf(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration order by name',
  );
  return rows.map(({ name, sha256 }) => `${name} ${sha256}`);
}

/** All tables in foreign key order. Partitions come with their table. */
async function tablesOf(sql: Sql): Promise<readonly string[]> {
  const tables = (
    await sql.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    )
  )
    .map(({ name }) => name)
    .filter((name) => !LEFT_OUT.has(name));
  const needs = await sql.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  const ordered: string[] = [];
  const visit = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const { parent } of needs.filter(({ child }) => child === name)) visit(parent);
    ordered.push(name);
  };
  tables.forEach(visit);
  return ordered;
}

/** Columns with own values; generated ones are recomputed. */
async function columnsOf(sql: Sql, table: string): Promise<readonly string[]> {
  return (
    await sql.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [quoted(table)],
    )
  ).map(({ name }) => name);
}

/** Migrations and first start insert rows (signing keys, reference data), which the backup replaces. */
async function clear(sql: Sql, table: string): Promise<void> {
  if ((await sql.query('select to_regclass($1) as found', [quoted(table)]))[0]?.['found'] == null) throw broken();
  if (!APPEND_ONLY.has(table)) await sql.query(`delete from ${quoted(table)}`);
}
const APPEND_ONLY = new Set(['audit_event', 'channel_event']);

/** Releases published on the first start of an empty installation are replaced with their history; files stay. */
async function clearReleases(sql: Sql): Promise<void> {
  await sql.query('alter table channel_event disable trigger user');
  await sql.query(
    'truncate team, team_key, module, claim, blob, release, release_file, channel, channel_event, dev_build',
  );
  await sql.query('alter table channel_event enable trigger user');
}

/** Sequences continue after the highest restored value. */
async function continueSequences(sql: Sql): Promise<void> {
  const owned = await sql.query<{ table: string; column: string; sequence: string }>(
    `select t.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(t.relname), a.attname) as sequence
       from pg_class t join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public' join pg_attribute a on a.attrelid = t.oid and a.attidentity <> '' where t.relkind in ('r', 'p')`,
  );
  for (const { table, column, sequence } of owned) {
    await sql.query(
      `select setval($1, coalesce((select max(${quoted(column)}) from ${quoted(table)}), 0) + 1, false)`,
      [sequence],
    );
  }
}

async function* filesBelow(dir: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(path.join(dir, below), { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const key = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(dir, key);
    else if (entry.isFile()) yield key;
  }
}

async function* linesOf(source: string): AsyncGenerator<string> {
  if (
    await stat(source).then(
      (info) => !info.isFile(),
      () => true,
    )
  )
    throw new BackupError(`There is no file ${source}.`);
  const input = createReadStream(source);
  const unzipped = input.pipe(createGunzip());
  input.on('error', (error) => unzipped.destroy(error));
  try {
    yield* createInterface({ input: unzipped, crlfDelay: Infinity });
    if (unzipped.errored) throw unzipped.errored;
  } catch (error) {
    throw broken(error);
  }
}

function parse(text: string): z.output<typeof Line> {
  const line = Line.safeParse(jsonOf(text));
  if (!line.success) throw broken();
  return line.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw broken(error);
  }
}

function broken(cause?: unknown): BackupError {
  return new BackupError('The file is cut off or damaged. Nothing was restored.', { cause });
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
