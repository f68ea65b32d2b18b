import { appendFile, chmod } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { ServerError } from '../security/server-error.ts';

/** Brings a one-time code to a phone. */
export interface CodeSender {
  /** `phone` is 84 and nine digits. Rejects when the message was not taken. */
  send(phone: string, code: string): Promise<void>;
}

/** The sender that the settings ask for: an SMS gateway, or a file that the person who runs the demo can read. */
export function createCodeSender(config: Config): CodeSender {
  if (config.smsUrl !== undefined) return gateway(config.smsUrl);
  if (!config.production) return file(path.join(config.dataDir, 'one-time-codes.txt'));
  return { send: () => Promise.reject(new ServerError('NOT_SUPPORTED', 'No SMS gateway is configured')) };
}

function gateway(url: string): CodeSender {
  return {
    async send(phone, code) {
      const answer = await fetch(url, {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ to: phone, code }), signal: AbortSignal.timeout(10_000),
      });
      if (!answer.ok) throw new ServerError('SERVER_ERROR', 'The SMS gateway refused the message');
    },
  };
}

function file(name: string): CodeSender {
  return {
    async send(phone, code) {
      await appendFile(name, `${new Date().toISOString()} ${phone} ${code}\n`, { mode: 0o600 });
      await chmod(name, 0o600);
    },
  };
}
