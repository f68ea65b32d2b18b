import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ModuleManifest, Registry, RegistryEntry } from '@phr/contract/registry';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { type Offer, resolve } from '@phr/loader/resolve';
import { registryOf } from '@phr/testing/registry-of';

/** A device's offer from a registry, without failures. */
export function offerOf(registry: Registry): Offer {
  const device = { key: 'A1B2C3D4E5F6', cohorts: [], contract: CONTRACT_VERSION, bad: new Set<string>() };
  return resolve(registryOf(registry.modules), device);
}

/** A registry entry from a manifest. */
export const entryOf = (manifest: ModuleManifest): RegistryEntry => ({
  name: manifest.name,
  enabled: true,
  loadTimeoutMs: 8_000,
  current: {
    version: '1.0.0',
    container: manifest.name.replaceAll('-', '_'),
    entry: `/m/${manifest.name}/1.0.0/remoteEntry.js`,
    integrity: '',
    manifest,
  },
});

/** This repository's current modules. */
export const TODAY: Registry = {
  schema: 1,
  publishedAt: '2026-11-30T00:00:00Z',
  modules: readdirSync('.')
    .filter((name) => existsSync(`${name}/module.json`))
    .map((name) => entryOf(JSON.parse(readFileSync(`${name}/module.json`, 'utf8')) as ModuleManifest)),
};

/** The same without dashboard slots and actions. */
export const TODAYS_SCREENS: Registry = {
  ...TODAY,
  modules: TODAY.modules.map(({ current: { manifest } }) => entryOf({ ...manifest, slots: [], actions: [] })),
};
