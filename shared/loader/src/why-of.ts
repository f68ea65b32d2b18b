import type { RegistryTwo } from '@phr/contract/registry';
import { type Candidate, type Device, resolve } from './resolve.ts';

/** Why a device has a release, regardless of failures in its page; undefined if not offered. */
export function whyOf(
  registry: RegistryTwo,
  device: Omit<Device, 'bad'>,
  module: string,
  version: string,
): Candidate['why'] | undefined {
  return resolve(registry, { ...device, bad: new Set() })
    .find(({ name }) => name === module)
    ?.candidates.find(({ release }) => release.version === version)?.why;
}
