import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Db, Sql } from '../../kit/platform.ts';
import { FhirError } from '../../fhir/fhir-error.ts';
import type { UpstreamServer, Sign } from './server.ts';
import { parseJson } from '../../kit/content/json-text.ts';
import type { Version } from '../../fhir/version.ts';
import type { Write } from '../../fhir/write-request.ts';

/** A write that waits for the end of its transaction. */
export interface Pending {
  /** As it will be sent: always under an id. */
  readonly write: Write;
  /** Version shown to readers within the transaction. */
  readonly version: Version;
  /** JSON text of the replaced version; undefined for a new resource. */
  readonly before: string | undefined;
}

/** What one transaction of ours does on the other server. */
export interface Unit {
  /** By 'Type/id', the last state of each. */
  readonly pending: Map<string, Pending>;
  /** Versions that were read: a write must find them again. */
  readonly seen: Map<string, Version>;
  /** Entries of the other server's answer, by 'Type/id'. */
  readonly answers: Map<string, unknown>;
}

export interface Units {
  /**
   * Our database for everything that also writes records upstream. Transactions end with one bundle to that server,
   * right before the commit.
   */
  readonly db: Db;
  /** The unit of a transaction that `db` began. */
  of(sql: Sql | undefined): Unit | undefined;
  /** Completes transactions interrupted between the upstream response and our commit. Returns their number. */
  recoverPending(): Promise<number>;
  /**
   * Transactions currently between the two stores (including running ones), and the age of the oldest in seconds.
   * Persistent ones were interrupted and cannot be completed.
   */
  waiting(): Promise<{ readonly calls: number; readonly oldestSeconds: number }>;
  /** Failed attempts of this process to complete an interrupted transaction. */
  failures(): number;
}

interface Kept extends Unit {
  readonly statements: Statement[];
  /** True once the bundle is sent, unless rejected: it may be stored upstream whatever happens here. */
  isSent: boolean;
}
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const Statements = z.array(z.object({ text: z.string(), values: z.array(z.unknown()) }));
/** A request that timed out here may still arrive within this time. */
const TRAVEL = `interval '2 minutes'`;
const LOCK = 'hashtextextended($1, 5)';
/** Lock timeout for completing an interrupted transaction, as the lock holder may be waiting for it. */
const LOCK_TIMEOUT = '2s';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Two stores, one transaction: upstream writes are collected and sent as one bundle at the end, then ours commits. The
 * intent is journaled beforehand on a `journal` connection, so that an interruption is detected: if the bundle took
 * effect, our lost statements are replayed, otherwise nothing happened.
 */
export function createUnits(db: Db, journal: Db, server: UpstreamServer, log: Pick<FastifyBaseLogger, 'warn'>): Units {
  const units = new WeakMap<Sql, Kept>();
  let failures = 0;

  const settleOne = async (id: string): Promise<boolean> =>
    journal.tx(async (sql) => {
      const [lock] = await sql.query<{ free: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as free`, [id]);
      // its transaction is running
      if (lock?.free !== true) return false;
      const [row] = await sql.query<{ sign: string; statements: string; old: boolean }>(
        `select sign, statements, created_at < now() - ${TRAVEL} as old from foreign_unit where id = $1`,
        [id],
      );
      if (row === undefined) return false;
      const applied = await server.shows(parseJson(row.sign) as Sign);
      if (!applied && !row.old) return false;
      if (!applied) log.warn({ id }, 'a call that was cut off has done nothing there and is dropped');
      await sql.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      if (applied)
        for (const { text, values } of Statements.parse(JSON.parse(row.statements))) await sql.query(text, values);
      await sql.query('delete from foreign_unit where id = $1', [id]);
      return true;
    });

  /** `isBlocked`: one could not be completed, as a running call holds its rows. */
  const settleAll = async (): Promise<{ readonly settled: number; readonly isBlocked: boolean }> => {
    let settled = 0;
    let isBlocked = false;
    for (const { id } of await journal.query<{ id: string }>(
      'select id from foreign_unit order by created_at limit 50',
    )) {
      // a failed completion must not block others
      const done = await settleOne(id).catch((error: unknown) => {
        failures += 1;
        isBlocked ||= error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
        log.warn({ err: error, id }, 'a call that was cut off cannot be finished now');
        return false;
      });
      if (done) settled += 1;
    }
    return { settled, isBlocked };
  };

  const flush = async (sql: Sql, unit: Kept): Promise<void> => {
    const { pending, statements, answers } = unit;
    const id = randomUUID();
    await sql.query(`select pg_advisory_xact_lock(${LOCK})`, [id]);
    // an interrupted call may have done the same while this one waited for locks: complete it now, or after this one
    // releases its rows
    const { settled, isBlocked } = await settleAll();
    if (settled > 0 || isBlocked)
      throw new FhirError(503, { code: 'transient', diagnostics: 'A call before this one has to be finished first' });
    const writes = [...pending.values()].map(({ write }) => write);
    await journal.query('insert into foreign_unit (id, sign, statements) values ($1, $2, $3)', [
      id,
      JSON.stringify(signOf([...pending.values()])),
      JSON.stringify(statements),
    ]);
    unit.isSent = true;
    try {
      const entries = await server.transaction(writes);
      [...pending.keys()].forEach((name, index) => answers.set(name, entries[index]));
    } catch (error) {
      // a refusal is an answer: there is nothing to be finished
      if (error instanceof FhirError && error.statusCode !== 503) {
        unit.isSent = false;
        await journal.query('delete from foreign_unit where id = $1', [id]).catch(() => undefined);
      }
      throw error;
    }
    await sql.query('delete from foreign_unit where id = $1', [id]);
  };

  return {
    recoverPending: async () => (await settleAll()).settled,
    async waiting() {
      const [row] = await journal.query<{ calls: number; seconds: number }>(
        'select count(*)::int as calls, coalesce(extract(epoch from now() - min(created_at)), 0)::float as seconds from foreign_unit',
      );
      return { calls: row?.calls ?? 0, oldestSeconds: row?.seconds ?? 0 };
    },
    failures: () => failures,
    of: (sql) => (sql === undefined ? undefined : units.get(sql)),
    db: {
      ...db,
      async tx(work) {
        await settleAll();
        return db.tx(async (sql) => {
          const unit: Kept = { pending: new Map(), seen: new Map(), answers: new Map(), statements: [], isSent: false };
          const recording: Sql = {
            ...recorder(sql, unit.statements),
            afterRollback: (work) =>
              sql.afterRollback?.(() => {
                if (!unit.isSent) work();
              }),
          };
          units.set(recording, unit);
          const result = await work(recording);
          if (unit.pending.size > 0) await flush(sql, unit);
          return result;
        });
      },
    },
  };
}

/** the best evidence is a resource under a new id of our own */
function signOf(pending: readonly Pending[]): Sign | undefined {
  const signs = pending.map(
    ({ write: { method, type, id = '', ifMatch, resource }, before }): Sign =>
      method === 'DELETE'
        ? { is: 'gone', type, id }
        : before === undefined
          ? { is: 'new', type, id }
          : { is: 'changed', type, id, from: ifMatch, resource },
  );
  return signs.find(({ is }) => is === 'new') ?? signs[0];
}

/** Runs SQL and records changes for replay by `settle`. */
function recorder(sql: Sql, statements: Statement[]): Sql {
  return {
    ...sql,
    query(text, values = []) {
      if (!/^\s*select\b/i.test(text)) statements.push({ text, values });
      return sql.query(text, values);
    },
  };
}
