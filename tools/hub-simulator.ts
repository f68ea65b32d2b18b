import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { io, type Socket } from 'socket.io-client';
import { isObject, text } from '@phr/fhir/json';
import {
  createSimulatedHub,
  SIMULATED_METERS,
  type SimulatedHub,
  type SimulatedReading,
} from '@phr/testing/simulated-hub';
import { Mac } from '../backend/src/gateway/hub/messages.ts';
import { provisionHub, unassignHub } from '../backend/src/gateway/hub/hubs.ts';
import { readConfig } from '../backend/src/kit/config.ts';
import { runningDatabase } from '../backend/src/app/running-database.ts';
import { readAddresses, signIn, userOf } from './sign-in.ts';

const USAGE = `pnpm hub [command …] [--mac 5C:31:3E:00:00:01] [--secret …] [--broker mqtt://localhost:4003] [--server http://localhost:4000]

A measuring hub that a person drives from the keyboard, against a running product (DEMO=1 knows the hub above). Without a command it asks for commands;
with one it runs that and leaves. Commands:

  bp 128/82/71 [mac]     a blood pressure with pulse        glucose 6.2 · spo2 97 · temp 36.8 · weight 61.5 · pulse 70   other readings
  scan · pair <mac>      what the app would ask of the hub, as the signed-in person (PHR_USER, PHR_PASSWORD; the demo account by default)
  press                  confirms the passkey on the meter
  display                the code that the hub shows to prove who has it
  button <times>         presses the hub's own button so often
  off · on               the power goes and comes back
  state · meters · help · quit

  pnpm hub provision <mac>   lets another hub speak to the broker and prints its secret once
  pnpm hub free <mac>        the hub belongs to nobody any more: for one whose owner cannot remove it`;

const KINDS: Readonly<Record<string, readonly [kind: string, unit: string]>> = {
  glucose: ['glucose', 'mmol/L'],
  spo2: ['spo2', '%'],
  temp: ['temperature', '°C'],
  weight: ['weight', 'kg'],
  pulse: ['pulse', '/min'],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mac: { type: 'string', default: '5C:31:3E:00:00:01' },
    secret: { type: 'string', default: 'phr-demo-hub-2026' },
    help: { type: 'boolean', short: 'h', default: false },
    broker: { type: 'string', default: 'mqtt://localhost:4003' },
    server: { type: 'string', default: 'http://localhost:4000' },
  },
});
const [first = '', ...rest] = positionals;
if (values.help) console.log(USAGE);
else if (first === 'provision') await provision(rest[0] ?? values.mac);
else if (first === 'free') await free(rest[0] ?? values.mac);
else await drive(Mac.parse(values.mac));

/** Stores a hub's secret in the database of the running product. */
async function provision(mac: string): Promise<void> {
  const db = await runningDatabase(readConfig());
  try {
    console.log(`${Mac.parse(mac)}  ${await provisionHub(db, Mac.parse(mac))}`);
  } finally {
    await db.close();
  }
}

/** Removes a hub from its owner in the database of the running product. */
async function free(mac: string): Promise<void> {
  const db = await runningDatabase(readConfig());
  try {
    console.log((await unassignHub(db, Mac.parse(mac))) ? 'It belongs to nobody now.' : 'It had no owner.');
  } finally {
    await db.close();
  }
}

async function drive(mac: string): Promise<void> {
  const hub = createSimulatedHub({
    url: values.broker,
    mac,
    secret: values.secret,
    tell: (line) => console.log(`  hub   ${line}`),
  });
  const app = createApp(mac);
  try {
    await hub.connect().catch((error: unknown) => {
      throw new Error(
        `The broker at ${values.broker} did not let the hub in: ${error instanceof Error ? error.message : 'no answer'}`,
      );
    });
    if (first !== '') await run(hub, app, positionals.join(' '));
    else await ask(hub, app);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    app.close();
    await hub.close();
  }
}

async function ask(hub: SimulatedHub, app: App): Promise<void> {
  console.log(`${USAGE.slice(USAGE.indexOf('  bp'))}\n`);
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: 'hub> ' });
  lines.prompt();
  for await (const line of lines) {
    if (line.trim() === 'quit') break;
    await run(hub, app, line.trim()).catch((error: unknown) =>
      console.error(`  ${error instanceof Error ? error.message : 'failed'}`),
    );
    lines.prompt();
  }
  lines.close();
}

async function run(hub: SimulatedHub, app: App, line: string): Promise<void> {
  const [word = '', value = '', meter] = line.split(/\s+/);
  if (word === '') return;
  if (word === 'help') console.log(USAGE);
  else if (word === 'state') console.log(`  ${JSON.stringify(hub.state())}`);
  else if (word === 'meters')
    for (const one of SIMULATED_METERS) console.log(`  ${one.mac}  ${one.name}  (${one.pairing})`);
  else if (word === 'press') console.log((await hub.press()) ? '  confirmed' : '  nothing asks for a passkey now');
  else if (word === 'display') console.log(`  ${hub.display() ?? 'dark'}`);
  else if (word === 'button')
    console.log((await hub.pressButton(Number(value))) ? '  taken' : '  not what the hub was asked for');
  else if (word === 'off') hub.cutPower();
  else if (word === 'on') await hub.connect();
  else if (word === 'scan') await app.send({ command: 'scan' });
  else if (word === 'pair') await app.send({ command: 'pair', args: { meterMac: value } });
  else {
    const reading = readingOf(word, value);
    if (reading === undefined) throw new Error(`"${line}" is not a command; "help" lists them`);
    console.log(
      `  taken as ${await hub.measure({ ...reading, ...(meter === undefined ? {} : { meter: Mac.parse(meter) }) })}`,
    );
  }
}

function readingOf(word: string, value: string): SimulatedReading | undefined {
  const numbers = value.split('/').map((part) => Number(part.replace(',', '.')));
  const [one = Number.NaN, two = Number.NaN, three] = numbers;
  if (numbers.some((number) => !Number.isFinite(number)) || value === '') return undefined;
  if (word === 'bp')
    return Number.isNaN(two)
      ? undefined
      : {
          kind: 'blood-pressure',
          unit: 'mmHg',
          value: { systolic: one, diastolic: two, ...(three === undefined ? {} : { pulse: three }) },
        };
  const [kind, unit] = KINDS[word] ?? [];
  return kind === undefined || unit === undefined ? undefined : { kind, unit, value: one };
}

interface App {
  send(command: object): Promise<void>;
  close(): void;
}

/** The app's side: signs in at the first command and prints what its socket receives. */
function createApp(mac: string): App {
  let socket: Socket | undefined;
  const connect = async (): Promise<Socket> => {
    const addresses = await readAddresses(values.server);
    const jwt = await signIn(
      values.server,
      addresses,
      process.env['PHR_USER'] ?? '0901234567',
      process.env['PHR_PASSWORD'] ?? 'phr-demo-2026',
    );
    const user: unknown = await (
      await fetch(`${addresses.fhir}/User/${userOf(jwt) ?? ''}`, { headers: { authorization: `Bearer ${jwt}` } })
    ).json();
    const patientId = isObject(user) && isObject(user['data']) ? text(user['data']['patient_id']) : undefined;
    if (patientId === undefined) throw new Error('The signed-in account has no record');
    const made = io(`${values.server}/phr`, { transports: ['websocket'], auth: { jwt, patientId } });
    made.onAny((event: string, body: unknown) => console.log(`  app   ${event} ${JSON.stringify(body).slice(0, 200)}`));
    await new Promise<void>((resolve, reject) => {
      made.once('ready', () => resolve()).once('connect_error', reject);
    });
    return made;
  };
  return {
    async send(command) {
      socket ??= await connect();
      console.log(
        `  app   answer ${JSON.stringify(await socket.timeout(10_000).emitWithAck('hub:command', { mac, ...command }))}`,
      );
    },
    close: () => {
      socket?.close();
    },
  };
}
