/** What is kept on the device for one account: JSON, sealed. Nothing else of a person's is ever written to disk. */
export interface Vault {
  get(room: Room, key: string): Promise<unknown>;
  /** Done when the browser has it. */
  put(room: Room, key: string, value: unknown): Promise<void>;
  remove(room: Room, key: string): Promise<void>;
  all(room: Room): Promise<readonly unknown[]>;
}

export type Room = 'outbox' | 'drafts';

const ROOMS: readonly Room[] = ['outbox', 'drafts'];
const PREFIX = 'phr.vault.';
const KEY_ROOM = 'key';

/** Keeps in memory only: for shared devices, and where the browser keeps nothing. */
export function createMemoryVault(): Vault {
  const rooms: Readonly<Record<Room, Map<string, string>>> = { outbox: new Map(), drafts: new Map() };
  const read = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));
  return {
    get: async (room, key) => read(rooms[room].get(key)),
    put: async (room, key, value) => { rooms[room].set(key, JSON.stringify(value)); },
    remove: async (room, key) => { rooms[room].delete(key); },
    all: async (room) => [...rooms[room].values()].map(read),
  };
}

/**
 * Opens the vault of an account: a database of its own, AES-GCM with a key that cannot be taken out of the browser (S-42). Rejects where
 * the browser keeps no databases.
 */
export async function openVault(account: string): Promise<Vault> {
  const database = await openDatabase(PREFIX + (await digest(account)).slice(0, 32));
  // Signing out in another tab deletes the database: it must not wait for this one.
  database.addEventListener('versionchange', () => database.close());
  const key = await keyOf(database);

  async function seal(value: unknown): Promise<Sealed> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(value))) };
  }
  async function unseal(sealed: unknown): Promise<unknown> {
    if (!isSealed(sealed)) return undefined;
    try {
      return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.data)));
    } catch {
      // Sealed by a key that is gone: nobody can read it any more.
      return undefined;
    }
  }
  return {
    async get(room, name) {
      const id = await digest(name);
      return unseal(await settled(database.transaction(room).objectStore(room).get(id)));
    },
    async put(room, name, value) {
      const [id, sealed] = await Promise.all([digest(name), seal(value)]);
      await committed(database.transaction(room, 'readwrite'), (transaction) => { transaction.objectStore(room).put(sealed, id); });
    },
    async remove(room, name) {
      const id = await digest(name);
      await committed(database.transaction(room, 'readwrite'), (transaction) => { transaction.objectStore(room).delete(id); });
    },
    async all(room) {
      const kept = await settled(database.transaction(room).objectStore(room).getAll());
      const values = await Promise.all(kept.map(unseal));
      return values.filter((value) => value !== undefined);
    },
  };
}

/** Deletes the vaults of all accounts with their keys: what a copy of the disk may still hold is unreadable. Never rejects. */
export async function destroyVaults(): Promise<void> {
  await Promise.all((await vaultNames()).map(deleted));
}

/** How many things lie in a room of all vaults of this device: a number tells nothing of anybody. Never rejects. */
export async function countOnDevice(room: Room): Promise<number> {
  const counts = await Promise.all((await vaultNames()).map(async (name) => {
    const request = indexedDB.open(name);
    // Deleted a moment ago: it must not be made again.
    request.addEventListener('upgradeneeded', () => request.transaction?.abort());
    const database = await settled(request);
    try {
      return await settled(database.transaction(room).objectStore(room).count());
    } finally {
      database.close();
    }
  }).map((count) => count.catch(() => 0)));
  return counts.reduce((sum, count) => sum + count, 0);
}

const DELETE_MS = 5_000;

/** Another tab may still be writing: the browser deletes when it is done ("blocked" only says so). A tab that hangs holds up nobody's sign-out. */
function deleted(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    for (const end of ['success', 'error']) request.addEventListener(end, () => resolve());
    setTimeout(resolve, DELETE_MS);
  });
}

interface Sealed { readonly iv: Uint8Array<ArrayBuffer>; readonly data: ArrayBuffer }

function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && 'iv' in value && value.iv instanceof Uint8Array && 'data' in value && value.data instanceof ArrayBuffer;
}

async function vaultNames(): Promise<readonly string[]> {
  try {
    return (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(PREFIX) === true ? [name] : []));
  } catch {
    return [];
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => { for (const room of [...ROOMS, KEY_ROOM]) request.result.createObjectStore(room); });
  return settled(request);
}

/** The database's key. Two tabs that make one at the same time end with the same: the first that is stored. */
async function keyOf(database: IDBDatabase): Promise<CryptoKey> {
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  let key: CryptoKey = made;
  await committed(database.transaction(KEY_ROOM, 'readwrite'), (transaction) => {
    const store = transaction.objectStore(KEY_ROOM);
    const known = store.get('aes');
    known.addEventListener('success', () => {
      if (known.result instanceof CryptoKey) key = known.result;
      else store.put(made, 'aes');
    });
  });
  return key;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The database refused')));
  });
}

function committed(transaction: IDBTransaction, work: (transaction: IDBTransaction) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The database refused')));
    work(transaction);
  });
}

/** Names say nothing about persons or forms. */
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
