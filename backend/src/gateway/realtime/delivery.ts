import { setTimeout as pause } from 'node:timers/promises';
import { type HeldRight, heldRightsSql } from '../../access/access.ts';
import type { ServerLog, Db } from '../../kit/platform.ts';
import { listenFor } from '../../kit/db/listen.ts';
import { CHANNEL, type DurableEvent, type Outbox } from './outbox.ts';

/** One event as sockets get it. */
export interface Delivered {
  readonly seq: number;
  readonly patientId: string;
  readonly event: DurableEvent;
  readonly body: unknown;
  /** Users who may read the record or the affected part of it at the time of sending. */
  readonly rights: readonly HeldRight[];
}

export interface Delivery {
  /** Number of the last event passed to `emit`. */
  last(): number;
  /**
   * Passes a patient's events after `seq` to `each`, then calls `join` in the same turn when caught up, so that `emit`
   * continues without a gap. Returns the number reached, and whether all events after `seq` were still stored.
   */
  follow(
    patientId: string,
    seq: number | undefined,
    each: (event: Delivered) => void,
    join: () => void,
  ): Promise<{ readonly seq: number; readonly complete: boolean }>;
  stop(): Promise<void>;
}

interface Row {
  readonly seq: string;
  readonly patient_id: string;
  readonly event: DurableEvent;
  readonly body: string;
  readonly rights: readonly HeldRight[];
  readonly [column: string]: unknown;
}

const BATCH = 500;
/** Delivers events whose notification was lost. */
const POLL_MS = 1_000;
/** Retry delay for rows behind a running transaction. */
const RETRY_MS = 15;
const KEEP_HOURS = 24;
const CLEAN_UP_MS = 600_000;

/** The rows of the outbox with their bodies; those of resources are the stored versions. */
const SELECT = `select o.seq, o.patient_id, o.event, coalesce(o.body, h.content, 'null') as body, ${heldRightsSql('o.patient_id')} as rights from outbox o
  left join fhir_history h on h.type = o.resource_type and h.id = o.resource_id and h.version = o.resource_version`;

/** Passes every numbered outbox event to `emit` in order, in every process that runs it. */
export async function startDelivery(
  db: Db,
  outbox: Outbox,
  log: ServerLog,
  emit: (event: Delivered) => void,
): Promise<Delivery> {
  await db.query('select number_outbox()');
  let last = await headOf(db);
  let stopping = false;
  let isRequested = false;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    while (isRequested && !stopping) {
      isRequested = false;
      const [waiting] = await db.query<{ number_outbox: string }>('select number_outbox()');
      for (;;) {
        const rows = await db.query<Row>(`${SELECT} where o.seq > $1 order by o.seq limit ${BATCH}`, [last]);
        for (const row of rows) emit(read(row));
        // in one turn with the last emit: see follow
        last = Number(rows.at(-1)?.seq ?? last);
        if (rows.length < BATCH) break;
      }
      if (Number(waiting?.number_outbox ?? 0) > 0) {
        await pause(RETRY_MS);
        isRequested = true;
      }
    }
  };
  const wake = (): void => {
    isRequested = true;
    running ??= run()
      .catch((error: unknown) => log.warn({ err: error }, 'outbox cannot be read now'))
      .finally(() => {
        running = undefined;
      });
  };

  outbox.onCommit(wake);
  const poll = setInterval(wake, POLL_MS);
  const cleanUp = setInterval(() => {
    db.query(`delete from outbox where seq is not null and created_at < now() - interval '${KEEP_HOURS} hours'`).catch(
      (error: unknown) => log.warn({ err: error }, 'clean-up of the outbox failed'),
    );
  }, CLEAN_UP_MS);
  const listener = listenFor(db, CHANNEL, wake, log);

  return {
    last: () => last,
    async follow(patientId, seq, each, join) {
      let at = seq === undefined ? last : Math.min(seq, last);
      const complete = seq === undefined || (await isKept(db, at));
      while (at < last) {
        const until = last;
        const rows = await db.query<Row>(
          `${SELECT} where o.patient_id = $1 and o.seq > $2 and o.seq <= $3 order by o.seq`,
          [patientId, at, until],
        );
        for (const row of rows) each(read(row));
        at = until;
      }
      join();
      return { seq: at, complete };
    },
    async stop() {
      stopping = true;
      clearInterval(poll);
      clearInterval(cleanUp);
      await listener.stop();
      await running;
    },
  };
}

function read(row: Row): Delivered {
  const { patient_id: patientId, event, rights } = row;
  return { seq: Number(row.seq), patientId, event, body: JSON.parse(row.body), rights };
}

async function headOf(db: Db): Promise<number> {
  const [head] = await db.query<{ seq: string }>('select seq from outbox_head');
  return Number(head?.seq ?? 0);
}

/** True when no event after `seq` was cleaned up yet. */
async function isKept(db: Db, seq: number): Promise<boolean> {
  const [first] = await db.query<{ seq: string | null }>('select min(seq) as seq from outbox');
  return first?.seq == null ? seq >= (await headOf(db)) : Number(first.seq) <= seq + 1;
}
