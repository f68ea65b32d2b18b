import { localized, perLocale } from '@phr/i18n/localized';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { isErrorCode, ServerError } from '../../kit/server-error.ts';
import type { ReadingProvider, ReadingRequest } from './reading-port.ts';

const Finding = z.object({ code: z.string().max(64), text: z.string().max(200), score: z.number().min(0).max(1) });
const Done = z.object({
  status: z.literal('done'),
  findings: z.array(Finding).max(100),
  conclusion: z.object({ vi: z.string().max(4_000), en: z.string().max(4_000) }).optional(),
  images: z
    .array(z.object({ contentType: z.enum(['image/png', 'image/jpeg']), url: z.string().max(2_000) }))
    .max(10)
    .default([]),
  vendor: z.string().min(1).max(100),
  version: z.string().max(40),
});
const Answer = z.discriminatedUnion('status', [
  Done,
  z.object({ status: z.literal('in-progress'), jobId: z.string().regex(/^[\w-]{1,100}$/) }),
]);
const Refused = z.object({ code: z.string() });

export interface HttpProviderSettings {
  readonly url: string;
  readonly key: string;
  /** Milliseconds for one call. */
  readonly timeoutMs?: number;
  /** Retry delay, and polling interval of a job, in milliseconds. */
  readonly pauseMs?: number;
  readonly now?: () => number;
}

const TRIES = 3;
const QUESTIONS = 8;
/** Consecutive failures until the circuit opens. */
const BREAK_AFTER = 5;
const BREAK_MS = 30_000;
const MAX_PICTURE_BYTES = 20 * 1_048_576;

/**
 * A vendor's reading service over HTTP: POST {url}/readings with the file's URL, then GET {url}/readings/{jobId} until
 * done. Failures are retried with the same Idempotency-Key; after five in a row calls are refused for half a minute.
 */
export function createHttpProvider({
  url,
  key,
  timeoutMs = 30_000,
  pauseMs = 500,
  now = Date.now,
}: HttpProviderSettings): ReadingProvider {
  let failures = 0;
  let closedUntil = 0;

  const call = async (
    address: string,
    init: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
  ): Promise<Response> => {
    if (closedUntil > now()) throw new ServerError('UNAVAILABLE', 'The reading service does not answer');
    let last: unknown;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (attempt > 0) await pause(pauseMs * attempt);
      try {
        const answer = await fetch(address, {
          ...init,
          headers: { ...init.headers, authorization: `Bearer ${key}` },
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (answer.status < 500 && answer.status !== 429) {
          failures = 0;
          return answer;
        }
        last = new Error(`status ${answer.status}`);
      } catch (error) {
        last = error;
      }
    }
    failures += 1;
    if (failures >= BREAK_AFTER) closedUntil = now() + BREAK_MS;
    throw new ServerError('UNAVAILABLE', 'The reading service does not answer', { cause: last });
  };

  const read = async (answer: Response): Promise<z.output<typeof Answer>> => {
    const body: unknown = await answer.json().catch(() => undefined);
    if (!answer.ok) {
      const refused = Refused.safeParse(body);
      const code = refused.success && isErrorCode(refused.data.code) ? refused.data.code : undefined;
      if (code === 'IMAGE_TOO_SMALL' || code === 'NO_CLASSIFICATION')
        throw new ServerError(code, 'The reading service refused the image');
      throw new ServerError('UNAVAILABLE', 'The reading service refused', {
        cause: new Error(`status ${answer.status}`),
      });
    }
    const parsed = Answer.safeParse(body);
    if (!parsed.success)
      throw new ServerError('UNAVAILABLE', 'The reading service answered something else', { cause: parsed.error });
    return parsed.data;
  };

  const picture = async (address: string): Promise<Buffer> => {
    // only the vendor's own server is called, and with its key
    if (!URL.canParse(address, url) || new URL(address, url).origin !== new URL(url).origin)
      throw new ServerError('UNAVAILABLE', 'The reading service named a foreign picture');
    const answer = await call(new URL(address, url).href, { method: 'GET' });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok || bytes.length > MAX_PICTURE_BYTES)
      throw new ServerError('UNAVAILABLE', 'The reading service refused a picture');
    return bytes;
  };

  const ask = (request: ReadingRequest): Promise<Response> =>
    call(`${url}/readings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': request.id },
      body: JSON.stringify({
        app: request.app,
        viewName: request.viewName,
        image: request.address,
        rows: request.image.rows,
        columns: request.image.columns,
      }),
    });

  return {
    kind: 'ai',
    async read(request) {
      let answer = await read(await ask(request));
      for (let question = 0; answer.status === 'in-progress' && question < QUESTIONS; question += 1) {
        await pause(pauseMs);
        answer = await read(await call(`${url}/readings/${answer.jobId}`, { method: 'GET' }));
      }
      if (answer.status === 'in-progress') return undefined;
      const { findings, vendor, version, images } = answer;
      const listed = findings.map(({ text, score }) => `${text}: ${Math.round(score * 100)} %`).join('; ');
      const { vi, en } = answer.conclusion ?? { vi: listed, en: listed };
      const said = localized(vi, en);
      return {
        title: localized('Kết quả đọc phim bằng trí tuệ nhân tạo (AI)', 'Reading by artificial intelligence (AI)'),
        conclusion: perLocale((locale) => `${NO_DIAGNOSIS[locale]} ${said[locale]}`.trim()),
        findings,
        performer: `${vendor} ${version}`.trim(),
        pictures: await Promise.all(
          images.map(async ({ contentType, url: address }) => ({ contentType, bytes: await picture(address) })),
        ),
      };
    },
  };
}

const NO_DIAGNOSIS = localized('Kết quả do AI đọc, không phải chẩn đoán.', 'Read by AI; this is not a diagnosis.');
