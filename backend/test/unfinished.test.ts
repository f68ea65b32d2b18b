import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { newPerson } from './browser.ts';
import { childBackend, type ChildBackend } from './child-backend.ts';

// as in an installation: the front process ends its own responses, the other one those that are forwarded to it
let backend: ChildBackend;
let token: string;
let patient: string;

beforeAll(async () => {
  backend = await childBackend();
  await backend.start();
  token = (await newPerson(backend.config)).tokens.access_token;
  const answer = await fetch(`${backend.url}/fhir/Patient`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+json' },
    body: JSON.stringify({ resourceType: 'Patient', name: [{ text: 'AN' }] }),
  });
  patient = String(((await answer.json()) as Record<string, unknown>)['id']);
});
afterAll(() => backend.remove());

interface Line {
  readonly socket: net.Socket;
  answer(): string;
  readonly closed: Promise<unknown>;
}

/** A connection that sends `text` and nothing else. */
async function line(port: number, text: string): Promise<Line> {
  const socket = net.connect(port, '127.0.0.1');
  let heard = '';
  socket
    .on('data', (part: Buffer) => {
      heard += part.toString();
    })
    .on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(text);
  return { socket, answer: () => heard, closed };
}

/** The text received by a connection, as soon as it matches. */
async function heard({ socket, answer }: Line, what: RegExp): Promise<string> {
  while (!what.test(answer())) await once(socket, 'data', { signal: AbortSignal.timeout(10_000) });
  return answer();
}

const post = (path: string, body: string, length: number, more: readonly string[] = []) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...more,
    '',
    body,
  ].join('\r\n');
const READING = () =>
  JSON.stringify({
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'x' },
    subject: { reference: `Patient/${patient}` },
    effectiveDateTime: '2026-03-01T08:30:00+07:00',
    valueString: 'a'.repeat(500),
  });

test('ends 400 unfinished requests without permission in five seconds, everywhere; permitted ones go on', async () => {
  const { shell, identity, files } = backend.config.ports;
  const slow = post('/fhir/Observation', READING().slice(0, 100), Buffer.byteLength(READING()), [
    `Authorization: Bearer ${token}`,
    'Connection: close',
  ]);
  const signed = (await (
    await fetch(
      `${backend.url}/api/phr/storage/get-presigned-url-for-upload?key=${patient}/papers/${crypto.randomUUID()}.pdf`,
      { headers: { authorization: `Bearer ${token}` } },
    )
  ).json()) as { data: string };
  const address = new URL(signed.data);
  const [reading, upload] = [
    await line(shell, slow),
    await line(
      files,
      `PUT ${address.pathname}${address.search} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 1000\r\n\r\n%PDF-1.7\n`,
    ),
  ];

  const started = performance.now();
  const unfinished = [
    '',
    'GET / HTTP/1.1\r\nHost: loc',
    post('/x', '{"a":', 1_000),
    post('/fhir/Observation', '{"a":', 1_000, ['Authorization: Bearer nonsense']),
    post('/api/phr/device', '{"a":', 1_000),
    'PUT /a/b.pdf?signature=x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n%PDF-\r\n',
  ];
  const lines = await Promise.all(
    Array.from({ length: 400 }, (_, at) =>
      line(
        [shell, identity, files][Math.floor(at / unfinished.length) % 3] ?? shell,
        unfinished[at % unfinished.length] ?? '',
      ),
    ),
  );
  const open = await Promise.race([
    Promise.all(lines.map(({ closed }) => closed)).then(() => 0),
    pause(8_000, undefined, { ref: false }).then(() => lines.filter(({ socket }) => !socket.destroyed).length),
  ]);
  expect(open).toBe(0);
  expect(performance.now() - started).toBeLessThan(5_000 + 2_000 * Number(process.env['CI'] !== undefined));

  reading.socket.write(READING().slice(100));
  upload.socket.write('x'.repeat(1_000 - '%PDF-1.7\n'.length));
  await Promise.all([reading.closed, upload.closed]);
  expect(reading.answer()).toMatch(/^HTTP\/1\.1 201 /);
  expect(upload.answer()).toMatch(/^HTTP\/1\.1 200 /);
});

test('a request refused early may be sent to its end: its answer arrives and the connection lives on', async () => {
  const { shell, identity, files } = backend.config.ports;
  const rest = 'a'.repeat(3_000_000);
  for (const [port, path, status] of [
    [shell, '/fhir/Observation', 401],
    [identity, '/interaction/x', 413],
    [identity, '/connect/token', 400],
    [files, '/a/b.pdf', 405],
  ] as const) {
    const sent = await line(port, post(path, '{"a":"', rest.length + 8, ['Authorization: Bearer nonsense']));
    await heard(sent, /^HTTP\/1\.1 4\d\d /);
    sent.socket.write(`${rest}"}GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await sent.closed;
    expect([path, sent.answer().match(/(?<=HTTP\/1\.1 )\d\d\d/g)]).toEqual([
      path,
      [String(status), expect.any(String)],
    ]);
  }
});

test('a body that cannot be read closes no connection: who still writes its end would lose the answer', async () => {
  const sent = await line(backend.config.ports.identity, post('/api/account/register', '{', 1));
  await heard(sent, /^HTTP\/1\.1 4\d\d /);
  sent.socket.write('GET /.well-known/openid-configuration HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await sent.closed;
  expect(sent.answer().match(/(?<=HTTP\/1\.1 )\d\d\d/g)).toEqual(['422', '200']);
});

test('what is ended says so in the shape of every error, and so does a header that is too large', async () => {
  const { shell, identity } = backend.config.ports;
  const late = await line(shell, post('/api/phr/x', '{', 1_000));
  const large = await line(identity, `GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`);
  await Promise.all([late.closed, large.closed]);
  const bodyOf = (text: string): unknown => JSON.parse(text.split('\r\n\r\n')[1] ?? '');
  expect([late.answer().slice(0, 12), bodyOf(late.answer())]).toEqual([
    'HTTP/1.1 408',
    expect.objectContaining({ code: 'FORM_INPUT_INVALID', httpStatus: 408, source: 'PHR_API' }),
  ]);
  expect([large.answer().slice(0, 12), bodyOf(large.answer())]).toEqual([
    'HTTP/1.1 431',
    expect.objectContaining({ code: 'FORM_INPUT_INVALID', httpStatus: 431, source: 'ID_SERVER' }),
  ]);
});

test('a socket without a token is let into no namespace, and ends by itself', async () => {
  const main = io(backend.url, { transports: ['websocket'], reconnection: false });
  const closed = new Promise((resolve) => {
    main.io.on('close', resolve);
  });
  const refused = await new Promise<Error & { data?: object }>((resolve) => {
    main.on('connect_error', resolve);
  });
  expect([refused.message, refused.data]).toEqual(['unauthorized', expect.objectContaining({ code: 'UNAUTHORIZED' })]);
  await closed;
});
