import type { Registry } from '@phr/contract/registry';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { type Offer, resolve } from '@phr/loader/resolve';

/** What a device gets of a registry of which nothing failed. */
export function offerOf(registry: Registry): Offer {
  return resolve(registry, { key: 'A1B2C3D4E5F6', contract: CONTRACT_VERSION, bad: new Set() });
}
