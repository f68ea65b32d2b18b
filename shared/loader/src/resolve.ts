import type { ModuleManifest, ModuleOffer, RegistryTwo, ReleaseEntry, RolloutOffer } from '@phr/contract/registry';
import { satisfies } from './semver-range.ts';
import { shareOf } from './share-of.ts';

/** Inputs that decide which releases a page gets. */
export interface Device {
  /**
   * Sticky: the same device or person is on the same side of a rollout at every visit. Not stored or sent by this code.
   */
  readonly key: string;
  /** The person's cohorts that a rollout may name: 'staff', 'team:<id>'. */
  readonly cohorts: readonly string[];
  /** Contract version of the page's host. */
  readonly contract: string;
  /** The person's development builds, which the server sends to nobody else. */
  readonly own?: readonly ReleaseEntry[];
  /** Releases that failed in this page: `releaseKey`. */
  readonly bad: ReadonlySet<string>;
}

/** A release to try, and why it is offered. */
export interface Candidate {
  readonly release: ReleaseEntry;
  readonly why: 'own' | 'cohort' | 'rollout' | 'current' | 'fallback';
}

/** A module as offered to this device. */
export interface OfferedModule {
  readonly name: string;
  /** Offered; switched off for everyone; no compatible release; or every compatible release failed in this page. */
  readonly state: 'offered' | 'killed' | 'incompatible' | 'failed';
  /** Releases to try, best first; empty unless offered. */
  readonly candidates: readonly Candidate[];
  /**
   * Manifest of the first candidate: source of routes, menu, slots and calls. A module that is not offered keeps its
   * places, which say so.
   */
  readonly manifest: ModuleManifest;
  readonly loadTimeoutMs: number;
  /** Seconds a view with unsaved input remains when the module is switched off. */
  readonly grace: number;
}

export type Offer = readonly OfferedModule[];

const USUAL_GRACE_S = 30;

/** Key of a release in `Device.bad`. */
export const releaseKey = (name: string, version: string): string => `${name}@${version}`;

/**
 * Resolves a registry for one device; no other code decides this. Order of the candidates: the person's own build,
 * rollouts to a cohort of the person, rollouts in whose share the device is (oldest first), the current version, its
 * fallbacks. Versions for another contract and those that failed in this page are left out, as are modules without a
 * candidate.
 */
export const resolve = ({ modules, manifests }: RegistryTwo, device: Device): Offer => {
  const isNew = ({ manifest }: ReleaseEntry) => !modules.some(({ name }) => name === manifest.name);
  const unreleased = (device.own ?? []).filter(isNew).map(({ manifest: { name } }) => ({ ...UNRELEASED, name }));
  return [...modules, ...unreleased].flatMap((offer) => offered(offer, manifests, device));
};

/** Offer of a module that only has a development build. */
const UNRELEASED: Omit<ModuleOffer, 'name'> = {
  killed: null,
  current: null,
  rollouts: [],
  fallbacks: [],
  releases: {},
  loadTimeoutMs: 8_000,
};

function offered(offer: ModuleOffer, manifests: RegistryTwo['manifests'], device: Device): Offer {
  const { name, killed, loadTimeoutMs } = offer;
  const released = inOrder(offer, device).flatMap(({ version, why }) => {
    const release = releaseOf(offer, version, manifests);
    return release === undefined ? [] : [{ release, why }];
  });
  const own = (device.own ?? []).filter(({ manifest }) => manifest.name === name);
  const all: readonly Candidate[] = [...own.map((release) => ({ release, why: 'own' as const })), ...released];
  const fitting = all.filter(({ release: { version, manifest } }) =>
    satisfies(device.contract, offer.releases[version]?.contract ?? manifest.contract),
  );
  const candidates =
    killed === null ? fitting.filter(({ release }) => !device.bad.has(releaseKey(name, release.version))) : [];
  const [shown] = [...candidates, ...fitting, ...all];
  if (shown === undefined) return [];
  return [
    {
      name,
      state: stateOf(killed !== null, fitting, candidates),
      candidates,
      manifest: shown.release.manifest,
      loadTimeoutMs,
      grace: killed?.grace ?? USUAL_GRACE_S,
    },
  ];
}

function stateOf(
  isKilled: boolean,
  fitting: readonly Candidate[],
  candidates: readonly Candidate[],
): OfferedModule['state'] {
  if (isKilled) return 'killed';
  if (fitting.length === 0) return 'incompatible';
  return candidates.length === 0 ? 'failed' : 'offered';
}

/** All versions for a device, deduplicated. */
function inOrder({ name, rollouts, current, fallbacks }: ModuleOffer, { key, cohorts }: Device) {
  const isNamed = (rollout: RolloutOffer): boolean => rollout.cohorts.some((cohort) => cohorts.includes(cohort));
  const isIn = ({ salt, share }: RolloutOffer): boolean => shareOf(name, salt, key) < share;
  const as = (why: Candidate['why'], versions: readonly string[]) => versions.map((version) => ({ version, why }));
  const versionsOf = (of: readonly RolloutOffer[]) => of.map(({ version }) => version);
  return [
    ...as('cohort', versionsOf(rollouts.filter(isNamed))),
    ...as('rollout', versionsOf(rollouts.filter(isIn))),
    ...as('current', current === null ? [] : [current]),
    ...as('fallback', fallbacks),
  ].filter(({ version }, at, all) => all.findIndex((one) => one.version === version) === at);
}

/** A release in loadable form; undefined if not offered. */
export function releaseOf(
  { releases }: ModuleOffer,
  version: string,
  manifests: RegistryTwo['manifests'],
): ReleaseEntry | undefined {
  const { entry, integrity, container, manifest: digest } = releases[version] ?? {};
  const manifest = digest === undefined ? undefined : manifests[digest];
  if (entry === undefined || integrity === undefined || container === undefined || manifest === undefined)
    return undefined;
  return { version, container, entry, integrity, manifest };
}
