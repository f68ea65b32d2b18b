import type { Locale } from './locale.ts';
import type { SignalIcon } from './today.ts';

/**
 * A module's `module.json`: written by its team and published with each release. All knowledge about a module comes
 * from here.
 */
export interface ModuleManifest {
  /** 2 if the manifest is self-contained; absent in older ones, whose texts hosts had built in. Since 1.3. */
  readonly schema?: 2;
  readonly name: string;
  /** Display name. Since 1.3. */
  readonly title?: ManifestText;
  /** Semver range of host contract versions. */
  readonly contract: string;
  readonly access: 'signed-in' | 'anonymous';
  readonly routes: readonly RouteEntry[];
  readonly slots: readonly SlotEntry[];
  /**
   * Allowed calls: 'METHOD service /path/:param'. Each entry of a transaction counts as a call ('POST fhir
   * /Observation').
   */
  readonly calls: readonly string[];
  /** The menu door of the module's screens; a screen may override it. Since 1.3. */
  readonly door?: Door;
  /** Actions a person can start in this module, for action menus. Since 1.3. */
  readonly actions?: readonly ActionEntry[];
  /** Items in the host's menu. Since 1.3. */
  readonly menu?: readonly MenuEntry[];
  /** Tiles available for the phone dashboard. Since 1.3. */
  readonly tiles?: readonly TileEntry[];
  /** Shortcuts to common tasks on the wide dashboard. Since 1.3. */
  readonly quickLinks?: readonly WayEntry[];
  /** Shortcuts of the installed app's icon. Since 1.3. */
  readonly shortcuts?: readonly ShortcutEntry[];
  /** What a partner's page may embed; absent if nothing. Since 1.3. */
  readonly partner?: PartnerEntry;
  /**
   * Scripts allowed to exceed the size limit as they load with one kind of screen only; used by the build, not part of
   * a registry. Since 1.3.
   */
  readonly budgets?: readonly BudgetEntry[];
}

/** A link to one of the module's screens, with text and icon. */
export interface WayEntry {
  readonly screen: string;
  readonly label: ManifestText;
  /**
   * Name of an icon of `@phr/ui/icons` ('IconAppointment'), or a 24x24 outline as the `d` of an SVG path, at most 2,000
   * characters.
   */
  readonly icon: string;
  /** Default sort order, unless the host's owner configured one. */
  readonly order: number;
}

/** A menu item, in the group of the record or of the account and app. */
export interface MenuEntry extends WayEntry {
  readonly group: 'record' | 'account';
}

/** A tile; device settings store its name. */
export interface TileEntry extends WayEntry {
  readonly name: string;
}

export type ShortcutEntry = Omit<WayEntry, 'icon'>;

export interface PartnerEntry {
  /** Shown when a person is asked to let a partner display it. */
  readonly title: ManifestText;
  /** Entries of `calls` that are not available on a partner's page, spelled identically. */
  readonly without?: readonly string[];
}

export interface BudgetEntry {
  /** What makes it large. */
  readonly what: string;
  /** A string found in that script only, case-insensitive. */
  readonly mark: string;
  /** gzip, in kB of 1,000 bytes. */
  readonly kB: number;
}

/** Main destinations of the host's menu, present on every screen. */
export type Door = 'today' | 'readings' | 'add' | 'record' | 'family';

export interface ActionEntry {
  readonly screen: string;
  readonly text: ManifestText;
  readonly icon: SignalIcon;
  readonly order: number;
}

/** Text by language; may lack languages newer than the manifest. */
export type ManifestText = Readonly<Partial<Record<Locale, string>>>;

export interface RouteEntry {
  /** Screen name in the specification, e.g. 'encounter-details'. */
  readonly screen: string;
  /** e.g. '/encounter-details/:id'. */
  readonly path: string;
  readonly layout: 'app' | 'app-bottom-bar' | 'onboard' | 'viewer' | 'bare';
  readonly needsMainPatient: boolean;
  /** Only available for the main patient. */
  readonly mainPatientOnly?: boolean;
  /** True if not implemented yet; the screen then says so. */
  readonly planned?: boolean;
  /** Overrides the module's door for this screen; 'none' for no door. Since 1.3. */
  readonly door?: Door | 'none';
  /** Title of the screen. Since 1.3. */
  readonly title?: ManifestText;
  /** Screen whose menu item is highlighted here. Since 1.3. */
  readonly menu?: string;
  /**
   * Search keywords in any language besides the title; never displayed. Screens without them are not searchable. Since
   * 1.3.
   */
  readonly find?: readonly string[];
  /** Resource types shown here ('Encounter'); the path parameter `id`, if any, is a resource id. Since 1.3. */
  readonly shows?: readonly string[];
  /** Host-defined purposes this screen serves ('programme': arrival with a programme's code). Since 1.3. */
  readonly serves?: readonly string[];
  /** Also reads a linked hospital record. Since 1.3. */
  readonly readsLinked?: boolean;
  /** Can be opened by a scanned code without an own record (`qr` and `id` in the URL). Since 1.3. */
  readonly openByQr?: boolean;
  /** Sample path parameters for the release gates, `{"id": "a"}` for '/goals/:id'; ignored by pages. Since 1.3. */
  readonly example?: Readonly<Record<string, string>>;
}

/** Places where hosts mount slots and sources; unused places stay empty. Since 1.3. */
export const PLACES = ['dashboard.main', 'dashboard.side', 'today.signals', 'search'] as const;

export interface SlotEntry {
  /** Key in ModuleInstance.slots. */
  readonly slot: string;
  /** Where it may be placed: one of `PLACES`. */
  readonly place: string;
  readonly order: number;
  /** Typical height on a phone in px, reserved while loading to avoid layout shift. */
  readonly height?: number;
  /** The same by window width, narrowest first; the last has no bound. Since 1.3. */
  readonly heights?: readonly { readonly upTo?: number; readonly px: number }[];
  /** True for a slot omitted on phones, where a signal source covers its content. Since 1.3. */
  readonly wideOnly?: boolean;
  /**
   * The user's choice for the slot: names stored in a device property, passed as a field of the slot's input. Since
   * 1.3.
   */
  readonly settings?: SlotSettings;
  /**
   * GETs the slot makes first, with queries ('GET fhir /Patient/:id/Goal?_count=200'; ':id' is the person on screen).
   * The host prefetches them while loading the module and passes the responses. Each must be one of `calls`.
   */
  readonly ahead?: readonly string[];
  /** True for a source of signals (`ModuleInstance.sources.signals[slot]`), which has no UI. Since 1.3. */
  readonly source?: boolean;
  /** What a source covers, for the message that it could not be read. Since 1.3. */
  readonly text?: ManifestText;
}

/** A slot's user choice. */
export interface SlotSettings {
  /** Device property holding a JSON list of names. */
  readonly property: string;
  /** Input field that receives the names. */
  readonly input: string;
  /** Used until the person chooses; an empty choice hides the slot. */
  readonly default: readonly string[];
}

/** A version of a module in the registry. */
export interface ReleaseEntry {
  readonly version: string;
  /** Name of this exact version's federation container. */
  readonly container: string;
  /** Path of the entry file on the registry's origin. */
  readonly entry: string;
  /** sha384 of the entry file, which contains the hashes of all chunks. */
  readonly integrity: string;
  readonly manifest: ModuleManifest;
}

export interface RegistryEntry {
  readonly name: string;
  readonly enabled: boolean;
  readonly current: ReleaseEntry;
  /** Seconds a view with unsaved input remains after the module is switched off. Since 1.3. */
  readonly grace?: number;
  /** Tried once if the current one fails to load. */
  readonly previous?: ReleaseEntry;
  /** Tried in order after `previous`. Since 1.3. */
  readonly earlier?: readonly ReleaseEntry[];
  /** A newer version for a share of devices; sticky per device. */
  readonly rollout?: { readonly release: ReleaseEntry; readonly percent: number; readonly salt: string };
  readonly loadTimeoutMs: number;
}

export interface Registry {
  readonly schema: 1;
  readonly publishedAt: string;
  /** Id of the installation: pages reject another installation's registry. Since 1.3. */
  readonly installation?: string;
  readonly modules: readonly RegistryEntry[];
}

/** One environment's offer, schema 2: manifests deduplicated, several rollouts, and a change serial. Since 1.3. */
export interface RegistryTwo {
  readonly schema: 2;
  /** Id of the installation: pages reject another installation's registry. */
  readonly installation: string;
  /** Incremented after a database restore, when a lower serial is legitimate. */
  readonly generation: number;
  /** Serial of the last change. Pages reject a lower one within a generation. */
  readonly serial: number;
  readonly environment: string;
  /** When the last change was made. */
  readonly publishedAt: string;
  /** By digest: releases often share one. */
  readonly manifests: Readonly<Record<string, ModuleManifest>>;
  readonly modules: readonly ModuleOffer[];
}

export interface ModuleOffer {
  readonly name: string;
  /** Switched off for everyone; `grace`: seconds a view with unsaved input remains. */
  readonly killed: { readonly grace: number } | null;
  readonly current: string | null;
  /** Active rollouts, oldest first: a device in two keeps the older. */
  readonly rollouts: readonly RolloutOffer[];
  /** Versions to try if the current one fails to load, best first. */
  readonly fallbacks: readonly string[];
  /** By version: all versions named above. */
  readonly releases: Readonly<Record<string, ReleaseOffer>>;
  readonly loadTimeoutMs: number;
}

export interface RolloutOffer {
  readonly id: string;
  readonly version: string;
  /** Share of all devices, in hundredths of a percent. */
  readonly share: number;
  readonly salt: string;
  /** Cohorts that get it before the share. */
  readonly cohorts: readonly string[];
}

export interface ReleaseOffer {
  readonly entry: string;
  readonly integrity: string;
  readonly container: string;
  /** Semver range of host contract versions. */
  readonly contract: string;
  /** Version of `@phr/ui` it was built with, if declared. */
  readonly ui?: string;
  /** Digest of its manifest. */
  readonly manifest: string;
}

/** A build in development, as its developer alone gets it (`/registry/mine.json`). */
export interface DevBuild {
  /** When it is no longer shown. */
  readonly endsAt: string;
  readonly release: ReleaseEntry;
}
