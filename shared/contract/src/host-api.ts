import type { Locale } from './locale.ts';
import type { Store } from './store.ts';

export type { Locale };

/**
 * What a host (the shell, a partner's page, a test) provides to a module. Framework-free. Additive within a major
 * version: a module checks `has('port')` before using a port newer than its contract range.
 */
export interface HostApi {
  /** Contract version that this host implements, e.g. '1.0.0'. */
  readonly version: string;
  has(port: string): boolean;
  readonly session: Store<Session>;
  /** Returns an access token for one call; request it each time, never store it. Rejects with AppError UNAUTHORIZED. */
  getAccessToken(): Promise<string>;
  readonly patient: Store<PatientContext>;
  readonly settings: Store<Settings>;
  readonly navigation: NavigationPort;
  readonly request: RequestPort;
  readonly topics: TopicPort;
  readonly notify: NotifyPort;
  readonly log: LogPort;
  /** Unsent form input. Since 1.1. */
  readonly drafts: DraftPort;
  /** The live connection to the server. Since 1.1. */
  readonly realtime: RealtimePort;
}

/** The signed-in user. Never contains a token. */
export interface Session {
  readonly status: 'loading' | 'anonymous' | 'signed-in';
  readonly user?: SessionUser;
}

export interface SessionUser {
  /** Subject (`sub`) at the identity service. */
  readonly sub: string;
  readonly userName: string;
  readonly phoneNumberVerified: boolean;
  readonly email?: string;
}

/**
 * The person whose record is on screen. `epoch` increases with every switch: never show data read under an older epoch.
 */
export interface PatientContext {
  readonly epoch: number;
  readonly main?: PatientSummary;
  readonly viewed?: PatientSummary;
  /** Everyone whose record this account may open, the main patient first. */
  readonly family: readonly PatientSummary[];
}

export interface PatientSummary {
  readonly id: string;
  /** Full name in the person's own order. */
  readonly name: string;
  /** YYYY-MM-DD, YYYY-MM or YYYY; absent when unknown. */
  readonly birthDate?: string;
  readonly gender?: 'male' | 'female' | 'other' | 'unknown';
  /** HL7 v3 RoleCode, relative to the main patient, who has ONESELF. */
  readonly relationship: string;
  /** What the account may do with the record. Absent if unknown; the server enforces it in any case. */
  readonly may?: readonly RecordAction[];
  /**
   * False if the account may only read the record.
   * @deprecated since 1.2; use `may`
   */
  readonly mayWrite?: boolean;
}

/** Actions on a record, by what they change; `share` controls who else has access. */
export type RecordAction = 'read' | 'create' | 'update' | 'delete' | 'share';

export interface Settings {
  readonly locale: Locale;
  readonly colorMode: 'light' | 'dark';
  /** Text size in percent. */
  readonly textSize: 100 | 115 | 130;
  readonly glucoseUnit: 'mmol/L' | 'mg/dL';
  /** Emergency number shown in instructions, e.g. '115'. */
  readonly emergencyNumber: string;
  readonly supportPhone: string;
  /** Which clinical advice texts may be shown; 'signed' if the host does not say. Since 1.2. */
  readonly clinicalTexts?: 'signed' | 'all' | 'off';
  /** Id of this browser as a device: 12 characters A-Z 0-9, generated once and stored by the host. */
  readonly deviceId: string;
  /** e.g. 'Chrome, Android'. */
  readonly deviceName: string;
}

/** The page's single history. Paths are relative to the host's base path. */
export interface NavigationPort {
  readonly location: Store<RouteLocation>;
  /** The screen `back` leads to; undefined if this tab has no earlier entry. Since 1.3. */
  readonly previous?: Store<{ readonly title: string } | undefined>;
  push(path: string): void;
  replace(path: string): void;
  /** Goes back one entry, or to `fallback` if this tab has no earlier entry of the app. */
  back(fallback: string): void;
  /**
   * Opens a screen by its name in the specification, e.g. go('encounter-details', { id }).
   * @throws for an unknown name
   */
  go(screen: string, params?: Readonly<Record<string, string>>): void;
  /** URL of a screen, for real links. */
  hrefOf(screen: string, params?: Readonly<Record<string, string>>): string;
  /** True for a screen that also reads a linked record; without this method, treat every screen as such. Since 1.3. */
  readsLinked?(screen: string): boolean;
  /** Full URL of a path, including the host's base path, for `href`. */
  resolve(path: string): string;
  /** Announces a screen: the host sets the page title (translated, without personal data) and focuses the heading. */
  screenShown(screen: { readonly title: string; readonly heading: HTMLElement | null }): void;
  /**
   * Asks for confirmation before leaving while `isDirty` returns true; returns a function that removes the guard.
   * `onDiscard` (since 1.1) is called if the person discards the input, so that its draft is deleted too.
   */
  guard(isDirty: () => boolean, onDiscard?: () => void): () => void;
}

export interface RouteLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Unique per history entry. */
  readonly key: string;
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
}

export type ServiceName = 'identity' | 'fhir' | 'phr' | 'admin' | 'directory' | 'emr';
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * A call to a service. The host adds base URL, token and common headers, and rejects calls not declared in module.json.
 */
export interface ServiceRequest {
  readonly service: ServiceName;
  readonly method: HttpMethod;
  /** Path below the service's base URL, e.g. `/Patient/42/Observation`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  /** Makes retries of a write safe; generated when the form opens. */
  readonly idempotencyKey?: string;
  /** FHIR version id for If-Match. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /**
   * Allows a write to wait (since 1.1): the host stores it encrypted, even across page loads, until the service accepts
   * or rejects it. Requires an `idempotencyKey` and a JSON body.
   */
  readonly queue?: QueueOptions;
}

/** How a queued write is presented and followed up. */
export interface QueueOptions {
  /** Id of the person whose record it changes, as named on the form. */
  readonly patientId: string;
  /** What was entered, for display, value with unit: 'Huyết áp 128/82 mmHg'. */
  readonly title: string;
  /** Time of measurement or entry, ISO 8601 with offset. */
  readonly at: string;
  /** Where a rejected write can be corrected: its screen, and its form's content (restored as the draft of `form`). */
  readonly mend?: {
    readonly screen: string;
    readonly params?: Readonly<Record<string, string>>;
    readonly form: string;
    readonly value: unknown;
  };
  /** Event published to all modules once the service has accepted it. */
  readonly publish?: TopicEvent;
  /** Notice shown when a queued write is eventually accepted; not if the call itself was answered. */
  readonly told?: Notice;
  /**
   * Replaces `told`: selects the notice by the text at a path of the response, e.g.
   * 'prediction.0.qualitativeRisk.text'.
   */
  readonly toldBy?: { readonly path: string; readonly notices: Readonly<Record<string, Notice>> };
  /**
   * Idempotency key of a write that must be accepted first. While that one is waiting or rejected, this one waits; if
   * it is discarded or corrected, this one is dropped.
   */
  readonly after?: string;
}

/** A write not yet accepted by the service. */
export interface WaitingWrite {
  /** Its idempotency key. */
  readonly id: string;
  readonly module: string;
  readonly patientId: string;
  readonly title: string;
  readonly at: string;
  /** `refused`: the person must correct or discard it. */
  readonly state: 'waiting' | 'sending' | 'refused';
  /** Why it was rejected. */
  readonly error?: { readonly code: string; readonly message: string };
  /** Body of the write, for lists that show it before the server has it. */
  readonly body: unknown;
}

export interface ServiceAnswer {
  readonly status: number;
  /**
   * Parsed JSON, unvalidated: callers parse it at their edge. A Blob for PDFs and images. Undefined for an empty
   * response.
   */
  readonly body: unknown;
  readonly etag?: string;
  /** The next page, as a path of the same service. */
  readonly next?: string;
  /** When the response arrived, ISO 8601. */
  readonly receivedAt: string;
  /**
   * True if the service was unreachable and the write is queued on this device (status 202, no body). Since 1.1, only
   * for requests with `queue`.
   */
  readonly waiting?: boolean;
}

export interface RequestPort {
  /**
   * Rejects with AppError only. A request with `queue` rejects only if the service rejected it; it is then not queued.
   */
  send(request: ServiceRequest): Promise<ServiceAnswer>;
  /** This module's queued writes, oldest first, for all persons of the account. Since 1.1. */
  readonly waiting: Store<readonly WaitingWrite[]>;
}

/**
 * Events between modules and the shell. The last event of a topic (of each hub, for hub topics) is replayed to new
 * listeners within the same patient epoch.
 */
export interface TopicMap {
  'observation.changed': { readonly patientId: string; readonly codes: readonly string[] };
  'appointment.changed': { readonly patientId: string };
  'encounter.changed': { readonly patientId: string };
  'device.changed': { readonly patientId: string };
  /** Someone asked for access to the record (since 1.1). */
  'consent.changed': { readonly patientId: string };
  /** An observation the server has just stored for the person on screen (since 1.1); unvalidated FHIR. */
  'vital-sign': { readonly patientId: string; readonly observation: unknown };
  /** A measuring session started or ended (since 1.1). */
  session: MeasureSessionEvent;
  /** Status of a measuring hub (since 1.1). */
  'hub:status': HubStatus;
  'hub:found': { readonly mac: string; readonly meters: readonly HubMeter[] };
  'hub:reply': {
    readonly mac: string;
    readonly reply: 'passkey' | 'success' | 'failed' | 'stop';
    readonly value?: string;
  };
}

/** An event with its topic. */
export type TopicEvent = {
  readonly [K in keyof TopicMap]: { readonly topic: K; readonly event: TopicMap[K] };
}[keyof TopicMap];

export interface MeasureSessionEvent {
  readonly id: string;
  readonly mac: string;
  readonly minsTimeout: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly state: 'started' | 'ended';
}

export interface HubStatus {
  readonly mac: string;
  readonly pairing: 'INIT' | 'STANDBY' | 'SCANNING' | 'PAIRING';
  readonly online: boolean;
}

export interface HubMeter {
  readonly mac: string;
  readonly name: string;
  readonly type: string;
}

export interface TopicPort {
  publish<K extends keyof TopicMap>(topic: K, event: TopicMap[K]): void;
  subscribe<K extends keyof TopicMap>(topic: K, listener: (event: TopicMap[K]) => void): () => void;
}

export interface Notice {
  readonly type: 'info' | 'success' | 'warning' | 'error';
  readonly title: string;
  readonly description?: string;
  /** Where details are; the host offers a link. Since 1.1. */
  readonly place?: NoticePlace;
}

export interface NoticePlace {
  readonly screen: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Person whose record contains it; the host switches to it first. */
  readonly patientId?: string;
}

export interface NotifyPort {
  /** Shows a toast and lists it in Notifications. Use an error toast only in addition to an inline message. */
  show(notice: Notice): void;
}

/** Technical events. Must never contain personal or health data. */
export interface LogPort {
  event(name: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
  error(name: string, error: unknown): void;
}

/** Form drafts, stored encrypted on this device and per account for at most 7 days; deleted at sign-out. */
export interface DraftPort {
  /** The draft of one of this module's forms for one person (by default the person on screen now). */
  open(form: string, patientId?: string): DraftHandle;
}

export interface DraftHandle {
  /** The stored draft, unvalidated; undefined if there is none. Never rejects. */
  read(): Promise<Draft | undefined>;
  /** Stores a JSON value, replacing the previous one. Safe right before the page closes. */
  write(value: unknown): void;
  remove(): void;
}

export interface Draft {
  readonly value: unknown;
  /** ISO 8601. */
  readonly savedAt: string;
}

/** The host's live connection (socket hub, namespace /phr). Server messages arrive as topics. */
export interface RealtimePort {
  readonly status: Store<RealtimeStatus>;
  /**
   * Sends a command to a measuring hub; resolves when the server has accepted it. Rejects with AppError, NETWORK
   * without a connection.
   */
  command(command: HubCommand): Promise<void>;
}

export interface RealtimeStatus {
  readonly connected: boolean;
  /** Id of the connection, for calls that name it. */
  readonly socketId?: string;
}

export type HubCommand =
  | {
      readonly mac: string;
      readonly command: 'stop-scan' | 'scan' | 'restart' | 'rs -wf' | 'rs -all' | 'rs -abond' | 'rda-bg';
    }
  | {
      readonly mac: string;
      readonly command: 'pair';
      readonly args: { readonly meterMac: string; readonly passkey?: string };
    }
  | { readonly mac: string; readonly command: 'rs -bond'; readonly args: { readonly meterMac: string } }
  | { readonly mac: string; readonly command: 'up -mode'; readonly args: { readonly mode: 0 | 1 | 2 | 3 } }
  | {
      readonly mac: string;
      readonly command: 'up -wf';
      readonly args: { readonly ssid: string; readonly password: string };
    };
