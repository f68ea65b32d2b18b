import { isObject, text } from '@phr/fhir/json';
import { withLimit } from '@phr/loader/with-limit';
import { withLock } from '../auth/locks.ts';
import { databasesOf, deleteDatabase, openSealed, type Sealed, type Sealer } from '../offline/sealing.ts';
import { localStore, tabStore, type TextStore } from './storage.ts';

/**
 * Personal texts: names and values in page memory, and one encrypted blob in the browser's storage. The key is
 * non-extractable and in its own database, so storage alone reveals nothing. Without databases they live as long as the
 * page.
 */
export interface SealedTexts extends TextStore {
  /** Creates the key ahead, so the first text need not wait. */
  prepare(): void;
  /** Deletes a prepared key that was never used. */
  release(): void;
  /** Resolves when stored texts are loaded and this page's changes are sealed. Never rejects; bounded in time. */
  settled(): Promise<void>;
}

export interface SealedTextsOptions {
  /** Underlying storage. */
  readonly area: TextStore;
  /** Name prefix of the key databases. */
  readonly keys: string;
  /** Texts the storage may still hold unencrypted, to migrate. */
  readonly adopts?: (key: string) => boolean;
  /** Mutual exclusion among pages that share the storage. */
  readonly inTurn?: <T>(task: () => Promise<T>) => Promise<T>;
  readonly openKey?: (name: string) => Promise<Sealer>;
  readonly dropKey?: (name: string) => Promise<void>;
  /** Names of existing keys. */
  readonly spareKeys?: (prefix: string) => Promise<readonly string[]>;
}

interface Box {
  readonly key: string;
  readonly sealed: Sealed;
}

export const SEALED = 'phr.sealed';
const WAIT_MS = 2_000;
/** The key of a closed tab is deleted after a day. */
const KEY_LIFE_MS = 24 * 3_600_000;

export function createSealedTexts({
  area,
  keys,
  adopts = () => false,
  inTurn = (task) => task(),
  openKey = openKeyAlone,
  dropKey = deleteDatabase,
  spareKeys = databasesOf,
}: SealedTextsOptions): SealedTexts {
  let texts = new Map<string, string>();
  /** Changes (undefined: removals) on this page not sealed yet. */
  const pending = new Map<string, string | undefined>();
  let opened: { readonly key: string; readonly sealer: Promise<Sealer> } | undefined;
  /** A prepared, unused key. */
  let prepared: string | undefined;

  function sealerFor(key: string): Promise<Sealer> {
    if (opened?.key === key) return opened.sealer;
    const sealer = openKey(key);
    opened = { key, sealer };
    sealer.catch(() => {
      opened = undefined;
    });
    return sealer;
  }

  /** One for all pages sharing the storage: an existing key with nothing sealed was prepared by another page. */
  async function makeKey(): Promise<void> {
    if (area.get(SEALED) !== undefined || prepared !== undefined) return;
    const key = (await spareKeys(keys))[0] ?? newKey(keys);
    await sealerFor(key);
    prepared = key;
  }

  async function dropSpareKey(): Promise<void> {
    if (prepared !== undefined && area.get(SEALED) === undefined) await drop(prepared);
  }

  async function drop(key: string): Promise<void> {
    opened = undefined;
    prepared = undefined;
    await dropKey(key);
  }

  /** Loads the stored texts and seals changes. */
  async function exchange(): Promise<void> {
    const box = boxIn(area.get(SEALED));
    const found = box === undefined ? [] : textsIn(await (await sealerFor(box.key)).unseal(box.sealed));
    const changes = [...pending];
    texts = new Map(found);
    for (const [key, value] of changes) put(texts, key, value);
    if (changes.length === 0 && (box === undefined || texts.size > 0)) return;
    if (texts.size === 0) {
      area.remove(SEALED);
      if (box !== undefined) await drop(box.key);
    } else {
      const key = box?.key ?? prepared ?? newKey(keys);
      area.set(SEALED, textOf(key, await (await sealerFor(key)).seal([...texts])));
      prepared = undefined;
    }
    for (const [key, value] of changes) if (pending.get(key) === value) pending.delete(key);
  }

  let work = Promise.resolve();
  function run(task = exchange): void {
    // if nothing can be sealed, nothing may stay
    work = work.then(() => inTurn(task)).catch(() => area.remove(SEALED));
  }
  function change(key: string, value: string | undefined): void {
    put(texts, key, value);
    pending.set(key, value);
    run();
  }

  for (const key of area.keys()) {
    const value = adopts(key) ? area.get(key) : undefined;
    if (value === undefined) continue;
    change(key, value);
    area.remove(key);
  }
  run();
  window.addEventListener('storage', ({ key }) => {
    if (key !== SEALED) return;
    // another page may have dropped the key: reopen or recreate it
    opened = undefined;
    run();
  });
  return {
    get: (key) => texts.get(key),
    set: change,
    remove: (key) => change(key, undefined),
    keys: () => [...texts.keys()],
    prepare: () => run(makeKey),
    release: () => run(dropSpareKey),
    settled: () => withLimit(work, WAIT_MS, () => new Error('The database does not answer')).catch(() => undefined),
  };
}

/** Per tab, for its lifetime. */
export const sealedTab: SealedTexts = createSealedTexts({ area: tabStore, keys: 'phr.sealed.tab.' });
/** Per device. */
export const sealedDevice: SealedTexts = createSealedTexts({
  area: localStore,
  keys: 'phr.sealed.device.',
  adopts: (key) => /^phr\.(?:context|device|signup|verifying)\./.test(key),
  inTurn: (task) => withLock(SEALED, task),
});

async function openKeyAlone(name: string): Promise<Sealer> {
  const { database, ...sealer } = await openSealed(name);
  database.close();
  return sealer;
}

/** Name of a new key. Also deletes keys left by closed tabs. */
function newKey(prefix: string): string {
  void databasesOf(prefix).then((names) => {
    for (const name of names)
      if (Date.now() - Number.parseInt(name.slice(prefix.length), 10) > KEY_LIFE_MS) void deleteDatabase(name);
  });
  return `${prefix}${Date.now()}.${crypto.randomUUID()}`;
}

function put(texts: Map<string, string>, key: string, value: string | undefined): void {
  if (value === undefined) texts.delete(key);
  else texts.set(key, value);
}

function textsIn(unsealed: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(unsealed)) return [];
  return unsealed.flatMap((pair: unknown) =>
    Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string'
      ? [[pair[0], pair[1]] as const]
      : [],
  );
}

const toText = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const toBytes = (coded: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));

function textOf(key: string, { iv, data }: Sealed): string {
  return JSON.stringify({ key, iv: toText(iv), data: toText(new Uint8Array(data)) });
}

/** Undefined for a text not written by this store. */
function boxIn(kept: string | undefined): Box | undefined {
  try {
    const value: unknown = JSON.parse(kept ?? '');
    if (!isObject(value)) return undefined;
    const [key, iv, data] = [text(value['key']), text(value['iv']), text(value['data'])];
    return key === undefined || iv === undefined || data === undefined
      ? undefined
      : { key, sealed: { iv: toBytes(iv), data: toBytes(data).buffer } };
  } catch {
    return undefined;
  }
}
