import { randomUUID } from 'node:crypto';
import type { Db, Sql } from '../../kit/platform.ts';
import type { Outbox } from '../realtime/outbox.ts';
import { ServerError } from '../../kit/server-error.ts';

/** A period in which a device's measurements belong to one patient (MON-01). */
export interface MeasureSession {
  readonly id: string;
  readonly mac: string;
  readonly minsTimeout: number;
  /** Instant in UTC. */
  readonly startedAt: string;
}

export interface SessionStart {
  readonly patientId: string;
  /** Id of the Device resource. */
  readonly deviceId: string;
  readonly mac: string;
  /** The session's hub, whose possession the device's owner has proved. */
  readonly hubMac?: string;
  readonly socketId: string;
  readonly userId: string;
}

export interface MeasureSessions {
  /**
   * Starts a session with a device; the caller checks rights.
   * @throws SESSION_RUNNING if the device has one, for any patient
   */
  start(start: SessionStart, sql: Sql): Promise<MeasureSession>;
  /**
   * Ends a device's running session with a patient.
   * @throws ServerError NOT_FOUND if there is none
   */
  end(which: Pick<SessionStart, 'patientId' | 'deviceId'>, sql: Sql): Promise<MeasureSession>;
  /** Ends expired sessions. Runs automatically where hubs are served. */
  endOverdue(): Promise<void>;
}

interface Row {
  readonly id: string;
  readonly patient_id: string;
  readonly mac: string;
  readonly mins_timeout: number;
  readonly started_at: Date;
  readonly [column: string]: unknown;
}

const COLUMNS = 'id, patient_id, mac, mins_timeout, started_at';
/** Tolerance outside a session: meters' clocks are set by hand (D-81). */
const TOLERANCE = `interval '60 seconds'`;

export function createMeasureSessions(db: Db, outbox: Outbox, minutes: number): MeasureSessions {
  const tell = (sql: Sql, rows: readonly Row[], state: 'started' | 'ended'): Promise<void> =>
    outbox.add(
      sql,
      rows.map((row) => ({ patientId: row.patient_id, event: 'session', body: { ...sessionOf(row), state } })),
    );

  const endOverdue = (sql: Sql): Promise<void> =>
    sql
      .query<Row>(
        `update measure_session set ended_at = ends_at where ended_at is null and ends_at <= now() returning ${COLUMNS}`,
      )
      .then((rows) => tell(sql, rows, 'ended'));

  return {
    async start({ patientId, deviceId, mac, hubMac, socketId, userId }, sql) {
      await endOverdue(sql);
      const rows = await sql.query<Row>(
        `insert into measure_session (id, patient_id, device_id, mac, hub_mac, socket_id, user_id, mins_timeout, ends_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8::int, now() + make_interval(mins => $8::int)) on conflict (device_id) where ended_at is null do nothing returning ${COLUMNS}`,
        [randomUUID(), patientId, deviceId, mac, hubMac ?? null, socketId, userId, minutes],
      );
      const [row] = rows;
      if (row === undefined) throw new ServerError('SESSION_RUNNING', 'A measure session is running with this device');
      await tell(sql, rows, 'started');
      return sessionOf(row);
    },

    async end({ patientId, deviceId }, sql) {
      const rows = await sql.query<Row>(
        `update measure_session set ended_at = now() where patient_id = $1 and device_id = $2 and ended_at is null returning ${COLUMNS}`,
        [patientId, deviceId],
      );
      const [row] = rows;
      if (row === undefined) throw new ServerError('NOT_FOUND', 'No measure session is running');
      await tell(sql, rows, 'ended');
      return sessionOf(row);
    },

    endOverdue: () => db.tx(endOverdue),
  };
}

/** Patient of a hub measurement: the session covering its time, nobody outside a running one's time, else the owner. */
export async function patientOfMeasurement(
  sql: Sql,
  { hubMac, meterMac }: { readonly hubMac: string; readonly meterMac: string },
  measuredAt: string,
): Promise<{ readonly session: 'covers' | 'refuses'; readonly patientId: string } | undefined> {
  const [row] = await sql.query<{ patient_id: string; covers: boolean }>(
    `select patient_id, $2::timestamptz between started_at - ${TOLERANCE} and coalesce(ended_at, ends_at) + ${TOLERANCE} as covers from measure_session
      where hub_mac = $3 and mac = any($1::text[]) and (ended_at is null or $2::timestamptz between started_at - ${TOLERANCE} and ended_at + ${TOLERANCE})
      order by covers desc, started_at desc limit 1`,
    [[hubMac, meterMac], measuredAt, hubMac],
  );
  return row === undefined ? undefined : { session: row.covers ? 'covers' : 'refuses', patientId: row.patient_id };
}

function sessionOf(row: Row): MeasureSession {
  return { id: row.id, mac: row.mac, minsTimeout: row.mins_timeout, startedAt: row.started_at.toISOString() };
}
