import { gcm } from '@noble/ciphers/aes.js';
import { isObject } from '@phr/fhir/json';

type Bytes = Uint8Array<ArrayBuffer>;

interface Ciphertext {
  readonly iv: Bytes;
  readonly data: Bytes;
}

/** A value under a page's own key, and that key under the one of the database: nothing else opens either. */
export interface Sealed extends Ciphertext {
  readonly pageKey: Ciphertext;
}

/**
 * Seals JSON by AES-GCM. The database's key cannot be taken out of the browser (S-42), and works only later than it is asked. So each page seals under a key
 * of its own, which it keeps in memory and stores wrapped by the database's: what is typed last is on its way to the storage before the page can be gone.
 */
export interface Sealer {
  /** At once. */
  seal(value: unknown): Sealed;
  /** Undefined for what no living key has sealed. */
  unseal(sealed: unknown): Promise<unknown>;
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
  return { database, ...(await sealerOf(await keyOf(database))) };
}

/** Seals under a key whose owner keeps it. */
export async function sealerOf(key: CryptoKey): Promise<Sealer> {
  const ownKey = randomBytes(32);
  const iv = randomBytes(12);
  const pageKey = { iv, data: new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, ownKey)) };
  return {
    seal(value) {
      const iv = randomBytes(12);
      return { iv, data: gcm(ownKey, iv).encrypt(new TextEncoder().encode(JSON.stringify(value))), pageKey };
    },
    async unseal(sealed) {
      try {
        const bytes = isSealed(sealed)
          ? gcm(await decrypt(key, sealed.pageKey), sealed.iv).decrypt(sealed.data)
          : isSealedByOldVersion(sealed) && (await decrypt(key, sealed));
        return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as unknown) : undefined;
      } catch {
        // Sealed by a key that is gone: nobody can read it any more.
        return undefined;
      }
    },
  };
}

const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

async function decrypt(key: CryptoKey, { iv, data }: { iv: Bytes; data: BufferSource }): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data));
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

const hasBytes = (value: unknown, name: string): boolean => isObject(value) && value[name] instanceof Uint8Array;

function isCiphertext(value: unknown): value is Ciphertext {
  return hasBytes(value, 'iv') && hasBytes(value, 'data');
}

function isSealed(value: unknown): value is Sealed {
  return isCiphertext(value) && 'pageKey' in value && isCiphertext(value.pageKey);
}

/** Writes that wait since before pages had keys: under the database's own. */
function isSealedByOldVersion(value: unknown): value is { iv: Bytes; data: ArrayBuffer } {
  return isObject(value) && hasBytes(value, 'iv') && value['data'] instanceof ArrayBuffer;
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
