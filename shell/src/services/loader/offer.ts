import type { RegistryTwo } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import { type Device, type Offer, releaseKey, resolve } from '@phr/loader/resolve';

/** What this page is offered, from the registry and from what failed here. */
export interface OfferPort {
  readonly offer: Store<Offer>;
  /** A release failed in this page: the next candidate takes its place. */
  fail(name: string, version: string): void;
  /** A module is tried again from its first candidate on. */
  forgive(name: string): void;
}

/** Keeps what the registry means for this device, until the page goes. */
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
