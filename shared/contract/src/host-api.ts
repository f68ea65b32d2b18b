import type { Locale } from './locale.ts';
import type { Store } from './store.ts';

export type { Locale };

/**
 * What a host (the shell, a partner's page, a test) gives to a module. Framework-free.
 * Additive inside a major version: a module asks `has('port')` before using a port younger than its contract range.
 */
export interface HostApi {
  /** Contract version that this host implements, e.g. '1.0.0'. */
  readonly version: string;
  has(port: string): boolean;
  readonly session: Store<Session>;
  /** The access token for one call. Asked each time and never stored by a module. Rejects with AppError UNAUTHORIZED. */
  getAccessToken(): Promise<string>;
  readonly patient: Store<PatientContext>;
  readonly settings: Store<Settings>;
  readonly navigation: NavigationPort;
  readonly request: RequestPort;
  readonly topics: TopicPort;
  readonly notify: NotifyPort;
  readonly log: LogPort;
  /** What a person has typed and not sent yet. Since 1.1. */
  readonly drafts: DraftPort;
  /** The live connection to the server. Since 1.1. */
  readonly realtime: RealtimePort;
}

/** Who is signed in. A module never sees a token here. */
export interface Session {
  readonly status: 'loading' | 'anonymous' | 'signed-in';
  readonly user?: SessionUser;
}

export interface SessionUser {
  /** Subject of the identity service. */
  readonly sub: string;
  readonly userName: string;
  readonly phoneNumberVerified: boolean;
  readonly email?: string;
}

/** Whose record is on screen. `epoch` rises with every switch: what was read under an older epoch must not be shown. */
export interface PatientContext {
  readonly epoch: number;
  readonly main?: PatientSummary;
  readonly viewed?: PatientSummary;
  /** Everybody whose record this account may open, the main patient first. */
  readonly family: readonly PatientSummary[];
}

export interface PatientSummary {
  readonly id: string;
  /** Full name in the order in which the person writes it. */
  readonly name: string;
  /** YYYY-MM-DD, YYYY-MM or YYYY; absent when unknown. */
  readonly birthDate?: string;
  readonly gender?: 'male' | 'female' | 'other' | 'unknown';
  /** HL7 v3 RoleCode of this person as seen from the main patient; ONESELF for the main patient. */
  readonly relationship: string;
  /** What the account may do with the record. Absent where it is not known: the server decides in any case. */
  readonly may?: readonly RecordAction[];
  /**
   * False when the account may only look at the record.
   * @deprecated since 1.2; ask `may`
   */
  readonly mayWrite?: boolean;
}

/** What may be done with a record: changes by what they change, and `share` who else may see it. */
export type RecordAction = 'read' | 'create' | 'update' | 'delete' | 'share';

export interface Settings {
  readonly locale: Locale;
  readonly colorMode: 'light' | 'dark';
  /** Percent of the normal text size. */
  readonly textSize: 100 | 115 | 130;
  readonly glucoseUnit: 'mmol/L' | 'mg/dL';
  /** Emergency number shown in instructions, e.g. '115'. */
  readonly emergencyNumber: string;
  readonly supportPhone: string;
  /** Which texts that give clinical advice may be shown; 'signed' where a host does not say. Since 1.2. */
  readonly clinicalTexts?: 'signed' | 'all' | 'off';
  /** This browser's own device: 12 characters A-Z 0-9, made once and kept by the host. */
  readonly deviceId: string;
  /** e.g. 'Chrome, Android'. */
  readonly deviceName: string;
}

/** The one history of the page. Paths are those after the base path of the host. */
export interface NavigationPort {
  readonly location: Store<RouteLocation>;
  /** The screen of the entry before, where `back` leads; undefined when this tab has none. Since 1.3. */
  readonly previous?: Store<{ readonly title: string } | undefined>;
  push(path: string): void;
  replace(path: string): void;
  /** Goes one entry back, or to `fallback` when this tab has no earlier entry of the app. */
  back(fallback: string): void;
  /** Opens a screen by its name in the specification, e.g. go('encounter-details', { id }). Unknown names are refused with an error. */
  go(screen: string, params?: Readonly<Record<string, string>>): void;
  /** The address of a screen, for real links. */
  hrefOf(screen: string, params?: Readonly<Record<string, string>>): string;
  /** True for a screen that reads a linked record as well; a host that lacks it has only such. Since 1.3. */
  readsLinked?(screen: string): boolean;
  /** The real address of a path, base path of the host included, for `href`. */
  resolve(path: string): string;
  /** Says that a screen is on the page: the host sets the page title (translated, without personal data) and moves focus to the heading. */
  screenShown(screen: { readonly title: string; readonly heading: HTMLElement | null }): void;
  /**
   * Asks before the person leaves while `isDirty` answers true; returns the function that ends the guard. `onDiscard` (since 1.1) is
   * called when the person chose to lose what was typed, so that its draft goes too.
   */
  guard(isDirty: () => boolean, onDiscard?: () => void): () => void;
}

export interface RouteLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Changes with each entry of the history. */
  readonly key: string;
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
}

export type ServiceName = 'identity' | 'fhir' | 'phr' | 'admin' | 'directory' | 'emr';
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call to a service. The host adds the address, the token and the common headers, and refuses calls that module.json does not declare. */
export interface ServiceRequest {
  readonly service: ServiceName;
  readonly method: HttpMethod;
  /** Path after the service's base address, e.g. `/Patient/42/Observation`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  /** Makes a repeated write harmless; made when the form opens. */
  readonly idempotencyKey?: string;
  /** FHIR version for If-Match. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /**
   * A write that may wait (since 1.1): the host keeps it, encrypted, until the service has taken or refused it, also when the page is
   * closed meanwhile. Needs an `idempotencyKey`, and a body that is JSON.
   */
  readonly queue?: QueueOptions;
}

/** What a write says of itself for the time in which it waits. */
export interface QueueOptions {
  /** Whose record it changes: the person named on the form. */
  readonly patientId: string;
  /** What was entered, as the person reads it, value with unit: 'Huyết áp 128/82 mmHg'. */
  readonly title: string;
  /** When it was measured or written, ISO 8601 with offset. */
  readonly at: string;
  /** Where a refused write can be mended: the screen that made it, and what its form held (given back as the draft of `form`). */
  readonly mend?: {
    readonly screen: string;
    readonly params?: Readonly<Record<string, string>>;
    readonly form: string;
    readonly value: unknown;
  };
  /** Told to all modules as soon as the service has it. */
  readonly publish?: TopicEvent;
  /** Shown to the person when the service has it after all; not when the call itself was answered. */
  readonly told?: Notice;
  /** In place of `told`: the notice that belongs to the text at a path of the answer, e.g. 'prediction.0.qualitativeRisk.text'. */
  readonly toldBy?: { readonly path: string; readonly notices: Readonly<Record<string, Notice>> };
  /** Idempotency key of a write that the service must have first. While that one waits or is refused this one waits; when it is discarded or mended this one goes, too. */
  readonly after?: string;
}

/** A write that the service has not taken yet. */
export interface WaitingWrite {
  /** Its idempotency key. */
  readonly id: string;
  readonly module: string;
  readonly patientId: string;
  readonly title: string;
  readonly at: string;
  /** `refused`: the person has to mend or discard it. */
  readonly state: 'waiting' | 'sending' | 'refused';
  /** Why it was refused. */
  readonly error?: { readonly code: string; readonly message: string };
  /** The body of the write, for lists that show it before the server has it. */
  readonly body: unknown;
}

export interface ServiceAnswer {
  readonly status: number;
  /** Parsed JSON, unchecked: the caller parses it at its edge. A Blob when the service answers a PDF or a picture. Undefined for an empty answer. */
  readonly body: unknown;
  readonly etag?: string;
  /** Address of the next page, as a path of the same service. */
  readonly next?: string;
  /** When the answer arrived, ISO 8601. */
  readonly receivedAt: string;
  /** True when the service was not reached and the write waits on this device (status 202, no body). Since 1.1, only for requests with `queue`. */
  readonly waiting?: boolean;
}

export interface RequestPort {
  /** Rejects with AppError only. A request with `queue` rejects only when the service refused it: nothing is kept then. */
  send(request: ServiceRequest): Promise<ServiceAnswer>;
  /** The writes of this module that wait, the oldest first, of all persons of the account. Since 1.1. */
  readonly waiting: Store<readonly WaitingWrite[]>;
}

/** Events between modules and the shell; the last event of a topic, of each hub where it tells of hubs, is replayed to a new listener of the same patient epoch. */
export interface TopicMap {
  'observation.changed': { readonly patientId: string; readonly codes: readonly string[] };
  'appointment.changed': { readonly patientId: string };
  'encounter.changed': { readonly patientId: string };
  'device.changed': { readonly patientId: string };
  /** Somebody asked to see the record (since 1.1). */
  'consent.changed': { readonly patientId: string };
  /** An observation that the server has just stored for the person on screen (since 1.1); unchecked FHIR. */
  'vital-sign': { readonly patientId: string; readonly observation: unknown };
  /** A measuring session began or ended (since 1.1). */
  session: MeasureSessionEvent;
  /** News of a measuring hub (since 1.1). */
  'hub:status': HubStatus;
  'hub:found': { readonly mac: string; readonly meters: readonly HubMeter[] };
  'hub:reply': {
    readonly mac: string;
    readonly reply: 'passkey' | 'success' | 'failed' | 'stop';
    readonly value?: string;
  };
}

/** One event with its topic. */
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
  /** Where it is told at length: the host offers the way there. Since 1.1. */
  readonly place?: NoticePlace;
}

export interface NoticePlace {
  readonly screen: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Whose record it is in: the host opens that one first. */
  readonly patientId?: string;
}

export interface NotifyPort {
  /** Shows a toast and keeps it in Notifications. An error toast is always the twin of an inline message. */
  show(notice: Notice): void;
}

/** Technical events. Never personal or health data. */
export interface LogPort {
  event(name: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
  error(name: string, error: unknown): void;
}

/** Drafts of forms: kept encrypted on this device for at most 7 days, for this account; gone at sign-out. */
export interface DraftPort {
  /** The draft of one form of this module for one person (the person on screen at this moment when none is named). */
  open(form: string, patientId?: string): DraftHandle;
}

export interface DraftHandle {
  /** What was kept, unchecked; undefined when there is none. Never rejects. */
  read(): Promise<Draft | undefined>;
  /** Keeps a value (JSON) in place of the one before. The last value wins; also kept when the page closes right after. */
  write(value: unknown): void;
  remove(): void;
}

export interface Draft {
  readonly value: unknown;
  /** ISO 8601. */
  readonly savedAt: string;
}

/** The live connection of the host (socket hub, namespace /phr). What the server tells arrives by topics. */
export interface RealtimePort {
  readonly status: Store<RealtimeStatus>;
  /** Sends a command to a measuring hub; done when the server has taken it. Rejects with AppError, NETWORK without a connection. */
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
