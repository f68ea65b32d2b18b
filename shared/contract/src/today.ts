import type { NoticePlace } from './host-api.ts';
import type { Store } from './store.ts';

/**
 * Kind of a signal, most urgent first: danger now, a question, something due, news, something upcoming, a gap in the
 * record. `last` needs no action, it tells how someone is: for a `board` the last known values, with an action `add`
 * leading to the next entry; for `today` the last days, for a day without other signals.
 */
export type SignalKind = 'danger' | 'ask' | 'due' | 'new' | 'soon' | 'gap' | 'last';

/** Level from the value judge (ADR 0065). */
export type RiskLevel = 'target' | 'veryMild' | 'mild' | 'dangerous' | 'veryDangerous';

/** Subjects of signals and actions. Hosts show a generic icon for unknown ones. */
export const SIGNAL_ICONS = [
  'vital',
  'medicine',
  'allergy',
  'access',
  'link',
  'form',
  'appointment',
  'result',
  'vaccine',
  'device',
  'person',
  'waiting',
] as const;

export type SignalIcon = (typeof SIGNAL_ICONS)[number];

/** One thing a person should know or do today. Since 1.3. */
export interface Signal {
  /** '<module>/<rule>/<resource>@<slot>': stable across repeats. */
  readonly id: string;
  /** Person concerned; hosts drop signals about anyone they did not ask for. */
  readonly patientId: string;
  readonly kind: SignalKind;
  /** Order within its kind, lowest first. */
  readonly rank: number;
  /** At most 80 characters, in the language of the host's settings. */
  readonly title: string;
  /** At most 140 characters. */
  readonly detail?: string;
  readonly level?: RiskLevel;
  readonly icon: SignalIcon;
  /** When it arose, ISO 8601. */
  readonly at: string;
  /** Deadline, ISO 8601. */
  readonly dueAt?: string;
  /** Expiry, ISO 8601. */
  readonly expiresAt: string;
  /** Resources it derives from, e.g. 'Observation/1': of signals sharing one, only the highest is shown. */
  readonly sources: readonly string[];
  /** Where details are. */
  readonly place: NoticePlace;
  /** At most two, the primary first. */
  readonly actions: readonly SignalAction[];
  /** How long it may be dismissed. */
  readonly dismiss: 'never' | 'today' | '30d';
}

export interface SignalAction {
  readonly id: string;
  readonly label: string;
  /** Target screen; absent if handled in place by `SignalFeed.act`. */
  readonly place?: NoticePlace;
  /** Milliseconds the host offers undo before executing it. */
  readonly undoMs?: number;
}

export interface SignalState {
  /** `failed`: part of the data could not be read; `signals` holds the rest. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly signals: readonly Signal[];
  /** When the oldest data used arrived, ISO 8601. */
  readonly at?: string;
}

/** The signals of one source for one person, until `stop`. */
export interface SignalFeed {
  readonly state: Store<SignalState>;
  /** Executes an action without a place. `key` makes retries safe. Rejects with AppError. */
  act(signal: string, action: string, key: string): Promise<void>;
  /** Reloads the data. */
  refresh(): void;
  stop(): void;
}

/**
 * Opens the signals of one person. `board`: for many persons at once, at most two calls each; `today`: at most three.
 * `now` is the current time, updated each minute.
 */
export type SignalSource = (input: {
  readonly patientId: string;
  readonly scope: 'today' | 'board';
  readonly now: Store<Date>;
}) => SignalFeed;

/**
 * Searchable entries of a person's record; rejects if none can be read. Hosts call it each time search opens. Since
 * 1.3.
 */
export type SearchSource = (patientId: string) => Promise<SearchAnswer>;

export interface SearchAnswer {
  /** Newest first. Withdrawn and erroneous entries are excluded. */
  readonly entries: readonly SearchEntry[];
  /** Kinds that could not be read, in the language of the host's settings. */
  readonly missing?: readonly string[];
}

export interface SearchEntry {
  /** At most 200 characters, in the language of the host's settings. */
  readonly title: string;
  /** Distinguishes entries of equal title, e.g. by kind and day; at most 200 characters. */
  readonly detail?: string;
  /** Additional search keywords. */
  readonly words: readonly string[];
  readonly place: NoticePlace;
}

/** Module parts without UI. Since 1.3. */
export interface ModuleSources {
  /** Key: the name in the manifest (`slots` with `source`). */
  readonly signals?: Readonly<Record<string, SignalSource>>;
  /** Declared in the manifest by a slot with `source` and `"place": "search"`. */
  readonly search?: SearchSource;
}
