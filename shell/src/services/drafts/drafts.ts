import { AppError } from '@phr/contract/app-error';
import type { Draft, DraftPort } from '@phr/contract/host-api';
import { isObject, text } from '@phr/fhir/json';
import type { Vault } from '../offline/vault.ts';

export interface Drafts {
  /** The drafts of one module. */
  for(module: string): DraftPort;
  /** How many forms of this account are begun and not sent, in any tab of this browser. Never rejects. */
  count(): Promise<number>;
}

export interface DraftsOptions {
  readonly vault: () => Promise<Vault>;
  /** The person on screen. */
  readonly viewedId: () => string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told what could not be kept or read; a failed read is an AppError DRAFT_READ, and the form opens without a draft. */
  readonly onFault: (error: unknown) => void;
}

const LIFE_MS = 7 * 24 * 3_600_000;

/** Drafts of forms in memory, and sealed on the device: they outlive a reload and the end of a session, and end with sign-out. */
export function createDrafts({ vault, viewedId, now, onFault }: DraftsOptions): Drafts {
  const memory = new Map<string, Draft | undefined>();
  // One write at a time for each draft, so that the last one wins; what is typed meanwhile goes with the next one.
  const running = new Map<string, Promise<void>>();
  const waiting = new Set<string>();

  const isAlive = (draft: Draft | undefined): boolean =>
    draft !== undefined && now() - Date.parse(draft.savedAt) <= LIFE_MS;

  function keep(key: string): void {
    if (waiting.has(key)) return;
    waiting.add(key);
    const next = (running.get(key) ?? Promise.resolve())
      .then(async () => {
        waiting.delete(key);
        const draft = memory.get(key);
        const opened = await vault();
        await (draft === undefined ? opened.remove('drafts', key) : opened.put('drafts', key, draft));
      })
      .catch(onFault);
    running.set(key, next);
  }

  return {
    async count() {
      await Promise.all(running.values());
      const kept = await vault()
        .then((opened) => opened.all('drafts'))
        .catch((error: unknown) => {
          onFault(error);
          return [];
        });
      return kept.filter((draft) => isAlive(toDraft(draft))).length;
    },
    for: (module) => ({
      open(form, patientId = viewedId() ?? '') {
        const key = `${module} ${form} ${patientId}`;
        return {
          async read() {
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
