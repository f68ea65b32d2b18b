import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import path from 'node:path';

/** Each round gives a ratio and the median counts. */
const ROUNDS = 15;
/**
 * Alternating blocks of requests per side in a round, a few milliseconds each, so that other load on the machine
 * affects both sides equally.
 */
const TURNS = 8;
/** Of the days of a year that were counted before. */
const DAYS_MS = 50;

interface Server {
  readonly port: number;
  readonly token: string;
}
interface Side<T> {
  readonly bare: T;
  readonly ours: T;
}
/** Milliseconds of processor time of one request: of Node in each round, and of PostgreSQL. */
interface Compared {
  readonly rounds: readonly Side<number>[];
  readonly postgres: Side<number>;
}

/**
 * Processor time of the record server compared with bare routes that do the same with the same rows. Fails when a ratio
 * is above its limit.
 */
export async function measureFhir(): Promise<void> {
  await withServer(async (server) => [...(await searches(server)), ...(await writes(server))]);
}

/**
 * One person's search among 100,000 and a million observations, and how the database finds the rows of the frequent
 * searches. Fails when the time grows too much.
 */
export async function measureFhirGrowth(): Promise<void> {
  await withServer(async (server) => {
    const held = await growth(server);
    return [...held, ...(await plans(server))];
  });
}

/**
 * The days of a year of a sensor: counted for the first time, requested again, and after one more reading. Fails when
 * the last two are noticeably slow.
 */
export async function measureFhirDays(): Promise<void> {
  await withServer(async (server) => {
    await call(server, 'POST', '/sensor');
    const ask = async (): Promise<number> => {
      const started = performance.now();
      await call(
        server,
        'GET',
        '/api/phr/observation/days?patientId=sensor&name=glucoses&from=2025-01-01&to=2025-12-31',
      );
      return performance.now() - started;
    };
    const first = await ask();
    const again: number[] = [];
    const changed: number[] = [];
    for (let round = 0; round < 50; round += 1) {
      again.push(await ask());
      await call(
        server,
        'POST',
        '/fhir/Observation',
        JSON.stringify(reading('sensor', new Date(Date.UTC(2025, 5, 1 + round)).toISOString(), '15074-8')),
      );
      changed.push(await ask());
    }
    console.log(
      `  days of 105,120 readings        first ${first.toFixed(0)} ms; again p50 ${median(again).toFixed(1)}, p95 ${quantile(again, 0.95).toFixed(1)} ms; after a reading p50 ${median(changed).toFixed(1)}, p95 ${quantile(changed, 0.95).toFixed(1)} ms, of at most ${DAYS_MS}`,
    );
    return [median(again) <= DAYS_MS, median(changed) <= DAYS_MS];
  });
}

async function withServer(work: (server: Server) => Promise<readonly boolean[]>): Promise<void> {
  const { child, server } = await start();
  try {
    if ((await work(server)).includes(false)) process.exitCode = 1;
  } finally {
    // it ends by itself when its database has ended: killing it would leave the database running
    const ended = once(child, 'exit');
    await call(server, 'POST', '/stop').catch(() => child.kill());
    await ended;
  }
}

async function searches(server: Server): Promise<readonly boolean[]> {
  await call(server, 'POST', '/rows?from=1&patients=1');
  // 1,000 more readings of the same codes, so that a page of 200 is full
  await call(server, 'POST', '/fhir', bundle('patient-1', 1_000));
  const verdicts: boolean[] = [];
  for (const rows of [200, 13]) {
    const from = '2025-01-01T00:00:00.000Z';
    const bare = `/bare?patient=patient-1&from=${from}&count=${rows}`;
    const ours = `/fhir/Patient/patient-1/Observation?code=8867-4,364075005&date=ge${from}&_sort=-date&_count=${rows}`;
    const [a, b] = [await call(server, 'GET', bare), await call(server, 'GET', ours)];
    console.log(
      `  search, ${rows} rows: ${count(b)} rows, ${(b.length / 1024).toFixed(0)} KB, bare ${count(a)} rows, ${(a.length / 1024).toFixed(0)} KB`,
    );
    const costs = await compare(
      server,
      () => call(server, 'GET', bare),
      () => call(server, 'GET', ours),
      rows > 100 ? 8 : 20,
    );
    verdicts.push(report(`search, ${rows} rows`, costs, 1.5));
  }
  return verdicts;
}

async function writes(server: Server): Promise<readonly boolean[]> {
  const body = bundle('patient-1', 50);
  const costs = await compare(
    server,
    () => call(server, 'POST', '/bare', body),
    () => call(server, 'POST', '/fhir', body),
    8,
  );
  const held = report('transaction of 50', costs, 2);
  const started = performance.now();
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, async () => {
      for (let round = 0; round < 10; round += 1) await call(server, 'POST', '/fhir', body);
    }),
  );
  const failed = answers.filter(({ status }) => status === 'rejected').length;
  console.log(
    `  10 writers at once              ${failed} failed, ${(5_000 / ((performance.now() - started) / 1_000)).toFixed(0)} observations a second`,
  );
  return [held, failed === 0];
}

async function growth(server: Server): Promise<readonly boolean[]> {
  const measured: number[] = [];
  for (const [from, patients] of [
    [100, 500],
    [600, 4_500],
  ] as const) {
    const { rows } = JSON.parse(await call(server, 'POST', `/rows?from=${from}&patients=${patients}`)) as {
      rows: string;
    };
    const times: number[] = [];
    for (let round = 0; round < 400; round += 1) {
      const started = performance.now();
      await call(
        server,
        'GET',
        `/fhir/Patient/patient-${100 + (round % 20)}/Observation?code=8867-4,364075005&date=ge2025-06-01&date=le2025-12-31&_sort=-date&_count=100`,
      );
      times.push(performance.now() - started);
    }
    measured.push(median(times));
    console.log(
      `  a person's search among ${String(rows).padStart(9)}  p50 ${median(times).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms`,
    );
  }
  const ratio = (measured[1] ?? Number.NaN) / (measured[0] ?? Number.NaN);
  console.log(`  growth                          ${ratio.toFixed(2)} of at most 1.5`);
  return [ratio <= 1.5];
}

const HOT = [
  '/Patient/patient-100/Observation?code=8867-4,364075005&date=ge2025-06-01&date=le2025-12-31&_sort=-date&_count=200',
  '/Patient/patient-100/Observation?category=vital-signs&_sort=-date&_count=100',
  '/Patient/patient-100/Encounter?_sort=-date&_count=10',
  '/Patient/patient-100/DiagnosticReport?encounter=Encounter/e-100-1&status:not=registered',
  '/HealthcareService?_ilike=kham%20mat&_count=10&page=1',
  '/Slot?schedule=Schedule/s-1&start=ge2026-05-01T00:00:00%2B07:00&start=le2026-05-01T23:59:59%2B07:00&status=free',
  '/Concept?valueset=condition&display=tang huyet&_count=20',
];

interface Plan {
  /**
   * What is read and by which index, in the order of the plan: 'fhir_observation by fhir_observation_pkey, 20 rows'.
   */
  readonly reads: readonly string[];
  readonly blocks: number;
  readonly ms: number;
}

/**
 * How PostgreSQL finds the rows of each frequent search, as lines of a table for the documentation. Fails when a search
 * scans a whole table.
 */
async function plans(server: Server): Promise<readonly boolean[]> {
  await call(server, 'POST', '/others');
  console.log('\n| search | reads | blocks of 8 KB | ms |\n|---|---|---|---|');
  let held = true;
  for (const hot of HOT) {
    const { plans: found } = JSON.parse(await call(server, 'GET', `/plan?path=${encodeURIComponent(hot)}`)) as {
      plans: readonly Plan[];
    };
    if (found.length === 0) throw new Error(`${hot} asked the database nothing`);
    for (const { reads, blocks, ms } of found)
      console.log(`| \`${decodeURIComponent(hot)}\` | ${reads.join('; ')} | ${blocks} | ${ms.toFixed(1)} |`);
    held &&= !found.some(({ reads }) => reads.some((read) => /^fhir_\w+ whole table/.test(read)));
  }
  return [held];
}

// ---- measuring

async function compare(
  server: Server,
  bare: () => Promise<unknown>,
  ours: () => Promise<unknown>,
  block: number,
): Promise<Compared> {
  const sides = { bare, ours };
  const postgres = { bare: 0, ours: 0 };
  // at first the engine has not compiled the frequent code, so these long blocks only measure PostgreSQL, whose clock
  // is coarse
  for (const side of ['bare', 'ours'] as const) {
    await repeat(sides[side], block * 20);
    const before = await clock(server, 'postgres');
    await repeat(sides[side], block * 30);
    postgres[side] = ((await clock(server, 'postgres')) - before) / block / 30;
  }
  const rounds: Side<number>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const node = { bare: 0, ours: 0 };
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const side of turn % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
        const before = await clock(server, 'node');
        await repeat(sides[side], block);
        node[side] += ((await clock(server, 'node')) - before) / block / TURNS;
      }
    }
    rounds.push(node);
  }
  return { rounds, postgres };
}

async function repeat(work: () => Promise<unknown>, times: number): Promise<void> {
  const lanes = 4;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let done = 0; done < times / lanes; done += 1) await work();
    }),
  );
}

/** Milliseconds of processor time until now. */
async function clock(server: Server, of: 'node' | 'postgres'): Promise<number> {
  return Number(await call(server, 'GET', `/cpu/${of}`)) / 1_000;
}

function report(name: string, { rounds, postgres }: Compared, limit: number): boolean {
  const ratios = rounds.map(({ bare, ours }) => ours / bare);
  const ratio = median(ratios);
  const node = (side: 'bare' | 'ours'): number => median(rounds.map((round) => round[side]));
  const ms = (side: 'bare' | 'ours'): string => node(side).toFixed(2);
  const whole = (node('ours') + postgres.ours) / (node('bare') + postgres.bare);
  console.log(
    `  ${name.padEnd(20)} ${ratio.toFixed(2)} of at most ${limit} (half of the rounds ${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}): ${ms('ours')} ms of processor against ${ms('bare')} bare; in PostgreSQL ${postgres.ours.toFixed(2)} against ${postgres.bare.toFixed(2)}; both together ${whole.toFixed(2)}`,
  );
  return ratio <= limit;
}

// ---- the server half

async function start(): Promise<{ readonly child: ReturnType<typeof fork>; readonly server: Server }> {
  const child = fork(path.join(import.meta.dirname, 'fhir-server.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const server = await new Promise<Server>((resolve, reject) => {
    child.once('message', (message) => {
      resolve(message as Server);
    });
    child.once('exit', () => {
      reject(new Error('the server half ended'));
    });
  });
  return { child, server };
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

function call({ port, token }: Server, method: 'GET' | 'POST', url: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        host: '127.0.0.1',
        agent,
        method,
        path: url,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if ((response.statusCode ?? 500) < 300) resolve(text);
          else reject(new Error(`${method} ${url}: ${response.statusCode} ${text.slice(0, 300)}`));
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function bundle(patient: string, entries: number): string {
  return JSON.stringify({
    resourceType: 'Bundle',
    type: 'transaction',
    entry: Array.from({ length: entries }, (_, index) => ({
      fullUrl: `urn:uuid:00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      resource: {
        ...reading(patient, new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString(), '8867-4'),
        code: {
          coding: [
            { system: 'http://loinc.org', code: '8867-4' },
            { system: 'http://snomed.info/sct', code: '364075005' },
          ],
        },
        valueQuantity: { value: 60 + (index % 40), unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
      },
      request: { method: 'POST', url: 'Observation' },
    })),
  });
}

function reading(patient: string, at: string, loinc: string): object {
  const coding = (system: string, code: string): object => ({ coding: [{ system, code }] });
  return {
    resourceType: 'Observation',
    status: 'final',
    category: [coding('http://terminology.hl7.org/CodeSystem/observation-category', 'vital-signs')],
    code: coding('http://loinc.org', loinc),
    subject: { reference: `Patient/${patient}` },
    performer: [{ reference: `Patient/${patient}` }],
    effectiveDateTime: at,
    issued: '2026-06-01T08:00:00+07:00',
    valueQuantity: { value: 6.1, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' },
    interpretation: [coding('http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', 'N')],
  };
}

function count(text: string): number {
  return text.split('"resourceType":"Observation"').length - 1;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;
}
