import type { Store } from './store.ts';

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
}

export type Locale = 'vi-VN' | 'en-US';

export interface Settings {
  readonly locale: Locale;
  readonly colorMode: 'light' | 'dark';
  /** Percent of the normal text size. */
  readonly textSize: 100 | 115 | 130;
  readonly glucoseUnit: 'mmol/L' | 'mg/dL';
  /** Emergency number shown in instructions, e.g. '115'. */
  readonly emergencyNumber: string;
  readonly supportPhone: string;
  /** This browser's own device: 12 characters A-Z 0-9, made once and kept by the host. */
  readonly deviceId: string;
  /** e.g. 'Chrome, Android'. */
  readonly deviceName: string;
}

/** The one history of the page. Paths are those after the base path of the host. */
export interface NavigationPort {
  readonly location: Store<RouteLocation>;
  push(path: string): void;
  replace(path: string): void;
  /** Goes one entry back, or to `fallback` when this tab has no earlier entry of the app. */
  back(fallback: string): void;
  /** Opens a screen by its name in the specification, e.g. go('encounter-details', { id }). Unknown names are refused with an error. */
  go(screen: string, params?: Readonly<Record<string, string>>): void;
  /** The address of a screen, for real links. */
  hrefOf(screen: string, params?: Readonly<Record<string, string>>): string;
  /** The real address of a path, base path of the host included, for `href`. */
  resolve(path: string): string;
  /** Says that a screen is on the page: the host sets the page title (translated, without personal data) and moves focus to the heading. */
  screenShown(screen: { readonly title: string; readonly heading: HTMLElement | null }): void;
  /** Asks before the person leaves while `isDirty` answers true; returns the function that ends the guard. */
  guard(isDirty: () => boolean): () => void;
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
}

export interface RequestPort {
  /** Rejects with AppError only. */
  send(request: ServiceRequest): Promise<ServiceAnswer>;
}

/** Events between modules and the shell; the last event of a topic is replayed to a new listener of the same patient epoch. */
export interface TopicMap {
  'observation.changed': { readonly patientId: string; readonly codes: readonly string[] };
  'appointment.changed': { readonly patientId: string };
  'encounter.changed': { readonly patientId: string };
  'device.changed': { readonly patientId: string };
}

export interface TopicPort {
  publish<K extends keyof TopicMap>(topic: K, event: TopicMap[K]): void;
  subscribe<K extends keyof TopicMap>(topic: K, listener: (event: TopicMap[K]) => void): () => void;
}

export interface Notice {
  readonly type: 'info' | 'success' | 'warning' | 'error';
  readonly title: string;
  readonly description?: string;
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
