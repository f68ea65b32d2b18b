import { createECDH, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const Secrets = z.object({
  /** Signs the identity service's cookies. */
  cookieKey: z.string().min(32),
  /** Signs addresses of files. */
  filesKey: z.string().min(32),
  /** Mixed into the hashes of one-time codes. */
  otpPepper: z.string().min(32),
  /** Signs page cursors of the record server. */
  cursorKey: z.string().min(32),
});

export type Secrets = z.output<typeof Secrets>;
type Given = { readonly [K in keyof Secrets]: string | undefined };

/**
 * The installation's secrets: given ones, the rest from DATA_DIR/secrets.json (mode 0600), generated at first start.
 * Undefined if some are missing and `onlyGiven` forbids generating.
 */
export function loadSecrets(dataDir: string, given: Given, onlyGiven: boolean): Secrets | undefined {
  const complete = Secrets.safeParse(given);
  if (complete.success) return complete.data;
  if (onlyGiven) return undefined;

  const file = path.join(dataDir, 'secrets.json');
  if (!existsSync(file)) writeSecrets(file);
  const stored = Secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    cookieKey: given.cookieKey ?? stored.cookieKey,
    filesKey: given.filesKey ?? stored.filesKey,
    otpPepper: given.otpPepper ?? stored.otpPepper,
    cursorKey: given.cursorKey ?? stored.cursorKey,
  };
}

const PushKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

/** VAPID key pair from DATA_DIR/vapid.json, generated at first start; subscriptions depend on it. */
export function loadPushKeys(dataDir: string): z.output<typeof PushKeys> {
  const file = path.join(dataDir, 'vapid.json');
  if (!existsSync(file)) {
    const pair = createECDH('prime256v1');
    const publicKey = pair.generateKeys('base64url', 'uncompressed');
    // a number with zeros in front is written shorter
    const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url');
    write(file, { publicKey, privateKey });
  }
  return PushKeys.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function writeSecrets(file: string): void {
  const key = () => randomBytes(32).toString('base64url');
  const made: Secrets = { cookieKey: key(), filesKey: key(), otpPepper: key(), cursorKey: key() };
  write(file, made);
}

/** Written whole or not at all, for its owner alone. */
function write(file: string, made: object): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
