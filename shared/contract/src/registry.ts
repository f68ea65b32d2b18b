import type { Locale } from './locale.ts';
import type { SignalIcon } from './today.ts';

/** `module.json` of a module: what it is and needs, written by its team and published with each release. */
export interface ModuleManifest {
  readonly name: string;
  /** Semver range of host contract versions. */
  readonly contract: string;
  readonly access: 'signed-in' | 'anonymous';
  readonly routes: readonly RouteEntry[];
  readonly slots: readonly SlotEntry[];
  /** Calls the module may make: 'METHOD service /path/:param'. Each entry of a transaction is a call of its own ('POST fhir /Observation'). */
  readonly calls: readonly string[];
  /** The door of the host under which the module's screens stand; a screen may name its own. Since 1.3. */
  readonly door?: Door;
  /** What a person can begin with this module, for menus of actions. Since 1.3. */
  readonly actions?: readonly ActionEntry[];
}

/** What a person comes for: the doors of a host's menu, which stand on each screen. */
export type Door = 'today' | 'readings' | 'add' | 'record' | 'family';

export interface ActionEntry {
  readonly screen: string;
  readonly text: ManifestText;
  readonly icon: SignalIcon;
  readonly order: number;
}

/** Words that stand in a manifest, by language; a manifest may be older than a language of its host. */
export type ManifestText = Readonly<Partial<Record<Locale, string>>>;

export interface RouteEntry {
  /** Screen name of the specification, e.g. 'encounter-details'. */
  readonly screen: string;
  /** e.g. '/encounter-details/:id'. */
  readonly path: string;
  readonly layout: 'app' | 'app-bottom-bar' | 'onboard' | 'viewer' | 'bare';
  readonly needsMainPatient: boolean;
  /** Only when the viewed person is the main patient. */
  readonly mainPatientOnly?: boolean;
  /** Absent when the screen works; the honest answer otherwise. */
  readonly planned?: boolean;
  /** The door under which this screen stands in place of the module's; 'none' for one that stands under no door. Since 1.3. */
  readonly door?: Door | 'none';
}

export interface SlotEntry {
  /** Name of the lifecycles in ModuleInstance.slots. */
  readonly slot: string;
  /** Where it may be placed, e.g. 'dashboard.main'. */
  readonly place: string;
  readonly order: number;
  /** Height on a phone with a usual record, px: kept free until it is there, so that nothing moves. */
  readonly height?: number;
  /**
   * GETs that the slot makes first, with their queries ('GET fhir /Patient/:id/Goal?_count=200'; ':id' is the person on screen): the host makes them beside the
   * module's files and hands the answers over. Each must be one of `calls`.
   */
  readonly ahead?: readonly string[];
  /** True for a source of signals (`ModuleInstance.sources.signals[slot]`), which has no look. Since 1.3. */
  readonly source?: boolean;
  /** What a source looks after, for the line that says that it could not be asked. Since 1.3. */
  readonly text?: ManifestText;
}

/** One version of one module in the registry. */
export interface ReleaseEntry {
  readonly version: string;
  /** Name of the federation container of exactly this version. */
  readonly container: string;
  /** Path of the entry file on the registry's origin. */
  readonly entry: string;
  /** sha384 of the entry file; it holds the hashes of all its chunks. */
  readonly integrity: string;
  readonly manifest: ModuleManifest;
}

export interface RegistryEntry {
  readonly name: string;
  readonly enabled: boolean;
  readonly current: ReleaseEntry;
  /** How long a view with typed text stays after the module was turned off, seconds. Since 1.3. */
  readonly grace?: number;
  /** Tried once when the current one does not load. */
  readonly previous?: ReleaseEntry;
  /** Tried after `previous`, one after the other. Since 1.3. */
  readonly earlier?: readonly ReleaseEntry[];
  /** A newer version that a share of devices gets; sticky per device. */
  readonly rollout?: { readonly release: ReleaseEntry; readonly percent: number; readonly salt: string };
  readonly loadTimeoutMs: number;
}

export interface Registry {
  readonly schema: 1;
  readonly publishedAt: string;
  /** Whose registry it is: pages of one installation take that of no other. Since 1.3. */
  readonly installation?: string;
  readonly modules: readonly RegistryEntry[];
}

/** What one environment offers, schema 2: each manifest once, several rollouts, and the number of the change that made it. Since 1.3. */
export interface RegistryTwo {
  readonly schema: 2;
  /** Whose registry it is: pages of one installation take that of no other. */
  readonly installation: string;
  /** Raised when the database of the installation was restored: a lower serial is right then. */
  readonly generation: number;
  /** Number of the last change. Within a generation pages take no lower one. */
  readonly serial: number;
  readonly environment: string;
  /** When the last change was made. */
  readonly publishedAt: string;
  /** By their digests: releases often share one. */
  readonly manifests: Readonly<Record<string, ModuleManifest>>;
  readonly modules: readonly ModuleOffer[];
}

export interface ModuleOffer {
  readonly name: string;
  /** Turned off for everybody; `grace`: how long a view with typed text stays, seconds. */
  readonly killed: { readonly grace: number } | null;
  readonly current: string | null;
  /** Those that run, the oldest first: a device in two of them keeps the older. */
  readonly rollouts: readonly RolloutOffer[];
  /** What to try when the current one does not load, the best first. */
  readonly fallbacks: readonly string[];
  /** By version: all that are named above. */
  readonly releases: Readonly<Record<string, ReleaseOffer>>;
  readonly loadTimeoutMs: number;
}

export interface RolloutOffer {
  readonly id: string;
  readonly version: string;
  /** Hundredths of a percent of all devices. */
  readonly share: number;
  readonly salt: string;
  /** Groups of people that get it before the share. */
  readonly cohorts: readonly string[];
}

export interface ReleaseOffer {
  readonly entry: string;
  readonly integrity: string;
  readonly container: string;
  /** Semver range of host contract versions. */
  readonly contract: string;
  /** Version of `@phr/ui` that it was built with, where its team says so. */
  readonly ui?: string;
  /** Digest of its manifest. */
  readonly manifest: string;
}
