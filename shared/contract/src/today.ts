import type { NoticePlace } from './host-api.ts';
import type { Store } from './store.ts';

/**
 * What a signal asks for, the most urgent first: danger now, an answer, something due, news, something that comes, a gap in the record. `last` asks for
 * nothing: how somebody is. To a `board` what was known last, with an action `add` to where the next one is entered; to `today` how the last days went, for a day
 * on which nothing else is told.
 */
export type SignalKind = 'danger' | 'ask' | 'due' | 'new' | 'soon' | 'gap' | 'last';

/** The level that the one judge of values answered (ADR 0065). */
export type RiskLevel = 'target' | 'veryMild' | 'mild' | 'dangerous' | 'veryDangerous';

/** What a signal or an action may be about. A host shows a plain sign for one that it does not know. */
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

/** One thing that a person should know or do today. Since 1.3. */
export interface Signal {
  /** '<module>/<rule>/<resource>@<slot>': the same thing has the same id whenever it is told. */
  readonly id: string;
  /** Whose record it is about; a host leaves out what it did not ask for. */
  readonly patientId: string;
  readonly kind: SignalKind;
  /** Order inside its kind, the lowest first. */
  readonly rank: number;
  /** At most 80 characters, in the language of the host's settings. */
  readonly title: string;
  /** At most 140 characters. */
  readonly detail?: string;
  readonly level?: RiskLevel;
  readonly icon: SignalIcon;
  /** When it came about, ISO 8601. */
  readonly at: string;
  /** When it has to be done, ISO 8601. */
  readonly dueAt?: string;
  /** From when on it says nothing any more, ISO 8601. */
  readonly expiresAt: string;
  /** What it was made from, e.g. 'Observation/1': of several signals about the same the highest is shown. */
  readonly sources: readonly string[];
  /** Where it is told at length. */
  readonly place: NoticePlace;
  /** At most two, the first is the one that is meant. */
  readonly actions: readonly SignalAction[];
  /** How long it may be put away. */
  readonly dismiss: 'never' | 'today' | '30d';
}

export interface SignalAction {
  readonly id: string;
  readonly label: string;
  /** Where it leads; absent for one that is done in its place by `SignalFeed.act`. */
  readonly place?: NoticePlace;
  /** How long the host offers to take it back before it is done, in milliseconds. */
  readonly undoMs?: number;
}

export interface SignalState {
  /** `failed`: something could not be read; what is told from the rest stands in `signals`. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly signals: readonly Signal[];
  /** When the oldest of what was read arrived, ISO 8601. */
  readonly at?: string;
}

/** The signals of one source about one person, until `stop`. */
export interface SignalFeed {
  readonly state: Store<SignalState>;
  /** Does an action that has no place. `key` makes a repeat harmless. Rejects with AppError. */
  act(signal: string, action: string, key: string): Promise<void>;
  /** Reads again. */
  refresh(): void;
  stop(): void;
}

/**
 * Begins to tell the signals of one person. `board`: many persons are looked at together, at most two calls for each; `today`: at most three.
 * `now` is the present moment, renewed each minute.
 */
export type SignalSource = (input: {
  readonly patientId: string;
  readonly scope: 'today' | 'board';
  readonly now: Store<Date>;
}) => SignalFeed;

/** What of a person's record may be found by its words; rejects when none of it can be told. A host asks again each time a search opens. Since 1.3. */
export type SearchSource = (patientId: string) => Promise<SearchAnswer>;

export interface SearchAnswer {
  /** The newest first. What was withdrawn or entered in error is no entry. */
  readonly entries: readonly SearchEntry[];
  /** Names of the kinds that could not be read, in the language of the host's settings. */
  readonly missing?: readonly string[];
}

export interface SearchEntry {
  /** At most 200 characters, in the language of the host's settings. */
  readonly title: string;
  /** What tells it from others of the same title, e.g. its kind and day; at most 200 characters. */
  readonly detail?: string;
  /** Other words by which it is found. */
  readonly words: readonly string[];
  readonly place: NoticePlace;
}

/** Parts of a module that have no look. Since 1.3. */
export interface ModuleSources {
  /** By the name in the manifest (`slots` with `source`). */
  readonly signals?: Readonly<Record<string, SignalSource>>;
  /** Announced in the manifest by a slot with `source` and `"place": "search"`. */
  readonly search?: SearchSource;
}
