import { createMemoryVault, openVault, type Vault } from './vault.ts';

export interface VaultAccess {
  /**
   * Vault of the signed-in account, also right after its session ended. Rejects without an account, and after `shut`.
   */
  open(): Promise<Vault>;
  /** Stops all storage: the person has signed out. */
  shut(): void;
}

export interface VaultAccessOptions {
  readonly account: () => string | undefined;
  /** A shared device keeps nothing after the tab closes. */
  readonly isShared: () => boolean;
}

/** Opens the vault on first use, once. */
export function createVaultAccess({ account, isShared }: VaultAccessOptions): VaultAccess {
  let opened: Promise<Vault> | undefined;
  let isShut = false;
  return {
    async open() {
      if (isShut) throw new Error('Nobody is signed in');
      if (opened !== undefined) return opened;
      const owner = account();
      if (owner === undefined) throw new Error('Nobody is signed in');
      opened = isShared()
        ? Promise.resolve(createMemoryVault())
        : openVault(owner).catch((error: unknown) => {
            opened = undefined;
            throw error;
          });
      return opened;
    },
    shut() {
      isShut = true;
    },
  };
}
