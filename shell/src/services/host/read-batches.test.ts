import { AppError } from '@phr/contract/app-error';
import type { ServiceAnswer, ServiceRequest } from '@phr/contract/host-api';
import { createReadBatches } from './read-batches.ts';

const RECEIVED = '2026-11-30T00:00:00Z';
const BASE = 'https://record.example/fhir';
const list = (type: string, person = 'a', signal?: AbortSignal): ServiceRequest => ({
  service: 'fhir',
  method: 'GET',
  path: `/Patient/${person}/${type}`,
  query: { _count: 3, code: '1,2' },
  ...(signal !== undefined && { signal }),
});

interface Told {
  readonly method: string;
  readonly url: string;
}
const entriesIn = (body: unknown): readonly Told[] =>
  (body as { readonly entry: readonly { readonly request: Told }[] }).entry.map(({ request }) => request);
const done = (resource: object, response: object = {}): object => ({
  resource,
  response: { status: '200 OK', ...response },
});
const failed = (status: number, code: string): object => ({
  response: {
    status: `${status} X`,
    outcome: { resourceType: 'OperationOutcome', issue: [{ code, diagnostics: code }] },
  },
});
const echo = (reads: readonly Told[]): readonly object[] => reads.map(({ url }) => done({ asked: url }));

/** A record server that logs requests and answers batches; single calls are answered by path. */
function setUp(answer: (reads: readonly Told[]) => readonly object[] | Promise<readonly object[]> = echo) {
  const sent: ServiceRequest[] = [];
  const client = createReadBatches(
    {
      async send(request) {
        sent.push(request);
        const body =
          request.method === 'POST'
            ? { resourceType: 'Bundle', type: 'batch-response', entry: await answer(entriesIn(request.body)) }
            : { alone: request.path };
        return { status: 200, body, receivedAt: RECEIVED } satisfies ServiceAnswer;
      },
    },
    BASE,
  );
  const how = () => sent.map(({ method, path, body }) => (method === 'POST' ? entriesIn(body).length : path));
  return { client, sent, how };
}
const codesOf = (settled: readonly PromiseSettledResult<ServiceAnswer>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value.status : (one.reason as AppError).code));

test('reads of one task travel as one batch, and each gets the answer of its entry', async () => {
  const next = `${BASE}/Patient/a/Condition?_cursor=2`;
  const { client, sent, how } = setUp(([goal]) => [
    done({ asked: goal?.url }),
    done({ link: [{ relation: 'next', url: next }] }, { etag: 'W/"4"' }),
  ]);
  const [goals, conditions] = await Promise.all([client.send(list('Goal')), client.send(list('Condition'))]);
  expect(goals).toEqual({
    status: 200,
    body: { asked: 'Patient/a/Goal?_count=3&code=1%2C2' },
    receivedAt: RECEIVED,
  });
  expect(conditions).toMatchObject({ etag: 'W/"4"', next: '/Patient/a/Condition?_cursor=2' });
  expect(how()).toEqual([2]);
  expect(sent[0]).toMatchObject({ service: 'fhir', path: '/', body: { resourceType: 'Bundle', type: 'batch' } });
});

test('a read that is alone in its task is sent as it is, and so is one of the next task', async () => {
  const { client, how } = setUp();
  await client.send(list('Goal'));
  await client.send(list('Condition'));
  expect(how()).toEqual(['/Patient/a/Goal', '/Patient/a/Condition']);
});

test('reads of two persons, writes, other services and calls with a time limit of their own are kept apart', async () => {
  const { client, how } = setUp();
  await Promise.all([
    client.send(list('Goal', 'a')),
    client.send(list('Condition', 'a')),
    client.send(list('Goal', 'b')),
    client.send({ service: 'fhir', method: 'GET', path: '/Task', query: { patient: 'b' } }),
    client.send({ ...list('Flag'), timeoutMs: 5 }),
    client.send({ service: 'fhir', method: 'GET', path: '/Patient/a/$everything' }),
    client.send({ service: 'fhir', method: 'DELETE', path: '/Observation/1' }),
    client.send({ service: 'phr', method: 'GET', path: '/api/phr/inbox' }),
  ]);
  expect(how().filter((one) => typeof one === 'number')).toEqual([2, 2]);
  expect(how().filter((one) => typeof one === 'string')).toEqual([
    '/Patient/a/Flag',
    '/Patient/a/$everything',
    '/Observation/1',
    '/api/phr/inbox',
  ]);
});

test('a read that names nobody goes with the first person of its task', async () => {
  const { client, how } = setUp();
  const user: ServiceRequest = { service: 'fhir', method: 'GET', path: '/User/u' };
  await Promise.all([client.send(user), client.send(list('Goal', 'a')), client.send(list('Goal', 'b'))]);
  expect(how().filter((one) => typeof one === 'number')).toEqual([2]);
});

test('twenty reads at most go in one batch', async () => {
  const { client, how } = setUp();
  await Promise.all(Array.from({ length: 23 }, (_, at) => client.send(list(`Type${at}`))));
  expect(how()).toEqual([20, 3]);
});

test('the failure of an entry is its own, with the code that a single call would have had', async () => {
  const { client } = setUp(() => [done({}), failed(403, 'forbidden'), failed(404, 'not-found')]);
  const settled = await Promise.allSettled(['Goal', 'Flag', 'Task'].map((type) => client.send(list(type))));
  expect(codesOf(settled)).toEqual([200, 'ACCESS_DENIED', 'FHIR_REQ_ERR']);
  expect(settled[2]).toMatchObject({ reason: { httpStatus: 404, source: 'FHIR_SERVER' } });
});

test.each([
  ['no network', new AppError({ code: 'NETWORK', httpStatus: 0 })],
  ['too many calls', new AppError({ code: 'TOO_MANY_REQUESTS', httpStatus: 429 })],
  ['a session that ended', new AppError({ code: 'UNAUTHORIZED', httpStatus: 401 })],
  ['a server that is down', new AppError({ code: 'UNAVAILABLE', httpStatus: 503 })],
])('%s is told to each of a batch, and none is sent again', async (_what, error) => {
  const { client, sent } = setUp(() => Promise.reject(error));
  const settled = await Promise.allSettled([client.send(list('Goal')), client.send(list('Flag'))]);
  expect(codesOf(settled)).toEqual([error.code, error.code]);
  expect(sent).toHaveLength(1);
});

test.each([
  ['refuses a batch', () => Promise.reject(new AppError({ httpStatus: 404 }))],
  ['knows no such call', () => Promise.reject(new AppError({ httpStatus: 501 }))],
  ['writes in batches only', () => [failed(400, 'not-supported'), failed(400, 'not-supported')]],
  ['answers something else', () => []],
])('a server that %s gets single calls, now and from then on', async (_what, answer) => {
  const { client, how } = setUp(answer);
  const both = () => Promise.all([client.send(list('Goal')), client.send(list('Flag'))]);
  expect((await both()).map(({ body }) => body)).toEqual([{ alone: '/Patient/a/Goal' }, { alone: '/Patient/a/Flag' }]);
  await both();
  const alone = ['/Patient/a/Goal', '/Patient/a/Flag'];
  expect(how()).toEqual([2, ...alone, ...alone]);
});

test('an entry whose token had run out is asked again alone, where the session is renewed', async () => {
  const { client, how } = setUp(() => [done({}), failed(401, 'login')]);
  const [, flags] = await Promise.all([client.send(list('Goal')), client.send(list('Flag'))]);
  expect([flags.body, how()]).toEqual([{ alone: '/Patient/a/Flag' }, [2, '/Patient/a/Flag']]);
});

test('who goes away hears so and takes nobody along; a batch that nobody wants any more ends', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly object[]>();
  const { client, sent } = setUp(() => promise);
  const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()];
  const asked = Promise.allSettled([
    client.send(list('Goal', 'a', one.signal)),
    client.send(list('Flag', 'a', two.signal)),
    client.send(list('Task', 'a', three.signal)),
  ]);
  one.abort(new Error('before it was sent'));
  await new Promise((sentNow) => {
    setTimeout(sentNow);
  });
  expect(entriesIn(sent[0]?.body).map(({ url }) => url.split('?')[0])).toEqual(['Patient/a/Flag', 'Patient/a/Task']);
  two.abort(new Error('on its way'));
  expect(sent[0]?.signal?.aborted).toBe(false);
  three.abort(new Error('the last'));
  expect(sent[0]?.signal?.aborted).toBe(true);
  resolve([done({}), done({})]);
  expect((await asked).map((told) => told.status === 'rejected' && (told.reason as Error).message)).toEqual([
    'before it was sent',
    'on its way',
    'the last',
  ]);
});
