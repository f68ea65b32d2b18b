import type { Draft } from '@phr/contract/host-api';
import { parseJson, toJson } from '@phr/fhir/digits';
import { isObject, text } from '@phr/fhir/json';
import type { TextStore } from '../host/storage.ts';
import type { Keystream, Vault } from '../offline/vault.ts';

/**
 * The latest state of each draft, encrypted in synchronous storage until it is in the vault: sealing may take longer
 * than the page lives.
 */
export interface DraftJournal {
  /** Stores a draft synchronously. Returns a function that removes it once the vault has it. */
  hold(name: string, draft: Draft): () => void;
}

/**
 * Moves drafts left by an ended page into the vault, then accepts new ones. Stores nothing where storage is not
 * allowed.
 */
export async function openDraftJournal(vault: Vault, store: TextStore): Promise<DraftJournal> {
  const { keystream } = vault;
  if (keystream === undefined) return { hold: () => () => undefined };
  await restore(vault, keystream, store);
  let stream = await freshStream(keystream);
  let next: Promise<void> | undefined;
  function renew(): void {
    next ??= freshStream(keystream as Keystream).then((fresh) => {
      stream = fresh;
      next = undefined;
    });
  }
  return {
    hold(name, draft) {
      const plain = new TextEncoder().encode(toJson([name, draft]));
      const at = stream.used;
      if (at + plain.length > stream.bytes.length) {
        renew();
        return () => undefined;
      }
      // use each keystream byte once: reuse would reveal how two texts differ
      stream.used += plain.length;
      if (stream.used > stream.bytes.length / 2) renew();
      const key = `${keystream.prefix}${stream.iv}.${at}`;
      store.set(key, toText(hidden(plain, stream.bytes, at)));
      return () => store.remove(key);
    },
  };
}

interface Stream {
  readonly iv: string;
  readonly bytes: Uint8Array;
  used: number;
}

async function freshStream(keystream: Keystream): Promise<Stream> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv: toText(iv), bytes: await keystream.bytes(iv), used: 0 };
}

interface Left {
  readonly key: string;
  readonly name: string;
  readonly draft: Draft;
}

/** In typing order. If a page that still lives is storing one of them itself, that is the newer or the same. */
async function restore(vault: Vault, keystream: Keystream, store: TextStore): Promise<void> {
  const keys = store
    .keys()
    .filter((key) => key.startsWith(keystream.prefix))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  const left = await Promise.all(keys.map((key) => leftUnder(key, keystream, store)));
  for (const { key, name, draft } of left.flatMap((one) => one ?? [])) {
    const stored = await vault.get('drafts', name);
    const isNewer = !(isObject(stored) && (text(stored['savedAt']) ?? '') > draft.savedAt);
    if (isNewer && store.get(key) !== undefined) await vault.put('drafts', name, draft);
    store.remove(key);
  }
}

const placeOf = (key: string): number => Number(key.slice(key.lastIndexOf('.') + 1));

/** Undefined, and removed, if nobody can decrypt it. */
async function leftUnder(key: string, keystream: Keystream, store: TextStore): Promise<Left | undefined> {
  try {
    const iv = toBytes(key.slice(keystream.prefix.length, key.lastIndexOf('.')));
    const plain = hidden(toBytes(store.get(key) ?? ''), await keystream.bytes(iv), placeOf(key));
    const [name, draft] = parseJson(new TextDecoder().decode(plain)) as [string, Draft];
    return { key, name, draft };
  } catch {
    store.remove(key);
    return undefined;
  }
}

/** XORs with the keystream; its own inverse. */
const hidden = (bytes: Uint8Array, stream: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, place) => byte ^ (stream[at + place] ?? 0));

const toText = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const toBytes = (coded: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
