import { parseJson, toJson } from '@phr/fhir/digits';
import { localStore } from '../host/storage.ts';
import { committed, databasesOf, deleteDatabase, openSealed, settled } from './sealing.ts';

/** What is kept on the device for one account: JSON, sealed. Nothing else of a person's is ever written to disk. */
export interface Vault {
  get(room: Room, key: string): Promise<unknown>;
  /** Done when the browser has it. Puts and removals under one name take effect in the order in which they were asked for. */
  put(room: Room, key: string, value: unknown): Promise<void>;
  remove(room: Room, key: string): Promise<void>;
  all(room: Room): Promise<readonly unknown[]>;
  /** For texts that must be on the device before the vault has them; none where nothing may be kept. */
  readonly keystream?: Keystream;
}

/** Bytes that only this vault can make, the same ones from the same iv (12 bytes). Whoever takes some of them hides one text with them, and never another. */
export interface Keystream {
  /** The vault's own, among the texts of the browser's storage. */
  readonly prefix: string;
  bytes(iv: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

export type Room = 'outbox' | 'drafts';

const ROOMS: readonly Room[] = ['outbox', 'drafts'];
/** What the names of all vaults on this device begin with. */
export const PREFIX = 'phr.vault.';

/** Keeps in memory only: for shared devices, and where the browser keeps nothing. */
export function createMemoryVault(): Vault {
  const rooms: Readonly<Record<Room, Map<string, string>>> = { outbox: new Map(), drafts: new Map() };
  const read = (text: string | undefined): unknown => (text === undefined ? undefined : parseJson(text));
  return {
    get: async (room, key) => read(rooms[room].get(key)),
    put: async (room, key, value) => {
      rooms[room].set(key, toJson(value));
    },
    remove: async (room, key) => {
      rooms[room].delete(key);
    },
    all: async (room) => [...rooms[room].values()].map(read),
  };
}

/** Opens the vault of an account, a sealed database of its own. Rejects where the browser keeps no databases. */
export async function openVault(account: string): Promise<Vault> {
  const { database, seal, unseal, keystream } = await openSealed(PREFIX + (await digest(account)).slice(0, 32), ROOMS);
  const ids = new Map<string, Promise<string>>();
  /** One after the other, so that what is put last is stored last. */
  let sealing: Promise<unknown> = Promise.resolve();
  /** Worked out once: what is typed last may not wait for it. */
  function idOf(name: string): Promise<string> {
    const id = ids.get(name) ?? digest(name);
    ids.set(name, id);
    return id;
  }
  return {
    async get(room, name) {
      const id = await idOf(name);
      return unseal(await settled(database.transaction(room).objectStore(room).get(id)));
    },
    async put(room, name, value) {
      const mine = Promise.all([idOf(name), sealing.then(() => seal(value))]);
      sealing = mine.catch(() => undefined);
      const [id, sealed] = await mine;
      await committed(database.transaction(room, 'readwrite'), (transaction) => {
        transaction.objectStore(room).put(sealed, id);
        // Without waiting for an answer: the page may be gone before it comes.
        transaction.commit();
      });
    },
    async remove(room, name) {
      const [id] = await Promise.all([idOf(name), sealing]);
      await committed(database.transaction(room, 'readwrite'), (transaction) => {
        transaction.objectStore(room).delete(id);
      });
    },
    async all(room) {
      const rows = await settled(database.transaction(room).objectStore(room).getAll());
      const values = await Promise.all(rows.map(unseal));
      return values.filter((value) => value !== undefined);
    },
    keystream: { prefix: `${database.name}.`, bytes: keystream },
  };
}

/** Deletes the vaults of all accounts with their keys: what a copy of the disk may still hold is unreadable. Never rejects. */
export async function destroyVaults(): Promise<void> {
  for (const key of localStore.keys()) if (key.startsWith(PREFIX)) localStore.remove(key);
  await Promise.all((await databasesOf(PREFIX)).map(deleteDatabase));
}

/** Names say nothing about persons or forms. */
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
