import { createMemoryVault, openVault, type Vault } from './vault.ts';

export interface VaultAccess {
  /** The vault of the account that is signed in, also when its session has just ended. Rejects without one, and after `shut`. */
  open(): Promise<Vault>;
  /** Nothing is kept from here on: the person has signed out. */
  shut(): void;
}

export interface VaultAccessOptions {
  readonly account: () => string | undefined;
  /** A shared device keeps nothing after the tab is closed. */
  readonly isShared: () => boolean;
}

/** Opens the vault at first need, once. */
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
