import type { RegistryTwo } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import { createAsking, NO_REGISTRY, succeed, whileLookedAt } from '@phr/loader/follow-registry';
import { parseRegistry } from '@phr/loader/registry';
import { isSigned } from '@phr/loader/signed-registry';
import { readPublished } from './service.ts';

/** What is released, as a partner's page knows it. */
export interface Releases {
  /** Empty until `read` has answered once. */
  readonly registry: Store<RegistryTwo>;
  /** Asks the record's server; false where the one in use stays. Rejects where no registry was ever read. */
  read(): Promise<boolean>;
  /** Takes the serial that an answer of the server names, and asks where it is a later one; once for each. */
  readonly heard: (serial: number) => void;
  /** Follows the registry until the function is called that it answers: while a view is in the page. */
  follow(): () => void;
}

/**
 * The registry of one record's server, read when a view is mounted and followed while one is there.
 * @param key public key of the record's registry (32 bytes in base64): what it did not sign is not taken. A browser without Ed25519 takes all.
 */
export function createReleases(origin: string, key?: string): Releases {
  const registry = createStore(NO_REGISTRY);
  let followers = 0;
  let end = (): void => undefined;

  async function ask(): Promise<boolean> {
    try {
      const { body, text, headers } = await readPublished(`${origin}/registry/2.json`);
      if (key !== undefined && (await isSigned(text, headers.get('X-Phr-Signature'), key)) === false)
        throw new Error('The registry is not signed with the key of this page');
      const next = succeed(registry.get(), parseRegistry(body));
      if (JSON.stringify(next) !== JSON.stringify(registry.get())) registry.set(next);
      return true;
    } catch (error) {
      if (registry.get() === NO_REGISTRY) throw error;
      console.error('[phr] registry', error);
      return false;
    }
  }

  const { refresh: read, heard } = createAsking(ask, registry.get);
  return {
    registry,
    read,
    heard,
    follow() {
      followers += 1;
      if (followers === 1) end = whileLookedAt(read);
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
