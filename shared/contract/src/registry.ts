import type { Locale } from './locale.ts';
import type { SignalIcon } from './today.ts';

/** `module.json` of a module: what it is and needs, written by its team and published with each release. Nothing else knows a module. */
export interface ModuleManifest {
  /** 2 where everything that a module is stands here; absent before, when hosts knew its words by heart. Since 1.3. */
  readonly schema?: 2;
  readonly name: string;
  /** What people call it. Since 1.3. */
  readonly title?: ManifestText;
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
  /** Its items of the host's menu. Since 1.3. */
  readonly menu?: readonly MenuEntry[];
  /** Tiles that a person may put on the dashboard of a phone. Since 1.3. */
  readonly tiles?: readonly TileEntry[];
  /** Ways to what people come to do, on the dashboard of a wide window. Since 1.3. */
  readonly quickLinks?: readonly WayEntry[];
  /** Ways that an installed app offers before it is opened. Since 1.3. */
  readonly shortcuts?: readonly ShortcutEntry[];
  /** What of it a partner's page may show; absent for a module that belongs to the app alone. Since 1.3. */
  readonly partner?: PartnerEntry;
  /** Scripts that may be larger than others because they come with one kind of screen only; read by the build, no part of a registry. Since 1.3. */
  readonly budgets?: readonly BudgetEntry[];
}

/** A way to a screen of the module, in words and with a sign. */
export interface WayEntry {
  readonly screen: string;
  readonly label: ManifestText;
  /** Name of an icon of `@phr/ui/icons` ('IconAppointment'), or an outline of 24 by 24 as the `d` of an SVG path, at most 2,000 characters. */
  readonly icon: string;
  /** Where it stands among those of which the host's owner has not said it. */
  readonly order: number;
}

/** An item of the menu: of what is in the record, or of the account and the app. */
export interface MenuEntry extends WayEntry {
  readonly group: 'record' | 'account';
}

/** A tile; the device's settings keep its name. */
export interface TileEntry extends WayEntry {
  readonly name: string;
}

export type ShortcutEntry = Omit<WayEntry, 'icon'>;

export interface PartnerEntry {
  /** What a person is asked whether she agrees that a partner shows it. */
  readonly title: ManifestText;
  /** Calls of `calls` that the module makes in the app alone, as they stand there. */
  readonly without?: readonly string[];
}

export interface BudgetEntry {
  /** What is large. */
  readonly what: string;
  /** A word that only its script has, in any case. */
  readonly mark: string;
  /** gzip, 1,000 bytes. */
  readonly kB: number;
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
  /** Title of the screen. Since 1.3. */
  readonly title?: ManifestText;
  /** The screen whose item of the menu stays marked here. Since 1.3. */
  readonly menu?: string;
  /** Words in any language by which a search finds the screen besides its title; they are never shown. A screen without them is not found. Since 1.3. */
  readonly find?: readonly string[];
  /** Types of resources that are shown here ('Encounter'); the id of one is the path's parameter `id`, where it has that. Since 1.3. */
  readonly shows?: readonly string[];
  /** Errands on which a host sends people here, whose names are its own ('programme': somebody comes with a programme's code). Since 1.3. */
  readonly serves?: readonly string[];
  /** Reads a hospital's record that is linked to the person's own as well. Since 1.3. */
  readonly readsLinked?: boolean;
  /** A code that somebody scanned opens it without a record of one's own (`qr` and `id` in the address). Since 1.3. */
  readonly openByQr?: boolean;
  /** What stands for its parameters where a gate looks at it, `{"id": "a"}` for '/goals/:id'; pages do not read it. Since 1.3. */
  readonly example?: Readonly<Record<string, string>>;
}

/** Where hosts place slots and sources; a place that none of them has stays empty. Since 1.3. */
export const PLACES = ['dashboard.main', 'dashboard.side', 'today.signals', 'search'] as const;

export interface SlotEntry {
  /** Name of the lifecycles in ModuleInstance.slots. */
  readonly slot: string;
  /** Where it may be placed: one of `PLACES`. */
  readonly place: string;
  readonly order: number;
  /** Height on a phone with a usual record, px: kept free until it is there, so that nothing moves. */
  readonly height?: number;
  /** The same by the width of the window, the narrowest first; the last one has no bound. Since 1.3. */
  readonly heights?: readonly { readonly upTo?: number; readonly px: number }[];
  /** True for a slot that a phone goes without: a source of signals tells there what is in it. Since 1.3. */
  readonly wideOnly?: boolean;
  /** What of it a person chooses: the names that a property of the device keeps, handed over as one field of the slot's input. Since 1.3. */
  readonly settings?: SlotSettings;
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

/** The choice of a slot. */
export interface SlotSettings {
  /** Property of the device, a JSON list of names. */
  readonly property: string;
  /** Field of the slot's input that gets the names. */
  readonly input: string;
  /** What is shown until a person chooses; with an empty choice the slot is not shown. */
  readonly default: readonly string[];
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

/** A build in development, as its developer alone gets it (`/registry/mine.json`). */
export interface DevBuild {
  /** When it is no longer shown. */
  readonly endsAt: string;
  readonly release: ReleaseEntry;
}
