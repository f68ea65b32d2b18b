import { parseJson, toJson } from '@phr/fhir/digits';
import { localStore } from '../host/storage.ts';
import { committed, databasesOf, deleteDatabase, openSealed, settled } from './sealing.ts';

/** Encrypted JSON storage for one account. Nothing else personal is ever written to disk. */
export interface Vault {
  get(room: Room, key: string): Promise<unknown>;
  /** Resolves when the browser has stored it. Puts and removals of one key take effect in call order. */
  put(room: Room, key: string, value: unknown): Promise<void>;
  remove(room: Room, key: string): Promise<void>;
  all(room: Room): Promise<readonly unknown[]>;
  /** For texts that must be on the device before they are in the vault; absent if storage is not allowed. */
  readonly keystream?: Keystream;
}

/** Bytes only this vault can reproduce from the iv (12 bytes). Each byte may encrypt one text only. */
export interface Keystream {
  /** This vault's prefix in the browser's text storage. */
  readonly prefix: string;
  bytes(iv: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

export type Room = 'outbox' | 'drafts';

const ROOMS: readonly Room[] = ['outbox', 'drafts'];
/** Name prefix of all vaults on this device. */
export const PREFIX = 'phr.vault.';

/** In memory only: for shared devices, and browsers without storage. */
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

/** Opens an account's vault, a sealed database of its own. Rejects if the browser has no databases. */
export async function openVault(account: string): Promise<Vault> {
  const { database, seal, unseal, keystream } = await openSealed(PREFIX + (await digest(account)).slice(0, 32), ROOMS);
  const ids = new Map<string, Promise<string>>();
  /** Serialized, so that the last put is stored last. */
  let sealing: Promise<unknown> = Promise.resolve();
  /** Computed once: the last input before closing must not wait for it. */
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
        // commit without waiting: the page may close first
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

/** Deletes all accounts' vaults and keys, so that a copy of the disk is unreadable. Never rejects. */
export async function destroyVaults(): Promise<void> {
  for (const key of localStore.keys()) if (key.startsWith(PREFIX)) localStore.remove(key);
  await Promise.all((await databasesOf(PREFIX)).map(deleteDatabase));
}

/** Hashed names reveal nothing about persons or forms. */
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
