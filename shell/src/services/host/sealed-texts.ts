import { isObject, text } from '@phr/fhir/json';
import { withLimit } from '@phr/loader/with-limit';
import { withLock } from '../auth/locks.ts';
import { databasesOf, deleteDatabase, openSealed, type Sealed, type Sealer } from '../offline/sealing.ts';
import { localStore, tabStore, type TextStore } from './storage.ts';

/**
 * Texts that tell of a person: their names and values are in the page's memory, and the browser's storage has them as one sealed text. The key is in a
 * database of its own and cannot be taken out, so that nobody reads them from the storage alone. Without databases they live as long as the page.
 */
export interface SealedTexts extends TextStore {
  /** Makes the key now, so that the first text is sealed as soon as it is set, too. */
  prepare(): void;
  /** Done when what was left here is known, and what was set on this page is sealed. Never rejects, and holds nobody up for long. */
  settled(): Promise<void>;
}

export interface SealedTextsOptions {
  /** The storage that holds them. */
  readonly area: TextStore;
  /** What the names of the keys' databases begin with. */
  readonly keys: string;
  /** Texts that the storage may still hold in the clear. */
  readonly adopts?: (key: string) => boolean;
  /** One at a time among all pages that share the storage. */
  readonly inTurn?: <T>(task: () => Promise<T>) => Promise<T>;
  readonly openKey?: (name: string) => Promise<Sealer>;
  readonly dropKey?: (name: string) => Promise<void>;
}

interface Box {
  readonly key: string;
  readonly sealed: Sealed;
}

export const SEALED = 'phr.sealed';
const WAIT_MS = 2_000;
/** The key of a tab that was closed goes after a day. */
const KEY_LIFE_MS = 24 * 3_600_000;

export function createSealedTexts({
  area,
  keys,
  adopts = () => false,
  inTurn = (task) => task(),
  openKey = openKeyAlone,
  dropKey = deleteDatabase,
}: SealedTextsOptions): SealedTexts {
  let texts = new Map<string, string>();
  /** Set or removed (undefined) on this page and not sealed yet. */
  const pending = new Map<string, string | undefined>();
  let opened: { readonly key: string; readonly sealer: Promise<Sealer> } | undefined;
  /** The text in the storage that this page has taken in or written, and what seals the next one. */
  let known: { readonly text: string | undefined; readonly key: string; readonly sealer: Sealer } | undefined;

  function sealerFor(key: string): Promise<Sealer> {
    if (opened?.key === key) return opened.sealer;
    const sealer = openKey(key);
    opened = { key, sealer };
    sealer.catch(() => {
      opened = undefined;
    });
    return sealer;
  }

  const preparedKey = (): string | undefined => (known?.text === undefined ? known?.key : undefined);

  async function makeKey(): Promise<void> {
    if (area.get(SEALED) !== undefined || known !== undefined) return;
    const key = newKey(keys);
    known = { text: undefined, key, sealer: await sealerFor(key) };
  }

  function write(key: string, sealer: Sealer): void {
    const text = textOf(key, sealer.seal([...texts]));
    area.set(SEALED, text);
    known = { text, key, sealer };
  }

  /** Takes in what the storage holds, and seals what has changed. */
  async function exchange(): Promise<void> {
    const text = area.get(SEALED);
    const box = boxIn(text);
    if (box === undefined && pending.size === 0) {
      texts = new Map();
      return;
    }
    const key = box?.key ?? preparedKey() ?? newKey(keys);
    const sealer = await sealerFor(key);
    texts = new Map(box === undefined ? [] : textsIn(await sealer.unseal(box.sealed)));
    const changes = [...pending];
    pending.clear();
    for (const [name, value] of changes) put(texts, name, value);
    if (texts.size === 0) {
      area.remove(SEALED);
      known = undefined;
      await dropKey(key);
    } else if (changes.length > 0) write(key, sealer);
    else known = { text, key, sealer };
  }

  let work = Promise.resolve();
  function run(task = exchange): void {
    // Where nothing can be sealed, nothing stays either.
    work = work.then(() => inTurn(task)).catch(() => area.remove(SEALED));
  }
  function change(key: string, value: string | undefined): void {
    put(texts, key, value);
    pending.set(key, value);
    // The page may be gone before its turn comes. Where another page has written meanwhile, its texts come first.
    if (known !== undefined && area.get(SEALED) === known.text) write(known.key, known.sealer);
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
    if (key === SEALED) run();
  });
  return {
    get: (key) => texts.get(key),
    set: change,
    remove: (key) => change(key, undefined),
    keys: () => [...texts.keys()],
    prepare: () => run(makeKey),
    settled: () => withLimit(work, WAIT_MS, () => new Error('The database does not answer')).catch(() => undefined),
  };
}

/** Of this tab, as long as it lives. */
export const sealedTab: SealedTexts = createSealedTexts({ area: tabStore, keys: 'phr.sealed.tab.' });
/** Of this device. */
export const sealedDevice: SealedTexts = createSealedTexts({
  area: localStore,
  keys: 'phr.sealed.device.',
  adopts: (key) => /^phr\.(?:context|device|signup|verifying)\./.test(key),
  inTurn: (task) => withLock(SEALED, task),
});

async function openKeyAlone(name: string): Promise<Sealer> {
  const { database, seal, unseal } = await openSealed(name);
  database.close();
  return { seal, unseal };
}

/** The name of a new key. Keys of tabs that were closed with something sealed go on the way. */
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

function textOf(key: string, { iv, data, pageKey }: Sealed): string {
  return JSON.stringify({ key, sealed: [iv, data, pageKey.iv, pageKey.data].map(toText) });
}

/** Undefined for a text that is none of this store's. */
function boxIn(kept: string | undefined): Box | undefined {
  try {
    const value: unknown = JSON.parse(kept ?? '');
    if (!isObject(value) || !Array.isArray(value['sealed'])) return undefined;
    const [iv, data, keyIv, keyData] = value['sealed'].map((part) => toBytes(String(part)));
    const key = text(value['key']);
    return key === undefined || !iv || !data || !keyIv || !keyData
      ? undefined
      : { key, sealed: { iv, data, pageKey: { iv: keyIv, data: keyData } } };
  } catch {
    return undefined;
  }
}
