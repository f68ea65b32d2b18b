import type { RegistryTwo } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import { type Device, type Offer, releaseKey, resolve } from '@phr/loader/resolve';

/** The modules offered to this page, from the registry and from failures here. */
export interface OfferPort {
  readonly offer: Store<Offer>;
  /** A release failed in this page: use the next candidate. */
  fail(name: string, version: string): void;
  /** Retries a module from its first candidate. */
  forgive(name: string): void;
}

/** Resolves the registry for this device, for the lifetime of the page. */
export function createOffer(registry: Store<RegistryTwo>, device: Store<Omit<Device, 'bad'>>): OfferPort {
  let bad: ReadonlySet<string> = new Set();
  const read = (): Offer => resolve(registry.get(), { ...device.get(), bad });
  const offer = createStore(read());
  for (const source of [registry, device]) source.subscribe(() => offer.set(read()));
  const mark = (next: ReadonlySet<string>): void => {
    if (next.size === bad.size) return;
    bad = next;
    offer.set(read());
  };
  return {
    offer,
    fail: (name, version) => mark(new Set([...bad, releaseKey(name, version)])),
    forgive: (name) => mark(new Set([...bad].filter((key) => !key.startsWith(releaseKey(name, ''))))),
  };
}
