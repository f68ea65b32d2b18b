import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newPerson } from '../../backend/test/browser.ts';
import { childBackend, type ChildBackend } from '../../backend/test/child-backend.ts';
import { hostileBodies, UPLOAD, type HostileBody } from './hostile-bodies.ts';
import type { ProbeStart, ProbeTimes } from './stall-probe.ts';

const LIMIT_MS = 200;
const QUIET_MS = 5_000;
/** Concurrent requests. */
const AT_ONCE = 4;
const OBSERVATIONS = 50;
const UPLOAD_LIMIT = 20 * 1_048_576;
const PROBE = fileURLToPath(new URL('stall-probe.ts', import.meta.url));

/**
 * `record` is a small read of the record services. It is reported but has no limit, since it queues behind the measured
 * work itself.
 */
type ProbeName = 'health' | 'signIn' | 'socket' | 'record';
const JUDGED: readonly ProbeName[] = ['health', 'signIn', 'socket'];

export interface Stalls {
  /** Longest waits in milliseconds, beyond the time the same response takes on an idle server. */
  readonly worst: Readonly<Record<ProbeName, number>>;
  /** Median of the quiet server. */
  readonly quiet: Readonly<Record<ProbeName, number>>;
  /** The requests of the slowest sign-in, in milliseconds. */
  readonly longestSignIn: readonly number[];
  readonly probes: number;
  readonly failed: number;
  /** Bodies by the status that they were answered. */
  readonly answers: ReadonlyMap<number, number>;
  /** Bodies with a server error as their response, or without any response. */
  readonly faults: readonly string[];
  /** Bodies that took longest, with their milliseconds. */
  readonly slowest: readonly {
    readonly body: Pick<HostileBody, 'name' | 'path' | 'isLegal'> & { readonly bytes: number };
    readonly status: number;
    readonly ms: number;
  }[];
}

/** Sends `count` hostile bodies of a seed to a server on one core while another process probes it. */
export async function stalls(count: number, seed: number): Promise<Stalls> {
  const backend = await childBackend({ LIMIT_UPLOAD_SERIES_PER_HOUR: '1000000', LOG_LEVEL: 'fatal' });
  await backend.start();
  let probe: ChildProcess | undefined;
  try {
    const { tokens, phone } = await newPerson(backend.config);
    const person = await personOf(backend, tokens.access_token);
    probe = fork(PROBE, [], { serialization: 'advanced' });
    const probing = answerOf(probe);
    probe.send({
      config: backend.config,
      url: backend.url,
      phone,
      patient: person.patient,
      token: tokens.access_token,
    } satisfies ProbeStart);
    await probing;
    await pinToOneCore(backend.process.pid ?? 0);
    await pause(QUIET_MS);
    const before = await collect(probe, 'collect');
    const sent = await sendAll(backend, tokens.access_token, person.patient, hostileBodies(count, seed, person));
    const during = await collect(probe, 'end');
    const quiet = eachProbe((name) => median(before[name]));
    return {
      quiet,
      worst: eachProbe((name) => Math.max(0, ...during[name]) - quiet[name]),
      probes: during.health.length + during.signIn.length + during.socket.length + during.record.length,
      longestSignIn: during.longestSignIn,
      failed: during.failed,
      ...sent,
    };
  } finally {
    probe?.kill();
    await backend.remove();
  }
}

/** The measure: prints the result and fails above the limit. The number of bodies and the seed may follow its name. */
export async function measureStall(): Promise<void> {
  const [count = 2_000, seed = 1] = process.argv
    .slice(3)
    .map(Number)
    .filter((value) => Number.isInteger(value) && value > 0);
  // the probe is started by this process and keeps running beside it
  if (availableParallelism() > 1) pin(process.pid, `1-${availableParallelism() - 1}`);
  const { worst, quiet, longestSignIn, probes, failed, answers, faults, slowest } = await stalls(count, seed);
  console.log(
    `  ${count} bodies of seed ${seed}; answers ${[...answers]
      .toSorted()
      .map(([status, times]) => `${status}: ${times}`)
      .join(', ')}; ${probes} probes, ${failed} failed`,
  );
  for (const name of [...JUDGED, 'record'] as const) {
    console.log(
      `  ${name.padEnd(8)} longest wait ${worst[name].toFixed(0).padStart(5)} ms more than ${quiet[name].toFixed(1)} ms of a quiet server${JUDGED.includes(name) ? ` (limit ${LIMIT_MS})` : ''}`,
    );
  }
  console.log(`  the longest sign-in, by its requests: ${longestSignIn.map((ms) => ms.toFixed(0)).join(' + ')} ms`);
  for (const { body, status, ms } of slowest)
    console.log(
      `  ${ms.toFixed(0).padStart(6)} ms, ${status}: ${body.name}, ${body.path}, ${(body.bytes / 1_024).toFixed(0)} kB${body.isLegal ? ', legal' : ''}`,
    );
  for (const fault of faults) console.log(`  fault ${fault}`);
  if (failed > 0 || faults.length > 0 || JUDGED.some((name) => worst[name] > LIMIT_MS)) process.exitCode = 1;
}

async function personOf(
  backend: ChildBackend,
  token: string,
): Promise<{ readonly patient: string; readonly observations: readonly string[] }> {
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${backend.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const patient = String((await post('/fhir/Patient', { resourceType: 'Patient', name: [{ text: 'AN' }] }))['id']);
  const observations: string[] = [];
  for (let at = 0; at < OBSERVATIONS; at += 1) {
    const stored = await post('/fhir/Observation', {
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'x' },
      subject: { reference: `Patient/${patient}` },
      effectiveDateTime: '2026-03-01T08:30:00+07:00',
      valueString: 'x',
    });
    observations.push(String(stored['id']));
  }
  return { patient, observations };
}

/** Requests a signed address and sends the file there. */
async function upload(backend: ChildBackend, token: string, patient: string, body: string): Promise<number> {
  const response = await fetch(
    `${backend.url}/api/phr/storage/get-presigned-url-for-upload?key=${patient}/papers/${randomUUID()}.pdf`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  const { data } = (await response.json()) as { data?: string };
  // one that is too large is cut off while it is sent
  return data === undefined
    ? response.status
    : fetch(data, { method: 'PUT', body }).then(
        (answer) => answer.status,
        () => (body.length > UPLOAD_LIMIT ? 413 : 0),
      );
}

async function sendAll(
  backend: ChildBackend,
  token: string,
  patient: string,
  bodies: Iterator<HostileBody>,
): Promise<Pick<Stalls, 'answers' | 'faults' | 'slowest'>> {
  const answers = new Map<number, number>();
  const faults: string[] = [];
  const slowest: Stalls['slowest'][number][] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = bodies.next(); next.done !== true; next = bodies.next()) {
        const { method, path, body, name, isLegal } = next.value;
        const started = performance.now();
        const status =
          path === UPLOAD
            ? await upload(backend, token, patient, body)
            : await fetch(`${backend.url}${path}`, {
                method,
                body,
                headers: {
                  authorization: `Bearer ${token}`,
                  'content-type': path.startsWith('/fhir') ? 'application/fhir+json' : 'application/json',
                },
              }).then(
                async (answer) => {
                  await answer.arrayBuffer();
                  return answer.status;
                },
                () => 0,
              );
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status === 0 || status >= 500) faults.push(`${status}: ${name}, ${path}, ${body.length} bytes`);
        slowest.push({ body: { name, path, isLegal, bytes: body.length }, status, ms: performance.now() - started });
        slowest.sort((a, b) => b.ms - a.ms).splice(8);
      }
    }),
  );
  return { answers, faults, slowest };
}

async function collect(probe: ChildProcess, word: 'collect' | 'end'): Promise<ProbeTimes> {
  const answer = answerOf(probe);
  probe.send(word);
  return (await answer) as ProbeTimes;
}

/**
 * The next message of the probe.
 * @throws when the probe ends without one
 */
async function answerOf(probe: ChildProcess): Promise<unknown> {
  const settled = new AbortController();
  try {
    return await Promise.race([
      once(probe, 'message', { signal: settled.signal }).then(([message]: unknown[]) => message),
      once(probe, 'exit', { signal: settled.signal }).then(([code]) => {
        throw new Error(`The probe ended with ${code} before it answered`);
      }),
    ]);
  } finally {
    settled.abort();
  }
}

/** All processes of the server share the first core, if the system has `taskset`. */
async function pinToOneCore(root: number): Promise<void> {
  if (process.platform !== 'linux' || spawnSync('taskset', ['-V']).status !== 0) {
    console.log('  taskset is not installed: the server has all cores');
    return;
  }
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (stat !== '') parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid) ?? 0));
  for (const pid of parents.keys()) if (isBelow(pid)) pin(pid, '0');
}

function pin(pid: number, cores: string): void {
  spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)]);
}

function eachProbe(of: (name: ProbeName) => number): Readonly<Record<ProbeName, number>> {
  return { health: of('health'), signIn: of('signIn'), socket: of('socket'), record: of('record') };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
