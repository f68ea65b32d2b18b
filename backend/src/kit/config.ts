import { z } from 'zod';
import { fileURLToPath } from 'node:url';
import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { asStartFault, type Places } from './start-fault.ts';
import { loadPushKeys, loadSecrets, type Secrets } from './secrets.ts';

/**
 * Editions of the address directory (D-23). 'three-level': the 63 provinces and 696 districts until 30 June 2025, still
 * used on documents and by hospitals. 'two-level': the 34 provinces since 1 July 2025, with wards (wards.ts) and no
 * districts.
 */
export const EDITIONS = ['three-level', 'two-level'] as const;
export type Edition = (typeof EDITIONS)[number];

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const port = z.coerce.number().int().min(1).max(65_535);
const count = z.coerce.number().int().min(1);
const flag = z.enum(['0', '1']).transform((value) => value === '1');
const origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin);
const address = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
/** Services a process can run, in any combination. */
export const SERVICES = [
  'identity',
  'fhir',
  'phr',
  'admin',
  'directory',
  'emr',
  'storage',
  'realtime',
  'mqtt',
  'web',
] as const;
export type ServiceName = (typeof SERVICES)[number];
const services = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter((item) => item !== ''))
  .pipe(z.array(z.enum(SERVICES)).min(1));
const origins = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter((item) => item !== ''))
  .pipe(z.array(origin));

/** All settings. Unknown names are ignored, so none is reserved. */
const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(4000),
  IDENTITY_PORT: port.default(4001),
  FILES_PORT: port.default(4002),
  /** Which parts this process runs; all of them by default. */
  SERVICES: services.default([...SERVICES]),
  /** Joins the sockets of several processes. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Another message broker (Mosquitto, EMQX), instead of the embedded one. */
  MQTT_URL: z.url({ protocol: /^(mqtts?|wss?)$/ }).optional(),
  /** Port of the embedded broker; defaults to PORT + 3. */
  MQTT_PORT: port.optional(),
  /** The server's own account at the broker. */
  MQTT_USER: z.string().min(1).default('phr-server'),
  MQTT_PASSWORD: z.string().min(16).optional(),
  /** Metrics port, not to be published by a proxy; off by default. */
  METRICS_PORT: port.optional(),
  /** Port of the release service, for teams and operators only; off by default. */
  RELEASES_PORT: port.optional(),
  /**
   * An external release service with its own database: registry and files come from there and are cached in DATA_DIR.
   * Ignored with RELEASES_PORT; release tools read the same setting.
   */
  RELEASES_URL: address.optional(),
  /** Key of that service with the `report` right: for module health and the served shell. */
  RELEASES_REPORT_KEY: z.string().min(1).optional(),
  /** Public URL of that service, where operators sign in. Defaults to RELEASES_PORT on localhost. */
  RELEASES_ORIGIN: origin.optional(),
  /** Operators' phone numbers at the embedded identity service, comma-separated; the demo has its own. */
  OPERATORS: z.string().default(''),
  /** The operators' pages as the OpenID provider knows them. */
  OPS_CLIENT_ID: z.string().min(1).default('phr-ops'),
  /** Path of a Chromium in which the gate LOAD mounts uploads, with the checkout's dev dependencies. */
  LOAD_BROWSER: z.string().min(1).optional(),
  /**
   * Without that browser: 'strict' rejects other teams' uploads, 'warn' only reports. Defaults to strict in production.
   */
  LOAD_GATE: z.enum(['strict', 'warn']).optional(),
  /** Registry to publish: 'local' for this machine's releases, else 'staging' or 'production'. */
  RELEASE_ENVIRONMENT: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,40}$/)
    .default('local'),
  /** This process's name among several, stable across restarts. */
  NODE_NAME: z
    .string()
    .regex(/^[\w.-]{1,40}$/)
    .optional(),
  /** Seconds between /ready answering 503 and the shutdown, for slowly polling load balancers. */
  STOP_DELAY_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  /** Minutes after which a measure session ends by itself. */
  MEASURE_MINUTES: count.max(120).default(10),
  /** How long a person has to prove possession of a hub. */
  HUB_PAIRING_SECONDS: count.max(900).default(300),
  /** Public origins; by default localhost with the ports above. */
  SHELL_ORIGIN: origin.optional(),
  ISSUER: address.optional(),
  FILES_ORIGIN: origin.optional(),
  /** Another OpenID provider, instead of the embedded one. */
  OIDC_AUTHORITY: address.optional(),
  OIDC_CLIENT_ID: z.string().min(1).default('phr-web'),
  OIDC_AUDIENCE: z.string().min(1).default('urn:phr:api'),
  CHANGE_PASSWORD_URL: address.optional(),
  SESSIONS_URL: address.optional(),
  /**
   * User agent substrings of in-app browsers, comma-separated: Zalo, Facebook and Messenger, Instagram, Line, Viber,
   * WeChat, Telegram (D-100).
   */
  // RFC 3986, 3.1; the web's own schemes are not the app's
  APP_SCHEME: z
    .string()
    .regex(/^(?!(?:https?|javascript|data|file|blob)$)[a-z][a-z0-9+.-]*$/i)
    .default('phr'),
  IN_APP_BROWSERS: z.string().default('Zalo,FBAN,FBAV,FB_IAB,Messenger,Instagram,Line/,Viber,MicroMessenger,Telegram'),
  FORGOT_PASSWORD_URL: address.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Another FHIR server. The embedded one is not mounted then. */
  FHIR_BASE_URL: address.optional(),
  /** Another FHIR server behind our own rights: browsers use /fhir, and only we call this one, with the token. */
  FHIR_UPSTREAM_URL: address.optional(),
  FHIR_UPSTREAM_TOKEN: z.string().min(1).optional(),
  FHIR_UPSTREAM_USER: z.string().min(1).optional(),
  FHIR_UPSTREAM_PASSWORD: z.string().min(1).optional(),
  FHIR_UPSTREAM_IDS: z.enum(['as-stated', 'client']).default('as-stated'),
  /** 'none': no PHR; sign-up is at the identity service (D-111). */
  PHR_BASE_URL: z.union([address, z.literal('none')]).optional(),
  ADMIN_BASE_URL: address.optional(),
  DIRECTORY_BASE_URL: address.optional(),
  EMR_BASE_URL: address.optional(),
  DATA_DIR: z.string().default('.data'),
  SHELL_DIR: z.string().default('shell/dist'),
  /** DATA_DIR/releases when not set. */
  RELEASES_DIR: z.string().optional(),
  EMBED_DIR: z.string().default('shared/embed/dist'),
  /** 0 removes the service worker from all browsers at their next update check. */
  SERVICE_WORKER: flag.default(true),
  /** Receives POST {to, code, text} and sends the one-time code by SMS. */
  SMS_URL: address.optional(),
  /** Bearer token of the SMS gateway. */
  SMS_TOKEN: z.string().min(1).optional(),
  /** File storage: the disk below DATA_DIR, or a bucket, which requires all S3_ settings. */
  STORAGE: z.enum(['local', 's3']).default('local'),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  /** 1: endpoint/bucket/key, as in MinIO and Ceph; 0: bucket.endpoint/key. */
  S3_PATH_STYLE: flag.default(true),
  /** The facility's server behind QR codes, and its secret. */
  EMR_URL: address.optional(),
  EMR_SECRET: z.string().min(8).optional(),
  /** A vendor's reading service for X-rays; without it the built-in quality check. */
  AI_URL: address.optional(),
  AI_KEY: z.string().min(1).optional(),
  /**
   * VAPID keys (RFC 8292), base64url: raw point and raw number. Generated at first start outside production; without
   * them push is not offered.
   */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/)
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  /** Contact for push services: 'mailto:' or 'https:'; defaults to SUPPORT_EMAIL. */
  VAPID_SUBJECT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
  /** Additional push service origins besides the browser vendors'. */
  PUSH_ORIGINS: origins.default([]),
  /** Edition of the address directory. */
  ADDRESS_EDITION: z.enum(EDITIONS).default('three-level'),
  /** Reminders that a hub keeps. */
  REMINDERS_PER_DEVICE: count.default(24),
  /** Partner origins allowed to call the APIs and as return targets after sign-out. */
  PARTNER_ORIGINS: origins.default([]),
  DEMO: flag.default(false),
  /** The pages are developer builds: tabs may load a module from the local machine. Rejected in production. */
  PHR_DEV: flag.default(false),
  /** Number of trusted proxies for X-Forwarded-For. */
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  LOG_FILE: z.string().optional(),
  EMERGENCY_NUMBER: z
    .string()
    .regex(/^\d{3,6}$/)
    .default('115'),
  /** Which clinical advice texts are shown: signed by a clinician, all (drafts marked), or none (R-S7). */
  CLINICAL_TEXTS: z.enum(['signed', 'all', 'off']).optional(),
  /** Replaces the release's advice texts; same format as shared/clinical/data/advice.json. */
  ADVICE_FILE: z.string().optional(),
  SUPPORT_PHONE: z.string().default('1900 0000'),
  SUPPORT_EMAIL: z.email().default('support@phr.example'),

  /** Access token lifetime in seconds; must exceed the client's refresh margin of 600. */
  ACCESS_TOKEN_SECONDS: count.min(601).default(1_800),
  /** Session timeouts: without a refresh (plus an access token's life), and absolute. */
  SESSION_IDLE_SECONDS: count.default(1_800),
  SESSION_SECONDS: count.default(43_200),
  /** Idle timeout on a shared device. */
  SHARED_SESSION_IDLE_SECONDS: count.default(600),
  REFRESH_TOKEN_SECONDS: count.default(1_209_600),
  /** Leeway in which several tabs may use one refresh token. */
  REFRESH_LEEWAY_SECONDS: z.coerce.number().int().min(0).max(60).default(10),
  LOCK_AFTER_FAILURES: count.default(5),
  LOCK_SECONDS: count.default(900),
  LIMIT_SIGN_IN_PER_MINUTE_IP: count.default(10),
  LIMIT_REGISTER_PER_HOUR_IP: count.default(5),
  LIMIT_OTP_PER_HOUR_IP: count.default(10),
  LIMIT_OTP_PER_HOUR_PHONE: count.default(3),
  LIMIT_API_PER_MINUTE_USER: count.default(600),
  /** Files in one folder are one series, however many. */
  LIMIT_UPLOAD_SERIES_PER_HOUR: count.default(60),
  LIMIT_UPLOAD_BYTES_PER_HOUR_USER: count.default(2 * 1_073_741_824),
  LIMIT_UPLOAD_BYTES_PER_HOUR_NETWORK: count.default(8 * 1_073_741_824),
  /** One-time codes per partner and person: an open page needs twelve an hour. */
  LIMIT_HANDOFF_PER_HOUR_PERSON: count.default(120),
  LIMIT_MQTT_UNSIGNED_NETWORK: count.default(20),
  LIMIT_HUB_COMMANDS_PER_MINUTE: count.default(60),
  LIMIT_HUB_PAIRINGS_PER_HOUR_PERSON: count.default(20),
  LIMIT_BOOKINGS_PER_DAY_PERSON: count.default(20),
  LIMIT_SOCKETS_PER_USER: count.default(40),
  UPLOAD_LIMIT_BYTES: count.default(20 * 1_048_576),
  UPLOAD_LIMIT_DICOM_BYTES: count.default(200 * 1_048_576),

  COOKIE_KEY: z.string().min(32).optional(),
  FILES_KEY: z.string().min(32).optional(),
  OTP_PEPPER: z.string().min(32).optional(),
  CURSOR_KEY: z.string().min(32).optional(),
});

type Settings = z.output<typeof Environment>;

/** An upstream record server. */
export interface UpstreamAddress {
  /** Address of the other server, without a slash at its end. */
  readonly base: string;
  /** Sent with every request: the upstream server trusts us to enforce rights. */
  readonly authorization?: string;
  /** True if the token may choose ids although the CapabilityStatement does not say so. */
  readonly choosesIds?: boolean;
}

/** Credentials and location of the file storage. */
export interface AwsScope {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** A file storage that speaks S3. */
export interface S3Settings extends AwsScope {
  /** 'https://s3.ap-southeast-1.amazonaws.com', or a MinIO or Ceph endpoint. */
  readonly endpoint: string;
  readonly bucket: string;
  /** True: endpoint/bucket/key; false: bucket.endpoint/key. */
  readonly pathStyle: boolean;
}

/** Push signing keys, and additional allowed push services. */
export interface PushSettings {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
  readonly origins: readonly string[];
}

export interface Config {
  readonly version: string;
  readonly production: boolean;
  readonly demo: boolean;
  readonly host: string;
  readonly ports: {
    readonly shell: number;
    readonly identity: number;
    readonly files: number;
    readonly releases?: number;
  };
  readonly releaseEnvironment: string;
  /** Pages for developers. */
  readonly forDevelopers: boolean;
  readonly releasesUrl?: string;
  /** Of the service at `releasesUrl`. */
  readonly reportKey?: string;
  /** Operators' pages, if the release service runs. */
  readonly ops?: {
    readonly origin: string;
    readonly clientId: string;
    /** Numbers that operators sign in with, as they were written. */
    readonly operators: readonly string[];
  };
  readonly loadGate: { readonly browser?: string; readonly strict: boolean };
  readonly shellOrigin: string;
  readonly filesOrigin: string;
  readonly identity: {
    /** Token issuer: the embedded service or OIDC_AUTHORITY. */
    readonly issuer: string;
    readonly embedded: boolean;
    readonly clientId: string;
    readonly audience: string;
    readonly changePasswordUrl: string;
    readonly forgotPasswordUrl: string;
    /** Page listing signed-in devices; '' if the identity service has none. */
    readonly sessionsUrl: string;
  };
  readonly databaseUrl?: string;
  readonly runs: ReadonlySet<ServiceName>;
  readonly redisUrl?: string;
  readonly mqtt: { readonly url?: string; readonly port: number; readonly user: string; readonly password: string };
  readonly metricsPort?: number;
  readonly nodeName: string;
  readonly measureMinutes: number;
  readonly hubPairingSeconds: number;
  readonly stopDelay: number;
  /** Base URLs as used by browsers; '' is the shell's own origin. */
  readonly services: {
    readonly fhir: string;
    readonly phr: string;
    readonly admin: string;
    readonly directory: string;
    readonly emr: string;
  };
  /** Where browsers send a sign-up (D-111). */
  readonly signUpAt: 'phr' | 'identity';
  readonly embeddedFhir: boolean;
  /** Records go through us: our own server, or another behind our rights. */
  readonly servesRecords: boolean;
  readonly fhirUpstream?: UpstreamAddress;
  readonly dataDir: string;
  readonly shellDir: string;
  readonly releasesDir: string;
  readonly embedDir: string;
  readonly serviceWorker: boolean;
  readonly smsUrl?: string;
  readonly smsToken?: string;
  readonly s3?: S3Settings;
  readonly emr?: { readonly url: string; readonly secret: string };
  readonly ai?: { readonly url: string; readonly key: string };
  /** Absent: no push notifications. */
  readonly push?: PushSettings;
  readonly addressEdition: Edition;
  readonly remindersPerDevice: number;
  readonly partnerOrigins: readonly string[];
  readonly trustProxy: number;
  readonly logLevel: Settings['LOG_LEVEL'];
  /** Log destination; standard output by default. */
  readonly logFile: string | undefined;
  readonly inAppBrowsers: readonly string[];
  readonly appScheme: string;
  readonly emergencyNumber: string;
  readonly clinicalTexts: 'signed' | 'all' | 'off';
  readonly adviceFile: string | undefined;
  readonly supportPhone: string;
  readonly supportEmail: string;
  /** Seconds. */
  readonly sessions: {
    readonly accessToken: number;
    readonly refreshToken: number;
    readonly refreshLeeway: number;
    readonly idle: number;
    readonly absolute: number;
    readonly sharedIdle: number;
  };
  readonly limits: {
    readonly lockAfterFailures: number;
    readonly lockSeconds: number;
    readonly signInPerMinuteIp: number;
    readonly registerPerHourIp: number;
    readonly otpPerHourIp: number;
    readonly otpPerHourPhone: number;
    readonly apiPerMinuteUser: number;
    readonly handoffPerHourPerson: number;
    readonly uploadSeriesPerHour: number;
    readonly uploadBytesPerHourUser: number;
    readonly uploadBytesPerHourNetwork: number;
    readonly uploadBytes: number;
    readonly uploadDicomBytes: number;
    /** Unauthenticated connections per network to the embedded broker. */
    readonly mqttUnsignedPerNetwork: number;
    /** By each person, and to each hub. */
    readonly hubCommandsPerMinute: number;
    readonly hubPairingsPerHourPerson: number;
    readonly bookingsPerDayPerson: number;
    /** Maximum open at a time, and opened per minute, in one process. */
    readonly socketsPerUser: number;
  };
  readonly secrets: Secrets;
}

/** Missing or invalid settings; the message lists all. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings. Generates first-start secrets in DATA_DIR unless all are given.
 * @throws ConfigError for invalid settings, and in production for missing secrets
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const s = readSettings(env);
  const production = s.NODE_ENV === 'production';
  const dataDir = path.resolve(ROOT, s.DATA_DIR);
  const secrets = requireSecrets(s, dataDir, production);
  if (production) refuseInProduction(s);
  const runs = new Set(s.SERVICES);
  requireShared(s, runs);
  const s3 = readS3(s);
  requirePairs(s);
  const shellOrigin = s.SHELL_ORIGIN ?? `http://localhost:${s.PORT}`;
  const identity = identityOf(s);
  refuseEqualPorts(s, runs, identity.embedded);

  return {
    version: '1.0.0',
    production,
    demo: s.DEMO,
    host: s.HOST,
    ports: portsOf(s),
    releaseEnvironment: s.RELEASE_ENVIRONMENT,
    forDevelopers: s.PHR_DEV,
    ...releasesOf(s, production),
    shellOrigin,
    filesOrigin: s.FILES_ORIGIN ?? `http://localhost:${s.FILES_PORT}`,
    identity,
    ...(s.DATABASE_URL === undefined ? {} : { databaseUrl: s.DATABASE_URL }),
    runs,
    ...(s.REDIS_URL === undefined ? {} : { redisUrl: s.REDIS_URL }),
    mqtt: brokerOf(s, secrets),
    ...(s.METRICS_PORT === undefined ? {} : { metricsPort: s.METRICS_PORT }),
    nodeName: s.NODE_NAME ?? nodeNameOf(s),
    measureMinutes: s.MEASURE_MINUTES,
    hubPairingSeconds: s.HUB_PAIRING_SECONDS,
    stopDelay: s.STOP_DELAY_SECONDS,
    ...recordServerOf(s, `${shellOrigin}/fhir`),
    dataDir,
    ...builtFoldersOf(s, dataDir),
    serviceWorker: s.SERVICE_WORKER,
    ...outsideOf(s),
    ...(s3 === undefined ? {} : { s3 }),
    ...pushOf(s, dataDir, production),
    addressEdition: s.ADDRESS_EDITION,
    remindersPerDevice: s.REMINDERS_PER_DEVICE,
    partnerOrigins: s.PARTNER_ORIGINS,
    trustProxy: s.TRUST_PROXY,
    logLevel: s.LOG_LEVEL,
    logFile: s.LOG_FILE,
    appScheme: s.APP_SCHEME,
    inAppBrowsers: wordsIn(s.IN_APP_BROWSERS),
    emergencyNumber: s.EMERGENCY_NUMBER,
    clinicalTexts: s.CLINICAL_TEXTS ?? (s.DEMO ? 'all' : 'signed'),
    adviceFile: s.ADVICE_FILE,
    supportPhone: s.SUPPORT_PHONE,
    supportEmail: s.SUPPORT_EMAIL,
    sessions: sessionLivesOf(s),
    limits: limitsOf(s),
    secrets,
  };
}

const releasesOf = (
  s: Settings,
  production: boolean,
): Pick<Config, 'releasesUrl' | 'reportKey' | 'ops' | 'loadGate'> => ({
  ...(s.RELEASES_URL === undefined || s.RELEASES_PORT !== undefined ? {} : { releasesUrl: s.RELEASES_URL }),
  ...(s.RELEASES_REPORT_KEY === undefined ? {} : { reportKey: s.RELEASES_REPORT_KEY }),
  ...opsOf(s),
  loadGate: loadGateOf(s, production),
});

const portsOf = (s: Settings): Config['ports'] => ({
  shell: s.PORT,
  identity: s.IDENTITY_PORT,
  files: s.FILES_PORT,
  ...(s.RELEASES_PORT === undefined ? {} : { releases: s.RELEASES_PORT }),
});

const loadGateOf = (s: Settings, production: boolean): Config['loadGate'] => ({
  strict: s.LOAD_GATE === undefined ? production : s.LOAD_GATE === 'strict',
  ...(s.LOAD_BROWSER === undefined ? {} : { browser: s.LOAD_BROWSER }),
});

function opsOf(s: Settings): Pick<Config, 'ops'> {
  const origin =
    s.RELEASES_ORIGIN ?? (s.RELEASES_PORT === undefined ? undefined : `http://localhost:${s.RELEASES_PORT}`);
  return origin === undefined ? {} : { ops: { origin, clientId: s.OPS_CLIENT_ID, operators: wordsIn(s.OPERATORS) } };
}

/** 'a, b,' is a and b. */
const wordsIn = (list: string): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/**
 * The given settings with defaults.
 * @throws ConfigError listing all invalid ones
 */
function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(`Settings are not valid:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Settings that open an installation to others, or create well-known accounts. */
function refuseInProduction(s: Settings): void {
  if (s.PHR_DEV)
    throw new ConfigError(
      'PHR_DEV=1 lets a page take modules from the machine in front of it and is refused in production.',
    );
  if (s.DEMO) throw new ConfigError('DEMO=1 makes accounts with known passwords and is refused in production.');
}

/**
 * The given secrets, or those in DATA_DIR.
 * @throws ConfigError in production if not given
 */
function requireSecrets(s: Settings, dataDir: string, production: boolean): Secrets {
  const secrets = secretsOf(
    dataDir,
    { cookieKey: s.COOKIE_KEY, filesKey: s.FILES_KEY, otpPepper: s.OTP_PEPPER, cursorKey: s.CURSOR_KEY },
    production,
  );
  if (secrets === undefined)
    throw new ConfigError(
      'In production COOKIE_KEY, FILES_KEY, OTP_PEPPER and CURSOR_KEY must be given (32 characters or more each).',
    );
  return secrets;
}

/**
 * Separate processes need shared infrastructure.
 * @throws ConfigError
 */
function requireShared(s: Settings, runs: Config['runs']): void {
  const isSplit = runs.size < SERVICES.length;
  if (isSplit && s.DATABASE_URL === undefined)
    throw new ConfigError('With SERVICES, the processes share one database: DATABASE_URL must be given.');
  if (runs.has('mqtt') && !runs.has('realtime') && s.REDIS_URL === undefined)
    throw new ConfigError(
      'A process that serves hubs without sockets reaches them over Redis: REDIS_URL must be given.',
    );
}

/**
 * A URL without its secret, or the reverse.
 * @throws ConfigError
 */
function requirePairs(s: Settings): void {
  if ((s.EMR_URL === undefined) !== (s.EMR_SECRET === undefined))
    throw new ConfigError('EMR_URL and EMR_SECRET are given together.');
  if ((s.AI_URL === undefined) !== (s.AI_KEY === undefined))
    throw new ConfigError('AI_URL and AI_KEY are given together.');
  if ((s.VAPID_PUBLIC_KEY === undefined) !== (s.VAPID_PRIVATE_KEY === undefined))
    throw new ConfigError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are given together.');
}

/**
 * The given push keys, or those in the data folder; in production only given ones, as all processes must share them
 * permanently.
 */
function pushOf(s: Settings, dataDir: string, production: boolean): Pick<Config, 'push'> {
  const given =
    s.VAPID_PUBLIC_KEY === undefined || s.VAPID_PRIVATE_KEY === undefined
      ? undefined
      : { publicKey: s.VAPID_PUBLIC_KEY, privateKey: s.VAPID_PRIVATE_KEY };
  const keys = given ?? (production ? undefined : loadPushKeys(dataDir));
  return keys === undefined
    ? {}
    : { push: { ...keys, subject: s.VAPID_SUBJECT ?? `mailto:${s.SUPPORT_EMAIL}`, origins: s.PUSH_ORIGINS } };
}

/** The identity provider: embedded unless another is configured. */
function identityOf(s: Settings): Config['identity'] {
  const ownIssuer = s.ISSUER ?? `http://localhost:${s.IDENTITY_PORT}`;
  const embedded = s.OIDC_AUTHORITY === undefined || s.OIDC_AUTHORITY === ownIssuer;
  const issuer = embedded ? ownIssuer : (s.OIDC_AUTHORITY ?? ownIssuer);
  return {
    issuer,
    embedded,
    clientId: s.OIDC_CLIENT_ID,
    audience: s.OIDC_AUDIENCE,
    changePasswordUrl: s.CHANGE_PASSWORD_URL ?? `${issuer}/account/change-password`,
    forgotPasswordUrl: s.FORGOT_PASSWORD_URL ?? `${issuer}/account/forgot-password`,
    sessionsUrl: s.SESSIONS_URL ?? (embedded ? `${issuer}/account/sessions` : ''),
  };
}

/** The hubs' message broker, and the server's account there. */
function brokerOf(s: Settings, { cookieKey }: Secrets): Config['mqtt'] {
  return {
    ...(s.MQTT_URL === undefined ? {} : { url: s.MQTT_URL }),
    port: s.MQTT_PORT ?? s.PORT + 3,
    user: s.MQTT_USER,
    password: s.MQTT_PASSWORD ?? deriveKey(cookieKey, 'mqtt'),
  };
}

/** The host and the port: the same after a restart. */
function nodeNameOf(s: Settings): string {
  const host = hostname()
    .replace(/[^\w.-]/g, '-')
    .slice(0, 30);
  return `${host}-${s.PORT}`;
}

/** Service URLs for browsers, and the record server: ours, another behind our rights, or one called directly. */
function recordServerOf(
  s: Settings,
  ownFhir: string,
): Pick<Config, 'services' | 'signUpAt' | 'embeddedFhir' | 'servesRecords' | 'fhirUpstream'> {
  const isOwnAddress = s.FHIR_BASE_URL === undefined || s.FHIR_BASE_URL === ownFhir;
  return {
    services: {
      fhir: s.FHIR_BASE_URL ?? ownFhir,
      phr: s.PHR_BASE_URL === 'none' ? '' : (s.PHR_BASE_URL ?? ''),
      admin: s.ADMIN_BASE_URL ?? '',
      directory: s.DIRECTORY_BASE_URL ?? '',
      emr: s.EMR_BASE_URL ?? '',
    },
    signUpAt: s.PHR_BASE_URL === 'none' ? 'identity' : 'phr',
    embeddedFhir: isOwnAddress && s.FHIR_UPSTREAM_URL === undefined,
    servesRecords: isOwnAddress || s.FHIR_UPSTREAM_URL !== undefined,
    ...(s.FHIR_UPSTREAM_URL === undefined ? {} : { fhirUpstream: upstreamOf(s.FHIR_UPSTREAM_URL, s) }),
  };
}

/** Served folders: shell, released modules, partner scripts. */
function builtFoldersOf(s: Settings, dataDir: string): Pick<Config, 'shellDir' | 'releasesDir' | 'embedDir'> {
  return {
    shellDir: path.resolve(ROOT, s.SHELL_DIR),
    releasesDir: s.RELEASES_DIR === undefined ? path.join(dataDir, 'releases') : path.resolve(ROOT, s.RELEASES_DIR),
    embedDir: path.resolve(ROOT, s.EMBED_DIR),
  };
}

/** Services of others that are called when they are named. */
function outsideOf(s: Settings): Pick<Config, 'smsUrl' | 'smsToken' | 'emr' | 'ai'> {
  return {
    ...(s.SMS_URL === undefined ? {} : { smsUrl: s.SMS_URL }),
    ...(s.SMS_TOKEN === undefined ? {} : { smsToken: s.SMS_TOKEN }),
    ...(s.EMR_URL === undefined || s.EMR_SECRET === undefined ? {} : { emr: { url: s.EMR_URL, secret: s.EMR_SECRET } }),
    ...(s.AI_URL === undefined || s.AI_KEY === undefined ? {} : { ai: { url: s.AI_URL, key: s.AI_KEY } }),
  };
}

function sessionLivesOf(s: Settings): Config['sessions'] {
  return {
    accessToken: s.ACCESS_TOKEN_SECONDS,
    refreshToken: s.REFRESH_TOKEN_SECONDS,
    refreshLeeway: s.REFRESH_LEEWAY_SECONDS,
    idle: s.SESSION_IDLE_SECONDS,
    absolute: s.SESSION_SECONDS,
    sharedIdle: s.SHARED_SESSION_IDLE_SECONDS,
  };
}

function limitsOf(s: Settings): Config['limits'] {
  return {
    lockAfterFailures: s.LOCK_AFTER_FAILURES,
    lockSeconds: s.LOCK_SECONDS,
    signInPerMinuteIp: s.LIMIT_SIGN_IN_PER_MINUTE_IP,
    registerPerHourIp: s.LIMIT_REGISTER_PER_HOUR_IP,
    otpPerHourIp: s.LIMIT_OTP_PER_HOUR_IP,
    otpPerHourPhone: s.LIMIT_OTP_PER_HOUR_PHONE,
    apiPerMinuteUser: s.LIMIT_API_PER_MINUTE_USER,
    handoffPerHourPerson: s.LIMIT_HANDOFF_PER_HOUR_PERSON,
    uploadSeriesPerHour: s.LIMIT_UPLOAD_SERIES_PER_HOUR,
    uploadBytesPerHourUser: s.LIMIT_UPLOAD_BYTES_PER_HOUR_USER,
    uploadBytesPerHourNetwork: s.LIMIT_UPLOAD_BYTES_PER_HOUR_NETWORK,
    uploadBytes: s.UPLOAD_LIMIT_BYTES,
    uploadDicomBytes: s.UPLOAD_LIMIT_DICOM_BYTES,
    mqttUnsignedPerNetwork: s.LIMIT_MQTT_UNSIGNED_NETWORK,
    hubCommandsPerMinute: s.LIMIT_HUB_COMMANDS_PER_MINUTE,
    hubPairingsPerHourPerson: s.LIMIT_HUB_PAIRINGS_PER_HOUR_PERSON,
    bookingsPerDayPerson: s.LIMIT_BOOKINGS_PER_DAY_PERSON,
    socketsPerUser: s.LIMIT_SOCKETS_PER_USER,
  };
}

/**
 * Two servers of a process cannot share a port.
 * @throws ConfigError naming both settings
 */
function refuseEqualPorts(s: Settings, runs: Config['runs'], embedded: boolean): void {
  const listening: readonly (readonly [setting: string, port: number | undefined])[] = [
    ['PORT', s.PORT],
    ['METRICS_PORT', s.METRICS_PORT],
    ['RELEASES_PORT', s.RELEASES_PORT],
    // the record services' process has its metrics one port above
    [
      'METRICS_PORT + 1',
      s.METRICS_PORT === undefined || partServices(runs) === undefined ? undefined : s.METRICS_PORT + 1,
    ],
    ...(runs.has('identity') && embedded ? [['IDENTITY_PORT', s.IDENTITY_PORT] as const] : []),
    ...(runs.has('storage') ? [['FILES_PORT', s.FILES_PORT] as const] : []),
    ...(runs.has('mqtt') && s.MQTT_URL === undefined ? [['MQTT_PORT', s.MQTT_PORT ?? s.PORT + 3] as const] : []),
  ];
  const known = new Map<number, string>();
  for (const [setting, port] of listening) {
    if (port === undefined) continue;
    const other = known.get(port);
    if (other !== undefined)
      throw new ConfigError(`${other} and ${setting} are both ${port}: give each a port of its own.`);
    known.set(port, setting);
  }
}

/** loadSecrets with folder errors naming the setting. */
function secretsOf(dataDir: string, ...rest: [Parameters<typeof loadSecrets>[1], boolean]): Secrets | undefined {
  try {
    return loadSecrets(dataDir, ...rest);
  } catch (error) {
    throw asStartFault(error, { ports: [], folders: [['DATA_DIR', dataDir]] });
  }
}

/** The bucket; undefined for disk storage. */
function readS3(s: Settings): S3Settings | undefined {
  if (s.STORAGE === 'local') return undefined;
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_REGION: region,
    S3_PATH_STYLE: pathStyle,
  } = s;
  if (endpoint === undefined || bucket === undefined || accessKey === undefined || secretKey === undefined) {
    throw new ConfigError('STORAGE=s3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY.');
  }
  return { endpoint, bucket, accessKey, secretKey, region, pathStyle };
}

/** Another record server, and how it knows this one. */
function upstreamOf(base: string, s: Settings): UpstreamAddress {
  const { FHIR_UPSTREAM_TOKEN: token, FHIR_UPSTREAM_USER: user, FHIR_UPSTREAM_PASSWORD: password } = s;
  if ((user === undefined) !== (password === undefined) || (user !== undefined && token !== undefined)) {
    throw new ConfigError(
      'The record server knows this one by FHIR_UPSTREAM_TOKEN, or by FHIR_UPSTREAM_USER and FHIR_UPSTREAM_PASSWORD.',
    );
  }
  const authorization =
    token === undefined
      ? user === undefined
        ? undefined
        : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
      : `Bearer ${token}`;
  return {
    base,
    ...(authorization === undefined ? {} : { authorization }),
    ...(s.FHIR_UPSTREAM_IDS === 'client' ? { choosesIds: true } : {}),
  };
}

/** Derives a purpose-specific secret from an installation secret, the same in every process. */
function deriveKey(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

/** Services whose load depends on request size; the others must stay responsive. */
const OF_RECORDS: readonly ServiceName[] = ['fhir', 'phr', 'admin', 'directory', 'emr'];

/**
 * Splits a start's services: record services for a separate process, the rest for this one. Undefined if only one kind
 * is configured.
 */
export function partServices(
  runs: Config['runs'],
): { readonly records: Config['runs']; readonly front: Config['runs'] } | undefined {
  const records = new Set([...runs].filter((name) => OF_RECORDS.includes(name)));
  const front = new Set([...runs].filter((name) => !OF_RECORDS.includes(name)));
  return records.size === 0 || front.size === 0 ? undefined : { records, front };
}

/** What may fail at start: configured URLs and folders, by setting name. */
export function placesOf(config: Config): Places {
  const { ports, mqtt, metricsPort } = config;
  return {
    ports: [
      ['PORT', ports.shell],
      ['IDENTITY_PORT', ports.identity],
      ['FILES_PORT', ports.files],
      ['MQTT_PORT', mqtt.port],
      ['METRICS_PORT', metricsPort],
      ['RELEASES_PORT', ports.releases],
    ],
    databaseUrl: config.databaseUrl,
    // the inner ones first: most lie in the data folder
    folders: [
      ['LOG_FILE', config.logFile],
      ['RELEASES_DIR', config.releasesDir],
      ['SHELL_DIR', config.shellDir],
      ['EMBED_DIR', config.embedDir],
      ['DATA_DIR', config.dataDir],
    ],
  };
}
