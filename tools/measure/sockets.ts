import { readFile } from 'node:fs/promises';
import { newPerson } from '../../backend/test/browser.ts';
import { childBackend } from '../../backend/test/child-backend.ts';
import { follow, type Listener } from '../../backend/test/socket.ts';

const SOCKETS = 2_000;
const READINGS = 600;
/** Interrupted sockets, and kills of the server. */
const CUTS = 10;
const KILLS = 2;
const AT_ONCE = 50;

/**
 * 2,000 sockets of one process: connection time, memory per socket, and readings missed over interruptions and kills
 * (must be 0; throws otherwise).
 */
export async function measureSockets(): Promise<void> {
  const backend = await childBackend({ LIMIT_SOCKETS_PER_USER: '100000' });
  await backend.start();
  const listeners: Listener[] = [];
  try {
    const { tokens } = await newPerson(backend.config);
    const person: Person = {
      url: backend.url,
      token: tokens.access_token,
      patient: await newPatient(backend.url, tokens.access_token),
    };
    const memory = async (): Promise<number> =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${backend.process.pid}/status`, 'utf8'))?.[1]);
    const before = await memory();
    const started = performance.now();
    await connect(person, listeners);
    console.log(
      `  ${SOCKETS} sockets connected in ${((performance.now() - started) / 1_000).toFixed(1)} s, ${(((await memory()) - before) / SOCKETS).toFixed(1)} kB each`,
    );
    // twenty sockets follow through interruptions and kills; sending each reading to all of them would measure this
    // machine's loopback
    const followers = listeners.splice(0, 20);
    for (const listener of listeners.splice(0)) listener.close();
    for (const { socket } of followers)
      socket.on('connect_error', () => {
        if (!socket.active) socket.connect();
      });
    for (let sent = 0; sent < READINGS; ) {
      if (!(await sendReading(person, sent))) continue;
      sent += 1;
      if (sent % Math.floor(READINGS / CUTS) === 0) for (const { socket } of followers) socket.io.engine.close();
      if (sent % Math.floor(READINGS / (KILLS + 1)) === 0 && sent < READINGS) {
        await backend.kill();
        await backend.start();
      }
    }
    const missed = await missedBy(followers);
    listeners.push(...followers);
    console.log(
      `  ${READINGS} readings to ${followers.length} sockets over ${CUTS} cuts and ${KILLS} kills: ${missed} missed`,
    );
    if (missed > 0) throw new Error(`${missed} readings were missed`);
  } finally {
    for (const listener of listeners) listener.close();
    await backend.remove();
  }
}

/** A new patient and the token of its owner. */
interface Person {
  readonly url: string;
  readonly token: string;
  readonly patient: string;
}

async function newPatient(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/fhir/Patient`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+json' },
    body: JSON.stringify({ resourceType: 'Patient', name: [{ text: 'AN' }] }),
  });
  return String(((await answer.json()) as { id: string }).id);
}

/** Connects until there are as many as are measured. */
async function connect({ url, token, patient }: Person, listeners: Listener[]): Promise<void> {
  while (listeners.length < SOCKETS)
    listeners.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => follow(url, patient, token, 0)))));
}

/** Sends one reading, the same for the same number. True when it is stored. */
async function sendReading({ url, token, patient }: Person, number: number): Promise<boolean> {
  const name = `urn:uuid:${number}-${patient}`;
  return fetch(`${url}/fhir/Observation`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/fhir+json',
      'if-none-exist': `identifier=urn:ietf:rfc:3986|${name}`,
    },
    body: JSON.stringify({
      resourceType: 'Observation',
      status: 'final',
      identifier: [{ system: 'urn:ietf:rfc:3986', value: name }],
      code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
      subject: { reference: `Patient/${patient}` },
      effectiveDateTime: new Date().toISOString(),
      valueQuantity: { value: 72, unit: '/min' },
    }),
  }).then(
    (reply) => reply.ok,
    () => false,
  );
}

/** How many readings have not reached all of them within some seconds. */
async function missedBy(followers: readonly Listener[]): Promise<number> {
  const names = (listener: Listener): number =>
    new Set(listener.kept.map(({ body }) => (body as { id: string }).id)).size;
  const end = Date.now() + 20_000;
  while (followers.some((listener) => names(listener) < READINGS) && Date.now() < end)
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  return followers.reduce((sum, listener) => sum + READINGS - names(listener), 0);
}
