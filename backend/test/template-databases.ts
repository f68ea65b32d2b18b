import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startEmbeddedServer } from '../src/demo/embedded-server.ts';
import { migrate } from '../src/kit/db/migrate.ts';
import { openPool } from '../src/kit/db/pool.ts';
import { createRepository } from '../src/records/postgres/repository.ts';
import { loadReference } from '../src/gateway/reference/load.ts';
import { createAccess } from '../src/access/access.ts';
import { createAudit } from '../src/access/audit.ts';

/** 'empty': the schema and nothing else. 'words': with the reference lists of every installation. */
export type Template = 'empty' | 'words';

export interface CopiedDatabase {
  readonly url: string;
  /** Closes remaining connections and drops the database. */
  drop(): Promise<void>;
}

export interface TemplateServer {
  /** Address of the server, for `copyOf` in other processes. */
  readonly address: string;
  readonly pid: () => number | undefined;
  stop(): Promise<void>;
}

/**
 * One database server for a whole test run, with databases to copy from: a copy takes a fraction of the time of a new
 * server with all migrations.
 */
export async function startTemplateServer(): Promise<TemplateServer> {
  const dir = await mkdtemp(path.join(tmpdir(), 'phr-templates-'));
  const server = await startEmbeddedServer({
    dir,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    throwAway: true,
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await asAdmin(server.url('postgres'), 'create database empty');
    const empty = openPool(server.url('empty'), () => undefined, 4);
    await migrate(empty).finally(() => empty.close());
    await asAdmin(server.url('postgres'), 'create database words template empty');
    const words = openPool(server.url('words'), () => undefined, 4);
    const audit = createAudit(words);
    await loadReference(words, createRepository({ db: words, access: createAccess(words), audit })).finally(() =>
      words.close(),
    );
    return { address: server.url('postgres'), pid: server.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The same on the server of the test run, or on a separate one when no run has started one. */
export async function ownDatabase(template: Template): Promise<CopiedDatabase> {
  const address = process.env['TEST_DATABASES'];
  if (address !== undefined) return copyOf(template, address);
  const server = await startTemplateServer();
  const copied = await copyOf(template, server.address).catch(async (error: unknown) => {
    // a server that stays keeps the test run from ending
    await server.stop();
    throw error;
  });
  return { url: copied.url, drop: server.stop };
}

/** A database of a test's own on a template server. */
export async function copyOf(template: Template, address: string): Promise<CopiedDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // files are copied unchanged: the server does not flush to disk, so the necessary checkpoint costs less than logging
  // each page
  await asAdmin(address, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(address, `drop database if exists ${name} with (force)`) };
}

async function asAdmin(address: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
