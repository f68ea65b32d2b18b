import type { RegistryEntry, ReleaseEntry } from '@phr/contract/registry';
import { ModuleLoadError } from './load-error.ts';
import { satisfies } from './semver-range.ts';

/**
 * The releases to try, the best first, at most two: the version in rollout when this device is in its share (the same answer at every
 * visit), else the current one; then the one before. Versions outside the host's contract are not offered.
 * Throws ModuleLoadError 'disabled' or 'contract' when nothing is left.
 */
export function chooseReleases(entry: RegistryEntry, deviceId: string, hostContract: string): readonly ReleaseEntry[] {
  if (!entry.enabled) throw new ModuleLoadError('disabled', entry.name);
  const inRollout =
    entry.rollout && shareOf(deviceId, entry.rollout.salt) < entry.rollout.percent ? entry.rollout.release : undefined;
  const wanted = inRollout ? [inRollout, entry.current] : [entry.current, entry.previous];
  const fitting = wanted
    .filter((release) => release !== undefined)
    .filter(({ manifest }) => satisfies(hostContract, manifest.contract));
  if (fitting.length === 0) throw new ModuleLoadError('contract', entry.name, wanted[0]?.version);
  return fitting;
}

/** A number from 0 up to 100 that a device keeps for one rollout (FNV-1a over device and salt). */
export function shareOf(deviceId: string, salt: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${salt}:${deviceId}`) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return ((hash >>> 0) / 2 ** 32) * 100;
}
