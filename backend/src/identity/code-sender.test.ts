import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createSmsSender } from './code-sender.ts';

interface Seen {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

let server: Server;
let seen: Seen[];
/** The gateway's response to each request; 'hang' never responds. */
let answers: (number | 'hang')[];
let url: string;

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => {
      seen.push({ headers: request.headers, body: JSON.parse(text) });
      const answer = answers.shift() ?? 200;
      if (answer !== 'hang') response.writeHead(answer).end('secret words of the gateway');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/sms`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('the gateway gets number, code and text with its token', async () => {
  answers = [202];
  await createSmsSender({ url, token: 'gate' }).send('84912345678', '012345');
  expect(seen).toHaveLength(1);
  expect(seen[0]?.body).toEqual({ to: '84912345678', code: '012345', text: expect.stringContaining('012345') });
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer gate', 'content-type': 'application/json' });
});

test('a fault on the way is tried once more with the same key, so that one message goes out', async () => {
  answers = [503, 200];
  await createSmsSender({ url }).send('84912345678', '012345');
  expect(seen).toHaveLength(2);
  expect(seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(seen[1]?.headers['idempotency-key']).toBe(seen[0]?.headers['idempotency-key']);
});

test('a gateway that never answers fails without telling the number', async () => {
  answers = ['hang', 'hang'];
  const failure = await createSmsSender({ url, timeoutMs: 30 })
    .send('84912345678', '012345')
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'UNAVAILABLE', statusCode: 503, message: 'The message could not be sent' });
});

test('a gateway that refuses or is down fails without leaking its words; a refusal is not retried', async () => {
  answers = [400];
  await expect(createSmsSender({ url }).send('84912345678', '012345')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The message could not be sent',
  });
  expect(seen).toHaveLength(1);
  server.close();
  server.closeAllConnections();
  await expect(createSmsSender({ url: 'http://127.0.0.1:9/sms' }).send('84912345678', '012345')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});
