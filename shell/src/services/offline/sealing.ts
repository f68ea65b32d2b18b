import { parseJson, toJson } from '@phr/fhir/digits';

/** A value that only the key of its database opens. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** Seals JSON by AES-GCM under a key that cannot be taken out of the browser (S-42). */
export interface Sealer {
  seal(value: unknown): Promise<Sealed>;
  /** Undefined for what no living key has sealed. */
  unseal(sealed: unknown): Promise<unknown>;
  /** 64 KiB that nobody can tell from chance and only this key makes again: a text of zeros sealed under this iv, which must serve nothing else. */
  keystream(iv: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

const KEY_ROOM = 'key';

/** Opens a database that holds a key of its own and these rooms. Rejects where the browser keeps no databases. */
export async function openSealed(
  name: string,
  rooms: readonly string[] = [],
): Promise<Sealer & { readonly database: IDBDatabase }> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => {
    for (const room of [...rooms, KEY_ROOM]) request.result.createObjectStore(room);
  });
  const database = await settled(request);
  // Signing out in another tab deletes the database: it must not wait for this one.
  database.addEventListener('versionchange', () => database.close());
  return { database, ...sealerOf(await keyOf(database)) };
}

/** Seals under a key whose owner keeps it. */
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
        // Sealed by a key that is gone: nobody can read it any more.
        return undefined;
      }
    },
  };
}

/** The databases of this browser whose names begin so. Never rejects. */
export async function databasesOf(prefix: string): Promise<readonly string[]> {
  try {
    return (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(prefix) === true ? [name] : []));
  } catch {
    return [];
  }
}

const DELETE_MS = 5_000;

/** Another tab may still be writing: the browser deletes when it is done ("blocked" only says so). A tab that hangs holds up nobody's sign-out. */
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
