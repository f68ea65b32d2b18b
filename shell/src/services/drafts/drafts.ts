import { AppError } from '@phr/contract/app-error';
import type { Draft, DraftPort } from '@phr/contract/host-api';
import { isObject, text } from '@phr/fhir/json';
import type { Vault } from '../offline/vault.ts';
import type { DraftJournal } from './draft-journal.ts';

export interface Drafts {
  /** The drafts of one module. */
  for(module: string): DraftPort;
  /** Number of unsent forms of this account, in all tabs. Never rejects. */
  count(): Promise<number>;
}

export interface DraftsOptions {
  readonly vault: () => Promise<Vault>;
  /** Loaded when the first form opens. */
  readonly lastKeys: (vault: Vault) => Promise<DraftJournal>;
  /** Id of the person on screen. */
  readonly viewedId: () => string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Reports what could not be stored or read; a failed read is an AppError DRAFT_READ, and the form opens without a
   * draft.
   */
  readonly onFault: (error: unknown) => void;
}

const LIFE_MS = 7 * 24 * 3_600_000;

/**
 * Form drafts in memory and sealed on the device: they survive a reload and the end of a session, and are deleted at
 * sign-out.
 */
export function createDrafts({ vault, lastKeys, viewedId, now, onFault }: DraftsOptions): Drafts {
  const memory = new Map<string, Draft | undefined>();
  const running = new Set<Promise<void>>();

  let holder: DraftJournal | undefined;
  let opening: Promise<void> | undefined;
  /** Removes each held draft. */
  const held = new Map<string, () => void>();
  /** Resolves when drafts left by an ended page are in the vault. */
  const ready = () =>
    (opening ??= vault()
      .then(lastKeys)
      .then((opened) => {
        holder = opened;
        // typed while this was loading, and not in the vault yet
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

  /** Does not await earlier writes, as the page may be closing; the vault keeps their order. */
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
