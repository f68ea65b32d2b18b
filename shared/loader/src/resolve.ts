import type { ModuleManifest, Registry, RegistryEntry, ReleaseEntry } from '@phr/contract/registry';
import { satisfies } from './semver-range.ts';

/** What decides which releases a page gets. */
export interface Device {
  /** Sticky: the same device or person is on the same side of a rollout at each visit. Neither kept nor sent by who resolves. */
  readonly key: string;
  /** Version of the contract that the host of the page keeps. */
  readonly contract: string;
  /** Releases that failed in this page: `releaseKey`. */
  readonly bad: ReadonlySet<string>;
}

/** A release to try, and why it is offered. */
export interface Candidate {
  readonly release: ReleaseEntry;
  readonly why: 'rollout' | 'current' | 'fallback';
}

/** One module as this device gets it. */
export interface OfferedModule {
  readonly name: string;
  /** Offered; turned off for everybody; none of its releases fits this host; each of those that fit failed in this page. */
  readonly state: 'offered' | 'killed' | 'incompatible' | 'failed';
  /** What to try, the best first; none unless it is offered. */
  readonly candidates: readonly Candidate[];
  /** Of the first candidate: routes, menu, slots and calls come from it. A module that is not offered keeps its places, which say so. */
  readonly manifest: ModuleManifest;
  readonly loadTimeoutMs: number;
  /** How long a view with typed text stays when the module is turned off, seconds. */
  readonly grace: number;
}

export type Offer = readonly OfferedModule[];

const USUAL_GRACE_S = 30;

/** How a release is named in `Device.bad`. */
export const releaseKey = (name: string, version: string): string => `${name}@${version}`;

/**
 * What a registry means for one device, and the only place that decides it. Order of the candidates: the version in rollout where the device is in its share,
 * the current one, those before it; without versions for another contract and those that failed in this page.
 */
export function resolve({ modules }: Registry, device: Device): Offer {
  return modules.map((entry) => offered(entry, device));
}

function offered(entry: RegistryEntry, { key, contract, bad }: Device): OfferedModule {
  const { name, enabled, current, loadTimeoutMs, grace = USUAL_GRACE_S } = entry;
  const all = inOrder(entry, key);
  const fitting = all.filter(({ release }) => satisfies(contract, release.manifest.contract));
  const candidates = enabled ? fitting.filter(({ release }) => !bad.has(releaseKey(name, release.version))) : [];
  const { release: shown } = [...candidates, ...fitting, ...all][0] ?? { release: current };
  return {
    name,
    state: stateOf(enabled, fitting, candidates),
    candidates,
    manifest: shown.manifest,
    loadTimeoutMs,
    grace,
  };
}

function stateOf(
  enabled: boolean,
  fitting: readonly Candidate[],
  candidates: readonly Candidate[],
): OfferedModule['state'] {
  if (!enabled) return 'killed';
  if (fitting.length === 0) return 'incompatible';
  return candidates.length === 0 ? 'failed' : 'offered';
}

/** All releases that an entry has for a device, each once. */
function inOrder({ rollout, current, previous, earlier = [] }: RegistryEntry, key: string): readonly Candidate[] {
  const isIn = rollout !== undefined && shareOf(key, rollout.salt) < rollout.percent;
  const all: readonly Candidate[] = [
    ...(isIn ? [{ release: rollout.release, why: 'rollout' as const }] : []),
    { release: current, why: 'current' },
    ...(previous === undefined ? [] : [previous, ...earlier]).map((release) => ({ release, why: 'fallback' as const })),
  ];
  return all.filter(
    ({ release: { version } }, at) => all.findIndex(({ release }) => release.version === version) === at,
  );
}

/** A number from 0 up to 100 that a device keeps for one rollout (FNV-1a over device and salt). */
export function shareOf(key: string, salt: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${salt}:${key}`) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return ((hash >>> 0) / 2 ** 32) * 100;
}
