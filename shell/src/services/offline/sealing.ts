import { parseJson, toJson } from '@phr/fhir/digits';

/** A value that only its database's key can decrypt. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** Encrypts JSON with AES-GCM under a non-extractable key (S-42). */
export interface Sealer {
  seal(value: unknown): Promise<Sealed>;
  /** Undefined if the key is gone. */
  unseal(sealed: unknown): Promise<unknown>;
  /**
   * 64 KiB of pseudo-random bytes reproducible with this key only: zeros encrypted under this iv, which must not be
   * used for anything else.
   */
  keystream(iv: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

const KEY_ROOM = 'key';

/** Opens a database with its own key and these object stores. Rejects if the browser has no databases. */
export async function openSealed(
  name: string,
  rooms: readonly string[] = [],
): Promise<Sealer & { readonly database: IDBDatabase }> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => {
    for (const room of [...rooms, KEY_ROOM]) request.result.createObjectStore(room);
  });
  const database = await settled(request);
  // sign-out in another tab deletes the database and must not be blocked by this one
  database.addEventListener('versionchange', () => database.close());
  return { database, ...sealerOf(await keyOf(database)) };
}

/** Creates a sealer for a key managed by its owner. */
export function sealerOf(key: CryptoKey): Sealer {
  return {
    async seal(value) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      return {
        iv,
        data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(toJson(value))),
      };
    },
    keystream: async (iv) =>
      new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(65_536))),
    async unseal(sealed) {
      if (!isSealed(sealed)) return undefined;
      try {
        const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.data);
        return parseJson(new TextDecoder().decode(text));
      } catch {
        // sealed by a deleted key
        return undefined;
      }
    },
  };
}

/** Names of databases with this prefix. Never rejects. */
export async function databasesOf(prefix: string): Promise<readonly string[]> {
  try {
    return (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(prefix) === true ? [name] : []));
  } catch {
    return [];
  }
}

const DELETE_MS = 5_000;

/**
 * Other tabs may still be writing: the browser deletes when they finish ("blocked" is only informative). A hanging tab
 * does not delay sign-out.
 */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    for (const end of ['success', 'error']) request.addEventListener(end, () => resolve());
    setTimeout(resolve, DELETE_MS);
  });
}

export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The database refused')));
  });
}

export function committed(transaction: IDBTransaction, work: (transaction: IDBTransaction) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The database refused')));
    work(transaction);
  });
}

function isSealed(value: unknown): value is Sealed {
  return (
    typeof value === 'object' &&
    value !== null &&
    'iv' in value &&
    value.iv instanceof Uint8Array &&
    'data' in value &&
    value.data instanceof ArrayBuffer
  );
}

/** The database's key. If two tabs create it at once, both use the first one stored. */
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
