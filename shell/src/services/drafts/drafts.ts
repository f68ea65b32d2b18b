import { AppError } from '@phr/contract/app-error';
import type { Draft, DraftPort } from '@phr/contract/host-api';
import { isObject, text } from '@phr/fhir/json';
import type { Vault } from '../offline/vault.ts';
import type { LastKeys } from './last-keys.ts';

export interface Drafts {
  /** The drafts of one module. */
  for(module: string): DraftPort;
  /** How many forms of this account are begun and not sent, in any tab of this browser. Never rejects. */
  count(): Promise<number>;
}

export interface DraftsOptions {
  readonly vault: () => Promise<Vault>;
  /** Asked for when the first form is opened. */
  readonly lastKeys: (vault: Vault) => Promise<LastKeys>;
  /** The person on screen. */
  readonly viewedId: () => string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told what could not be kept or read; a failed read is an AppError DRAFT_READ, and the form opens without a draft. */
  readonly onFault: (error: unknown) => void;
}

const LIFE_MS = 7 * 24 * 3_600_000;

/** Drafts of forms in memory, and sealed on the device: they outlive a reload and the end of a session, and end with sign-out. */
export function createDrafts({ vault, lastKeys, viewedId, now, onFault }: DraftsOptions): Drafts {
  const memory = new Map<string, Draft | undefined>();
  const running = new Set<Promise<void>>();

  let holder: LastKeys | undefined;
  let opening: Promise<void> | undefined;
  /** What takes away what is held of each draft. */
  const held = new Map<string, () => void>();
  /** Done when what an ended page left is in the vault. */
  const ready = () =>
    (opening ??= vault()
      .then(lastKeys)
      .then((opened) => {
        holder = opened;
        // typed while this was opened, and not in the vault yet
        if (running.size > 0) for (const key of memory.keys()) hold(key);
      })
      .catch(onFault));

  function hold(key: string): void {
    const [letGo, draft] = [held.get(key), memory.get(key)];
    if (draft !== undefined && holder !== undefined) held.set(key, holder.hold(key, draft));
    else held.delete(key);
    letGo?.();
  }

  const isAlive = (draft: Draft | undefined): boolean =>
    draft !== undefined && now() - Date.parse(draft.savedAt) <= LIFE_MS;

  /** Waits for no write before it, since the page may be gone; the vault keeps the order. */
  function keep(key: string): void {
    const draft = memory.get(key);
    hold(key);
    const write = vault()
      .then((opened) => (draft === undefined ? opened.remove('drafts', key) : opened.put('drafts', key, draft)))
      .then(() => {
        if (memory.get(key) === draft) held.get(key)?.();
      })
      .catch(onFault)
      .finally(() => running.delete(write));
    running.add(write);
  }

  return {
    async count() {
      await Promise.all(running);
      const entries = await vault()
        .then((opened) => opened.all('drafts'))
        .catch((error: unknown) => {
          onFault(error);
          return [];
        });
      return entries.filter((draft) => isAlive(toDraft(draft))).length;
    },
    for: (module) => ({
      open(form, patientId = viewedId() ?? '') {
        const key = `${module} ${form} ${patientId}`;
        const isReady = ready();
        return {
          async read() {
            await isReady;
            if (memory.has(key)) return memory.get(key);
            const found = toDraft(
              await vault()
                .then((opened) => opened.get('drafts', key))
                .catch((cause: unknown) => onFault(new AppError({ code: 'DRAFT_READ', cause }))),
            );
            if (found === undefined) return undefined;
            if (isAlive(found)) return found;
            memory.set(key, undefined);
            keep(key);
            return undefined;
          },
          write(value) {
            memory.set(key, { value: structuredClone(value), savedAt: new Date(now()).toISOString() });
            keep(key);
          },
          remove() {
            memory.set(key, undefined);
            keep(key);
          },
        };
      },
    }),
  };
}

function toDraft(kept: unknown): Draft | undefined {
  const savedAt = isObject(kept) ? text(kept['savedAt']) : undefined;
  return isObject(kept) && savedAt !== undefined ? { value: kept['value'], savedAt } : undefined;
}
