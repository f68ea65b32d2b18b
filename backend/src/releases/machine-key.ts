import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Db } from '../kit/platform.ts';
import { actorOfKey, addApiKey, addSigningKey, KEY_ACTIONS, OWN_TEAM } from './team-keys.ts';

/** What the command line needs to release from this machine. */
export const MachineKey = z.object({
  url: z.string(),
  environment: z.string(),
  key: z.string(),
  signing: z.object({ id: z.string(), privateKey: z.string() }),
});
export type MachineKey = z.infer<typeof MachineKey>;

const DAYS = 400;

/**
 * Where the key is stored for an installation operated on its own machine: whoever can read the data folder may
 * release.
 */
export const machineKeyFile = (dataDir: string): string => path.join(dataDir, 'release-key.json');

/** Makes sure that the data folder holds an active key of the installation's own team, for the given address. */
export async function ensureMachineKey(
  db: Db,
  dataDir: string,
  at: Pick<MachineKey, 'url' | 'environment'>,
): Promise<void> {
  const file = machineKeyFile(dataDir);
  const known = await readMachineKey(dataDir);
  const isInForce = known !== undefined && (await actorOfKey(db, known.key)) !== undefined;
  const key = isInForce ? { ...known, ...at } : { ...(await newKey(db)), ...at };
  const aside = `${file}.new`;
  await writeFile(aside, `${JSON.stringify(key, null, 2)}\n`, { mode: 0o600 });
  await rename(aside, file);
}

/** The key of a data folder; undefined when there is none. */
export async function readMachineKey(dataDir: string): Promise<MachineKey | undefined> {
  const text = await readFile(machineKeyFile(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : MachineKey.parse(JSON.parse(text));
}

async function newKey(db: Db): Promise<Pick<MachineKey, 'key' | 'signing'>> {
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const publicKey = createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'pem' });
  await db.query(`insert into team (id, name, contact) values ($1, $1, '') on conflict do nothing`, [OWN_TEAM]);
  const [key, id] = await Promise.all([
    addApiKey(db, { team: OWN_TEAM, modules: ['*'], actions: KEY_ACTIONS, environments: ['*'], days: DAYS }),
    addSigningKey(db, OWN_TEAM, String(publicKey), DAYS),
  ]);
  return { key, signing: { id, privateKey } };
}
