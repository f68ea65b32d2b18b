import { randomUUID } from 'node:crypto';
import { appendFile, chmod } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../kit/config.ts';
import { ServerError } from '../kit/server-error.ts';

/** Brings a one-time code to a phone. */
export interface CodeSender {
  /** `phone` is 84 and nine digits. Rejects if the message was not accepted. */
  send(phone: string, code: string): Promise<void>;
}

interface Gateway {
  readonly url: string;
  /** Sent as bearer token if the gateway requires one. */
  readonly token?: string;
  /** Milliseconds for one attempt. */
  readonly timeoutMs?: number;
}

/** The configured sender: an SMS gateway, else a file, and in the demo also the console. */
export function createCodeSender(config: Config): CodeSender {
  if (config.smsUrl !== undefined)
    return createSmsSender({
      url: config.smsUrl,
      ...(config.smsToken === undefined ? {} : { token: config.smsToken }),
    });
  if (config.production)
    return { send: () => Promise.reject(new ServerError('UNAVAILABLE', 'No SMS gateway is configured')) };
  const file = createFileSender(path.join(config.dataDir, 'one-time-codes.txt'));
  if (!config.demo) return file;
  return {
    async send(phone, code) {
      await file.send(phone, code);
      console.log(`One-time code for ${phone}: ${code}`);
    },
  };
}

/**
 * POST {to, code, text} to a gateway. Transport failures (no response, 5xx, timeout) are retried once with the same
 * Idempotency-Key. Rejects with ServerError UNAVAILABLE, without number or gateway message.
 */
export function createSmsSender({ url, token, timeoutMs = 5_000 }: Gateway): CodeSender {
  const attempt = async (body: string, key: string): Promise<'accepted' | 'refused' | 'unreachable'> => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      });
      await answer.body?.cancel();
      if (answer.ok) return 'accepted';
      return answer.status >= 500 ? 'unreachable' : 'refused';
    } catch {
      return 'unreachable';
    }
  };
  return {
    async send(phone, code) {
      const body = JSON.stringify({
        to: phone,
        code,
        text: `Ma xac thuc So suc khoe / Health record code: ${code}. Hieu luc 5 phut / valid 5 minutes.`,
      });
      const key = randomUUID();
      const first = await attempt(body, key);
      const result = first === 'unreachable' ? await attempt(body, key) : first;
      if (result !== 'accepted') throw new ServerError('UNAVAILABLE', 'The message could not be sent');
    },
  };
}

function createFileSender(name: string): CodeSender {
  return {
    async send(phone, code) {
      await appendFile(name, `${new Date().toISOString()} ${phone} ${code}\n`, { mode: 0o600 });
      await chmod(name, 0o600);
    },
  };
}
