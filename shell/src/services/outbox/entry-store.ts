import type { Vault } from '../offline/vault.ts';
import { type OutboxEntry, readEntry } from './entry.ts';

/** Entries stored on the device, shared by all tabs: the source of truth for queued writes. */
export interface EntryStore {
  /** The oldest first. */
  all(): Promise<readonly OutboxEntry[]>;
  find(id: string): Promise<OutboxEntry | undefined>;
  put(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
}

/** @param broadcast tells other tabs that the entries have changed */
export function createEntryStore(vault: () => Promise<Vault>, broadcast: () => void): EntryStore {
  return {
    async all() {
      const rows = await (await vault()).all('outbox');
      return rows
        .map(readEntry)
        .filter((entry) => entry !== undefined)
        .sort((a, b) => a.keptAt - b.keptAt || a.id.localeCompare(b.id));
    },
    find: async (id) => readEntry(await (await vault()).get('outbox', id)),
    async put(entry) {
      await (await vault()).put('outbox', entry.id, entry);
      broadcast();
    },
    async remove(id) {
      await (await vault()).remove('outbox', id);
      broadcast();
    },
  };
}
