import { once, EventEmitter } from 'node:events';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';

/** A message as the browser reads it. */
export interface Brought {
  readonly path: string;
  readonly text: string;
  readonly ttl: number;
  readonly topic: string;
}

/**
 * A push service and its browsers, written from the standards alone: it accepts messages signed by the key that a
 * browser subscribed with (RFC 8292) and decrypts them as that browser would (RFC 8291, RFC 8188). Anything else is
 * refused with 400 or 403 and recorded in `faults`.
 */
export async function startPushService(applicationServerKey: string, port = 0) {
  const browsers = new Map<string, ReturnType<typeof createBrowser>>();
  const brought: Brought[] = [];
  const faults: string[] = [];
  const news = new EventEmitter();
  /** Response status instead of 201, by path. */
  const answers = new Map<string, { status: number; headers?: Record<string, string> }>();
  const server = createServer((request, response) => {
    const answer = (status: number, headers: Record<string, string> = {}) => response.writeHead(status, headers).end();
    const path = request.url ?? '';
    take(request).then(
      (message) => {
        const other = answers.get(path);
        if (other !== undefined) return answer(other.status, other.headers);
        brought.push(message);
        answer(201);
        news.emit('brought');
      },
      (error: unknown) => {
        faults.push(String(error));
        answer(400);
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function take(request: IncomingMessage): Promise<Brought> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await checkVapid(request.headers.authorization ?? '', applicationServerKey, origin);
    const { url: path = '', headers } = request;
    const browser = browsers.get(path);
    if (browser === undefined) throw new Error(`No browser at ${path}`);
    if (request.method !== 'POST' || headers['content-encoding'] !== 'aes128gcm') throw new Error('Not RFC 8291');
    const topic = String(headers['topic']);
    if (!/^[\w-]{1,32}$/.test(topic)) throw new Error('Topic is not that of RFC 8030');
    return { path, text: browser.decrypt(Buffer.concat(chunks)), ttl: Number(headers['ttl']), topic };
  }

  return {
    origin,
    brought,
    faults,
    answers,
    /** A new browser: the body of a subscription. */
    subscribe() {
      const path = `/send/${randomBytes(8).toString('hex')}`;
      const browser = createBrowser();
      browsers.set(path, browser);
      return { path, endpoint: origin + path, keys: browser.keys };
    },
    /** The first message to a browser, starting with message number `from`. Rejects after twenty seconds. */
    async next(path: string, from = 0): Promise<Brought> {
      const limit = AbortSignal.timeout(20_000);
      for (;;) {
        const found = brought.slice(from).find((one) => one.path === path);
        if (found !== undefined) return found;
        await once(news, 'brought', { signal: limit });
      }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/**
 * RFC 8292: `vapid t=<JWT>, k=<key>`; the token is for this origin, for a day at most, by the key of the subscription.
 */
async function checkVapid(header: string, key: string, origin: string): Promise<void> {
  const [, token = '', stated] = /^vapid t=([^,\s]+), ?k=([^,\s]+)$/.exec(header) ?? [];
  if (stated !== key) throw new Error('Signed by another key than the subscription names');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
    audience: origin,
    algorithms: ['ES256'],
  });
  if (payload.exp === undefined || payload.exp > Date.now() / 1_000 + 86_400) throw new Error('Longer than a day');
  if (!/^(mailto:|https:)/.test(payload.sub ?? '')) throw new Error('Names nobody to turn to');
}

/** A browser's side of RFC 8291. */
function createBrowser() {
  const pair = createECDH('prime256v1');
  const own = pair.generateKeys();
  const auth = randomBytes(16);
  const expand = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body: Buffer): string {
      const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
      const sender = body.subarray(21, 21 + idLength);
      const record = body.subarray(21 + idLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
      const material = expand(pair.computeSecret(sender), auth, info, 32);
      const key = expand(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = expand(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // the last record ends with 2 and zeros (RFC 8188)
      const end = padded.lastIndexOf(2);
      if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('Not one whole record');
      return padded.subarray(0, end).toString('utf8');
    },
  };
}
