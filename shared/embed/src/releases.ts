import type { RegistryTwo } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import { createAsking, NO_REGISTRY, succeed, whileVisible } from '@phr/loader/follow-registry';
import { parseRegistry } from '@phr/loader/registry';
import { isSigned } from '@phr/loader/signed-registry';
import { readPublished } from './service.ts';

/** The registry, from a partner page's view. */
export interface Releases {
  /** Empty until the first successful `read`. */
  readonly registry: Store<RegistryTwo>;
  /** Requests the registry; false if the current one stays. Rejects if none was ever read. */
  read(): Promise<boolean>;
  /** Takes the serial from a response; requests the registry once for each newer one. */
  readonly heard: (serial: number) => void;
  /** Follows the registry while a view is mounted; returns a function that stops it. */
  follow(): () => void;
}

/**
 * The registry of a record's server, read on mount and followed while mounted.
 * @param key the registry's public key (32 bytes in base64): unsigned registries are rejected, except in browsers
 * without Ed25519
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
      if (followers === 1) end = whileVisible(read);
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
