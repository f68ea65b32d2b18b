import type { Registry } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import { succeed, whileLookedAt } from '@phr/loader/follow-registry';
import { parseRegistry } from '@phr/loader/registry';
import { readJson } from './service.ts';

/** What is released, as a partner's page knows it. */
export interface Releases {
  /** Empty until `read` has answered once. */
  readonly registry: Store<Registry>;
  /** Asks the record's server. Rejects where no registry was ever read; else the one in use stays. */
  read(): Promise<void>;
  /** Follows the registry until the function is called that it answers: while a view is in the page. */
  follow(): () => void;
}

/** The registry of one record's server, read when a view is mounted and followed while one is there. */
export function createReleases(origin: string): Releases {
  const registry = createStore<Registry>({ schema: 1, publishedAt: '', modules: [] });
  let followers = 0;
  let end = (): void => undefined;

  async function read(): Promise<void> {
    try {
      const next = succeed(registry.get(), parseRegistry(await readJson(`${origin}/registry.json`)));
      if (JSON.stringify(next) !== JSON.stringify(registry.get())) registry.set(next);
    } catch (error) {
      if (registry.get().modules.length === 0) throw error;
      console.error('[phr] registry', error);
    }
  }

  return {
    registry,
    read,
    follow() {
      followers += 1;
      if (followers === 1) end = whileLookedAt(() => void read());
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        followers -= 1;
        if (followers === 0) end();
      };
    },
  };
}
