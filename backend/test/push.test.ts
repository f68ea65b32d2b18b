import { createECDH } from 'node:crypto';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { newPhone, PASSWORD, register, createBrowser, type Tokens } from './browser.ts';
import { type Brought, startPushService } from './push-service.ts';
import { callerOf, type Json, type Person } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

const pair = createECDH('prime256v1');
const KEYS = {
  VAPID_PUBLIC_KEY: pair.generateKeys('base64url', 'uncompressed'),
  VAPID_PRIVATE_KEY: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url'),
};
let backend: TestBackend;
let people: ReturnType<typeof callerOf>;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService(KEYS.VAPID_PUBLIC_KEY);
  backend = await startTestBackend({
    ...KEYS,
    PUSH_ORIGINS: service.origin,
    LIMIT_API_PER_MINUTE_USER: '100000',
  });
  people = callerOf(backend);
});
afterAll(async () => {
  await backend.stop();
  await service.stop();
});

const CHOICES = {
  locale: 'vi-VN',
  zone: 'Asia/Ho_Chi_Minh',
  quiet: null,
  kinds: ['results', 'appointments', 'requests'],
  urgent: [],
};
type Browser = ReturnType<typeof service.subscribe>;
const keep = (who: Person, { endpoint, keys }: Omit<Browser, 'path'>, more: Json = {}) =>
  people.call(who, 'PUT', '/api/phr/push', { ...CHOICES, name: 'Chrome, Android', endpoint, keys, ...more });
const devicesOf = async (who: Person) =>
  (await people.call(who, 'GET', '/api/phr/push')).data['devices'] as readonly { id: string; endpoint: string }[];
const end = (who: Person, body: object) => people.call(who, 'POST', '/api/phr/push/end', body);
const report = (patient: string) => ({
  resourceType: 'DiagnosticReport',
  status: 'final',
  code: { text: 'Công thức máu' },
  subject: { reference: `Patient/${patient}` },
  issued: new Date().toISOString(),
});
/** Delivers what is stored for a person so far, and returns what a browser received. */
const nextOf = (browser: Browser, from = 0) => service.next(browser.path, from);
const idIn = ({ text }: Brought) =>
  /\?open=([0-9a-f-]{36})$/.exec(
    (JSON.parse(text) as { notification: { navigate: string } }).notification.navigate,
  )?.[1];

test('a new result is brought to the device: signed, encrypted, a random id and neutral words alone', async () => {
  const an = await people.newPatient();
  const browser = service.subscribe();
  const offer = await people.call(an, 'GET', '/api/phr/push');
  expect(offer.data).toEqual({ publicKey: KEYS.VAPID_PUBLIC_KEY, devices: [] });
  expect((await keep(an, browser)).status).toBe(200);
  const reportId = await people.store(report(an.patient));
  const message = await nextOf(browser);
  const id = idIn(message);
  expect(JSON.parse(message.text)).toEqual({
    web_push: 8030,
    notification: {
      title: 'Sổ sức khỏe: bạn có việc cần xem',
      lang: 'vi-VN',
      navigate: `${backend.urls.shell}/notifications?open=${id}`,
    },
  });
  expect(message.ttl).toBeGreaterThan(86_000);
  expect(message.ttl).toBeLessThanOrEqual(86_400);
  expect([id, message.topic].join()).not.toContain(reportId);

  // the id leads its own person to the entry, and other people nowhere
  const opened = await people.call(an, 'GET', `/api/phr/push/messages/${id}`);
  expect(opened.data).toMatchObject({ kind: 'results', entry: { reference: `DiagnosticReport/${reportId}` } });
  const stranger = await people.newPatient();
  expect((await people.call(stranger, 'GET', `/api/phr/push/messages/${id}`)).data).toEqual({});
  expect(service.faults).toEqual([]);
});

test('a key that is no point of the curve is refused, since no message could ever be sealed for it', async () => {
  const an = await people.newPatient();
  const browser = service.subscribe();
  const p256dh = `B${'A'.repeat(86)}`;
  expect((await keep(an, { ...browser, keys: { ...browser.keys, p256dh } })).status).toBe(422);
  expect(await devicesOf(an)).toEqual([]);
});

test('what the person did, what was not chosen and what failed to be stored is told nowhere', async () => {
  const an = await people.newPatient();
  const browser = service.subscribe();
  await keep(an, browser, { kinds: ['requests'] });
  await people.store(report(an.patient));
  await keep(an, browser);
  await people.call(an, 'POST', '/fhir/DiagnosticReport', report(an.patient));
  await expect(
    backend.platform.db.tx(async (sql) => {
      await backend.repository.create(SYSTEM_ACTOR, report(an.patient), { sql });
      throw new Error('cut');
    }),
  ).rejects.toThrow('cut');
  const { db } = backend.platform;
  const kept = 'select 1 from push_message m join push_device d on d.id = m.device_id where d.endpoint = $1';
  expect(await db.query(kept, [browser.endpoint])).toEqual([]);
  await people.store(report(an.patient));
  expect(await db.query(kept, [browser.endpoint])).toHaveLength(1);
});

test('a subscription that the push service does not know any more is let go', async () => {
  for (const status of [404, 410]) {
    const an = await people.newPatient();
    const [gone, alive] = [service.subscribe(), service.subscribe()];
    service.answers.set(gone.path, { status });
    await keep(an, gone);
    await keep(an, alive);
    await people.store(report(an.patient));
    await nextOf(alive);
    // both get a response now or soon: poll the devices until it has arrived
    await expectSoon(async () => (await devicesOf(an)).map(({ endpoint }) => endpoint), [alive.endpoint]);
  }
});

test.each([
  'http://127.0.0.1:1/x',
  'https://127.0.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://fcm.googleapis.com.attacker.example/x',
  'https://localhost/x',
])('the server is not made to call %s', async (endpoint) => {
  const an = await people.newPatient();
  expect((await keep(an, { ...service.subscribe(), endpoint })).status).toBe(422);
  expect(await devicesOf(an)).toEqual([]);
});

test('keys that are none, and choices that are none, are refused', async () => {
  const an = await people.newPatient();
  const browser = service.subscribe();
  for (const more of [
    { keys: { ...browser.keys, auth: 'short' } },
    { keys: { ...browser.keys, p256dh: 'A'.repeat(87) } },
    { kinds: ['everything'] },
    { zone: 'Mars/Olympus' },
    { quiet: { from: '24:00', to: '06:00' } },
    { userId: 'somebody-else' },
  ])
    expect((await keep(an, browser, more)).status).toBe(422);
  expect((await people.call(undefined, 'GET', '/api/phr/push')).status).toBe(401);
});

test('ten devices a person; the one used longest ago goes', async () => {
  const an = await people.newPatient();
  const browsers = Array.from({ length: 11 }, () => service.subscribe());
  for (const browser of browsers) await keep(an, browser);
  expect((await devicesOf(an)).map(({ endpoint }) => endpoint)).toEqual(
    browsers
      .slice(1)
      .map(({ endpoint }) => endpoint)
      .reverse(),
  );
});

test('a device is ended by its owner alone, here by its address, from another one by its id', async () => {
  const [an, stranger] = [await people.newPatient(), await people.newPatient()];
  const [here, there] = [service.subscribe(), service.subscribe()];
  await keep(an, here);
  await keep(an, there);
  const devices = await devicesOf(an);
  await end(stranger, { endpoint: here.endpoint });
  await end(stranger, { id: devices[0]?.id ?? '' });
  expect(await devicesOf(an)).toHaveLength(2);
  await end(an, { endpoint: here.endpoint });
  await end(an, { id: devices[0]?.id ?? '' });
  expect(await devicesOf(an)).toEqual([]);
});

test('a browser on which somebody else signs in tells nothing more of the person before', async () => {
  const [before, after] = [await people.newPatient(), await people.newPatient()];
  const browser = service.subscribe();
  await keep(before, browser);
  const seen = (who: Person) =>
    people.call(who, 'POST', '/api/phr/push/seen', {
      endpoint: browser.endpoint,
      locale: 'en-US',
      zone: 'Asia/Bangkok',
    });
  expect([(await seen(before)).data, (await seen(after)).data]).toEqual([{ known: true }, { known: false }]);
  expect(await devicesOf(before)).toMatchObject([{ locale: 'en-US', zone: 'Asia/Bangkok' }]);
  await keep(after, browser);
  expect([await devicesOf(before), (await devicesOf(after)).length]).toEqual([[], 1]);
});

describe('sessions', () => {
  /** A new person, signed in with a new browser. */
  async function signedIn(phone: string, more: Readonly<Record<string, string>> = {}): Promise<Person> {
    const client = createBrowser(backend.config);
    const answered = await client.postSignIn(await client.toSignIn(more), phone, PASSWORD);
    const back = await client.follow(answered);
    const tokens = (await (await client.exchange(back.searchParams.get('code') ?? '')).json()) as Tokens;
    return { token: tokens.access_token, patient: '', phone };
  }
  const account = async () => {
    const phone = newPhone();
    await register(backend.config, phone);
    return phone;
  };

  test('a device of many people is never told', async () => {
    const here = await signedIn(await account(), { shared_device: 'true' });
    expect((await keep(here, service.subscribe())).status).toBe(403);
    expect(await devicesOf(here)).toEqual([]);
  });

  test('ending all other sessions ends what is told on their devices, be it that their sessions are over', async () => {
    const phone = await account();
    const [here, there] = [await signedIn(phone), await signedIn(phone)];
    const [mine, lost, older] = [service.subscribe(), service.subscribe(), service.subscribe()];
    await keep(here, mine);
    await keep(there, lost);
    await keep(there, older);
    await backend.platform.db.query('update push_device set session_id = $1 where endpoint = $2', [
      'long over',
      older.endpoint,
    ]);
    const other = await signedIn(await account());
    const elsewhere = service.subscribe();
    await keep(other, elsewhere);
    const ended = await fetch(`${backend.urls.identity}/api/account/sessions`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${here.token}` },
    });
    expect(ended.ok).toBe(true);
    expect((await devicesOf(here)).map(({ endpoint }) => endpoint)).toEqual([mine.endpoint]);
    expect(await devicesOf(other)).toHaveLength(1);
  });

  test('devices end with the account', async () => {
    const here = await signedIn(await account());
    const browser = service.subscribe();
    await keep(here, browser);
    const { db } = backend.platform;
    const left = 'select user_id from push_device where endpoint = $1';
    const [row] = await db.query<{ id: string }>(`select id from account where box_user in (${left})`, [
      browser.endpoint,
    ]);
    await backend.accounts.remove(row?.id ?? '');
    expect(await db.query(left, [browser.endpoint])).toEqual([]);
  });
});

test('without keys there is nothing to offer', async () => {
  const without = await startTestBackend({
    NODE_ENV: 'production',
    COOKIE_KEY: 'a'.repeat(32),
    FILES_KEY: 'b'.repeat(32),
    OTP_PEPPER: 'c'.repeat(32),
    CURSOR_KEY: 'd'.repeat(32),
  });
  const answer = await fetch(`${without.urls.shell}/api/phr/push`, { headers: { authorization: 'Bearer x' } });
  expect(answer.status).toBe(404);
  await without.stop();
});

/** Polls until the response is the expected one; fails with the last one. */
async function expectSoon(ask: () => Promise<unknown>, wanted: unknown): Promise<void> {
  let found = await ask();
  for (let tries = 0; tries < 500 && JSON.stringify(found) !== JSON.stringify(wanted); tries += 1) found = await ask();
  expect(found).toEqual(wanted);
}
