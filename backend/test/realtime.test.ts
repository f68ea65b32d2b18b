import { newPerson, type Browser, type Tokens } from './browser.ts';
import { follow, type Refusal } from './socket.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ LIMIT_API_PER_MINUTE_USER: '100000' });
});
afterAll(() => backend.stop());

interface Person {
  readonly tokens: Tokens;
  readonly browser: Browser;
  readonly patient: string;
  send(method: string, url: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }>;
}

async function person(): Promise<Person> {
  const { browser, tokens } = await newPerson(backend.config);
  const send: Person['send'] = async (method, url, body) => {
    const answer = await fetch(`${backend.urls.shell}${url}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        'content-type': url.startsWith('/fhir') ? 'application/fhir+json' : 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
  const created = await send('POST', '/fhir/Patient', { resourceType: 'Patient', name: [{ text: 'AN' }] });
  return { browser, tokens, send, patient: String(created.body['id']) };
}

const heartRate = (patient: string, value: number): object => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
  subject: { reference: `Patient/${patient}` },
  effectiveDateTime: '2026-03-01T08:30:00+07:00',
  valueQuantity: { value, unit: '/min' },
});
const valueOf = (body: unknown): unknown => (body as { valueQuantity?: { value?: unknown } }).valueQuantity?.value;

test("[HUB-17] [BACK-09] a phr socket takes jwt and patientId, and hears only that patient's saves", async () => {
  const [an, binh] = [await person(), await person()];
  const ofAn = await follow(backend.urls.shell, an.patient, an.tokens.access_token);
  const ofBinh = await follow(backend.urls.shell, binh.patient, binh.tokens.access_token);
  await binh.send('POST', '/fhir/Observation', heartRate(binh.patient, 61));
  const saved = await an.send('POST', '/fhir/Observation', heartRate(an.patient, 72));
  const { meta, ...told } = saved.body;
  // with an external record server the news is sent before that server has assigned version and time, and names its
  // author
  expect(await ofAn.next('vital-sign')).toEqual({
    ...told,
    meta: backend.config.fhirUpstream === undefined ? meta : { source: 'https://phr.example/source/person' },
  });
  expect(valueOf(await ofBinh.next('vital-sign'))).toBe(61);
  expect(ofAn.kept.map(({ body }) => valueOf(body))).toEqual([72]);
  ofAn.close();
  ofBinh.close();
});

test('(16) a socket without a valid token is refused as unauthorized, one for another patient as forbidden', async () => {
  const [an, binh] = [await person(), await person()];
  const refused = async (jwt: string, patient: string): Promise<Refusal> =>
    follow(backend.urls.shell, patient, jwt).then(
      () => {
        throw new Error('was let in');
      },
      (error: unknown) => error as Refusal,
    );
  expect(await refused('no token', an.patient)).toMatchObject({
    message: 'unauthorized',
    data: { code: 'UNAUTHORIZED', httpStatus: 401 },
  });
  expect(await refused(an.tokens.id_token, an.patient)).toMatchObject({ message: 'unauthorized' });
  expect(await refused(an.tokens.access_token, binh.patient)).toMatchObject({
    message: 'forbidden',
    data: { code: 'ACCESS_DENIED', httpStatus: 403 },
  });
});

test('[ARCH-06] every socket is told the number of what is released, at once when that changes', async () => {
  const [an, binh] = [await person(), await person()];
  const sockets = await Promise.all(
    [an, binh].map(({ patient, tokens }) => follow(backend.urls.shell, patient, tokens.access_token)),
  );
  const { db } = backend.platform;
  const { channels, environment } = backend.releases;
  await db.query(`insert into team (id, name, contact) values ('told', 'told', '')`);
  await db.query(`insert into module (name, team, kind) values ('mfe-told', 'told', 'module')`);
  await channels.change({
    environment,
    module: 'mfe-told',
    action: { kind: 'kill', grace: 0 },
    actor: 'test',
    reason: 'a test',
  });
  const [event] = await db.query<{ id: string }>(`select max(id) as id from channel_event`);
  for (const socket of sockets) {
    await socket.next('registry.changed', (body) => (body as { serial?: unknown }).serial === Number(event?.id));
    socket.close();
  }
});

test('what was saved while a socket was away follows in order, each once', async () => {
  const an = await person();
  const first = await follow(backend.urls.shell, an.patient, an.tokens.access_token);
  await an.send('POST', '/fhir/Observation', heartRate(an.patient, 60));
  await first.next('vital-sign');
  const seen = first.kept.at(-1)?.seq;
  first.close();
  for (const value of [61, 62, 63]) await an.send('POST', '/fhir/Observation', heartRate(an.patient, value));
  const second = await follow(backend.urls.shell, an.patient, an.tokens.access_token, seen);
  await an.send('POST', '/fhir/Observation', heartRate(an.patient, 64));
  await second.next('vital-sign', (body) => valueOf(body) === 64);
  expect(second.kept.map(({ body }) => valueOf(body))).toEqual([61, 62, 63, 64]);
  expect(second.all.filter(({ event }) => event === 'vital-sign')).toHaveLength(4);
  expect(second.all.find(({ event }) => event === 'ready')?.body).toMatchObject({ complete: true });
  second.close();
});

test('writers that commit out of order lose nothing, and a rolled back write is not told', async () => {
  const an = await person();
  const socket = await follow(backend.urls.shell, an.patient, an.tokens.access_token);
  const { db } = backend.platform;
  const insert = (body: number): [string, unknown[]] => [
    'insert into outbox (patient_id, event, body) values ($1, $2, $3)',
    [an.patient, 'toast', JSON.stringify(body)],
  ];
  const slow = await db.pool.connect();
  await slow.query('begin');
  // has the lower number and commits last
  await slow.query(...insert(1));
  await db.query(...insert(2));
  await db
    .tx(async (sql) => {
      await sql.query(...insert(3));
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await db.query('select number_outbox()');
  expect(socket.kept).toEqual([]);
  await slow.query('commit');
  slow.release();
  await socket.next('toast', (body) => body === 2);
  expect(socket.kept.map(({ body }) => body)).toEqual([1, 2]);
  socket.close();
});

test('a right that ended closes the socket at the next check, and so does the end of the session', async () => {
  const [an, binh] = [await person(), await person()];
  await backend.platform.access.grant({
    userId: String((await backend.platform.auth.verify(binh.tokens.access_token)).userId),
    patientId: an.patient,
    source: 'consent',
    rights: 'read',
  });
  const guest = await follow(backend.urls.shell, an.patient, binh.tokens.access_token);
  const own = await follow(backend.urls.shell, an.patient, an.tokens.access_token);
  await backend.recheckSockets();
  expect([guest.socket.connected, own.socket.connected]).toEqual([true, true]);
  await an.send('POST', '/fhir/Observation', heartRate(an.patient, 64));
  expect(valueOf(await guest.next('vital-sign'))).toBe(64);
  await backend.platform.access.revoke({
    userId: String((await backend.platform.auth.verify(binh.tokens.access_token)).userId),
    patientId: an.patient,
    source: 'consent',
  });
  // writes between the end of the right and its check are not sent
  await an.send('POST', '/fhir/Observation', heartRate(an.patient, 190));
  await own.next('vital-sign', (body) => valueOf(body) === 190);
  await backend.recheckSockets();
  expect(await guest.next('bye')).toEqual({ code: 'ACCESS_DENIED' });
  expect(guest.kept.map(({ body }) => valueOf(body))).toEqual([64]);
  expect(own.socket.connected).toBe(true);
  await an.browser.open(`/connect/endsession?${new URLSearchParams({ id_token_hint: an.tokens.id_token }).toString()}`);
  await backend.recheckSockets();
  expect(await own.next('bye')).toEqual({ code: 'UNAUTHORIZED' });
});

test('one person begins so many sockets in a minute, and keeps no more open', async () => {
  const an = await person();
  const begin = () => follow(backend.urls.shell, an.patient, an.tokens.access_token);
  const tooMany = { data: { code: 'TOO_MANY_REQUESTS' } };
  const open = await Promise.all(Array.from({ length: backend.config.limits.socketsPerUser }, begin));
  await expect(begin()).rejects.toMatchObject(tooMany);
  // in later minutes
  const later = import.meta.jest.spyOn(backend.platform.counts, 'add').mockResolvedValue({ count: 1, left: 0 });
  await expect(begin()).rejects.toMatchObject(tooMany);
  later.mockRestore();
  for (const one of open) one.close();
});

test('a number whose events were cleaned up is told as incomplete, so that the client loads anew', async () => {
  const an = await person();
  const first = await follow(backend.urls.shell, an.patient, an.tokens.access_token);
  for (const value of [70, 71]) await an.send('POST', '/fhir/Observation', heartRate(an.patient, value));
  await first.next('vital-sign', (body) => valueOf(body) === 71);
  const seen = Number(first.kept[0]?.seq) - 1;
  first.close();
  await backend.platform.db.query('delete from outbox where patient_id = $1 and seq = $2', [an.patient, seen + 1]);
  await backend.platform.db.query('delete from outbox where seq <= $1', [seen + 1]);
  const second = await follow(backend.urls.shell, an.patient, an.tokens.access_token, seen);
  expect(second.all.find(({ event }) => event === 'ready')?.body).toMatchObject({ complete: false });
  second.close();
});

test('a page of another origin cannot open a socket', async () => {
  const opened = (origin: string) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${backend.urls.shell.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
        headers: { origin },
      } as never);
      socket.addEventListener('open', () => {
        resolve('open');
        socket.close();
      });
      socket.addEventListener('error', () => resolve('refused'));
    });
  for (const origin of ['https://evil.test', 'null', `${backend.urls.shell}.evil.test`])
    expect([origin, await opened(origin)]).toEqual([origin, 'refused']);
  expect(await opened(backend.urls.shell)).toBe('open');
});
