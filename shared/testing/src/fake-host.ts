import { AppError } from '@phr/contract/app-error';
import type {
  Draft,
  HostApi,
  HubCommand,
  Notice,
  PatientContext,
  PatientSummary,
  RealtimeStatus,
  RouteLocation,
  ServiceAnswer,
  ServiceRequest,
  Session,
  Settings,
  TopicMap,
  WaitingWrite,
} from '@phr/contract/host-api';
import { createStore, type WritableStore } from '@phr/contract/store';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { callsIn, createCallCheck } from '@phr/loader/declared-calls';

export const FAKE_MAIN: PatientSummary = {
  id: 'patient-main',
  name: 'TRẦN MINH CHÂU',
  birthDate: '1985-03-14',
  gender: 'female',
  relationship: 'ONESELF',
};
export const FAKE_MOTHER: PatientSummary = {
  id: 'patient-mother',
  name: 'NGUYỄN THỊ ÁNH',
  birthDate: '1958-06-02',
  gender: 'female',
  relationship: 'NMTH',
};

declare global {
  /** Calls declared by the module under test (module.json); set in tests, absent on a dev page. */
  var PHR_DECLARED_CALLS: readonly string[] | undefined;
}

/** Responds to a call, or undefined to pass it on. */
export type Responder = (request: ServiceRequest) => unknown;

export interface FakeHost extends HostApi {
  readonly session: WritableStore<Session>;
  readonly patient: WritableStore<PatientContext>;
  readonly settings: WritableStore<Settings>;
  /** Recorded events, for assertions. */
  readonly seen: {
    requests: ServiceRequest[];
    notices: Notice[];
    titles: string[];
    visits: string[];
    errors: unknown[];
    commands: HubCommand[];
  };
  /** Queued writes, and stored drafts (by form and patient: 'form patient-main'). */
  readonly waiting: WritableStore<readonly WaitingWrite[]>;
  readonly keptDrafts: Map<string, Draft>;
  readonly connection: WritableStore<RealtimeStatus>;
  /** Simulates network loss: calls reject with NETWORK, writes with `queue` are queued. */
  setOffline(offline: boolean): void;
  /** Publishes to a topic, like another module or the server. */
  tell<K extends keyof TopicMap>(topic: K, event: TopicMap[K]): void;
  /** Switches to another person's record. */
  view(person: PatientSummary): void;
}

export interface FakeHostOptions {
  readonly path?: string;
  readonly respond?: Responder;
  readonly settings?: Partial<Settings>;
  /** URLs of screens by name; by default '/<screen>' with the parameters as query. */
  readonly hrefOf?: (screen: string, params?: Readonly<Record<string, string>>) => string;
  /** Screens that also read a linked record; none by default. */
  readonly readsLinked?: (screen: string) => boolean;
}

const SETTINGS: Settings = {
  locale: 'vi-VN',
  colorMode: 'light',
  textSize: 100,
  glucoseUnit: 'mmol/L',
  emergencyNumber: '115',
  supportPhone: '1900 0000',
  clinicalTexts: 'all',
  deviceId: 'A1B2C3D4E5F6',
  deviceName: 'Chrome, Linux',
};

/** A complete in-memory host, for module unit tests and dev pages. Unhandled calls are errors. */
export function createFakeHost(options: FakeHostOptions = {}): FakeHost {
  const seen: FakeHost['seen'] = { requests: [], notices: [], titles: [], visits: [], errors: [], commands: [] };
  const session = createStore<Session>({
    status: 'signed-in',
    user: { sub: 'user-1', userName: '0901234567', phoneNumberVerified: true },
  });
  const patient = createStore<PatientContext>({
    epoch: 1,
    main: FAKE_MAIN,
    viewed: FAKE_MAIN,
    family: [FAKE_MAIN, FAKE_MOTHER],
  });
  const settings = createStore<Settings>({ ...SETTINGS, ...options.settings });

  const locationOf = (path: string, action: RouteLocation['action'], key: number): RouteLocation => {
    const url = new URL(path, 'http://fake.invalid');
    return { pathname: url.pathname, search: url.search, hash: url.hash, key: String(key), action };
  };
  const entries = [options.path ?? '/'];
  let keys = 0;
  const location = createStore<RouteLocation>(locationOf(entries[0] ?? '/', 'POP', keys));
  const move = (path: string, action: RouteLocation['action']) => {
    seen.visits.push(path);
    location.set(locationOf(path, action, ++keys));
  };
  const hrefOf =
    options.hrefOf ??
    ((screen, params) => {
      const query = new URLSearchParams(params).toString();
      return `/${screen}${query ? `?${query}` : ''}`;
    });

  const listeners = new Map<string, Set<(event: never) => void>>();
  const tell: FakeHost['tell'] = (topic, event) => {
    for (const listener of listeners.get(topic) ?? []) listener(event as never);
  };
  const waiting = createStore<readonly WaitingWrite[]>([]);
  const keptDrafts = new Map<string, Draft>();
  const nextPages = new Set<string>();
  const connection = createStore<RealtimeStatus>({ connected: true, socketId: 'socket-1' });
  let isOffline = false;
  const isDeclared =
    globalThis.PHR_DECLARED_CALLS === undefined ? undefined : createCallCheck(globalThis.PHR_DECLARED_CALLS);
  return {
    version: CONTRACT_VERSION,
    has: () => true,
    session,
    patient,
    settings,
    seen,
    waiting,
    keptDrafts,
    connection,
    tell,
    setOffline(offline) {
      isOffline = offline;
    },
    getAccessToken: async () => 'fake-token',
    navigation: {
      location,
      push(path) {
        entries.push(path);
        move(path, 'PUSH');
      },
      replace(path) {
        entries[entries.length - 1] = path;
        move(path, 'REPLACE');
      },
      back(fallback) {
        if (entries.length > 1) entries.pop();
        else entries[0] = fallback;
        move(entries.at(-1) ?? fallback, 'POP');
      },
      go(screen, params) {
        entries.push(hrefOf(screen, params));
        move(hrefOf(screen, params), 'PUSH');
      },
      hrefOf,
      readsLinked: options.readsLinked ?? (() => false),
      resolve: (path) => path,
      screenShown({ title }) {
        seen.titles.push(title);
      },
      guard: () => () => undefined,
    },
    request: {
      waiting,
      async send(request): Promise<ServiceAnswer> {
        seen.requests.push(request);
        const other = callsIn(request).find((call) => isDeclared?.(call) === false);
        if (other !== undefined && !nextPages.has(request.path))
          throw new AppError({
            code: 'CALL_NOT_DECLARED',
            message: `${other.method} ${other.service} ${other.path} is not declared in module.json`,
          });
        if (isOffline) {
          const { queue, idempotencyKey: id = '', body } = request;
          if (queue === undefined) throw new AppError({ code: 'NETWORK', httpStatus: 0, source: 'FHIR_SERVER' });
          waiting.set([
            ...waiting.get(),
            {
              id,
              module: 'fake',
              patientId: queue.patientId,
              title: queue.title,
              at: queue.at,
              state: 'waiting',
              body,
            },
          ]);
          return { status: 202, body: undefined, receivedAt: new Date().toISOString(), waiting: true };
        }
        const body = await options.respond?.(request);
        if (body === undefined)
          throw new AppError({
            code: 'NOT_FOUND',
            httpStatus: 404,
            message: `No answer for ${request.method} ${request.path}`,
          });
        const next = nextOf(body);
        if (next !== undefined) nextPages.add(next);
        if (request.queue?.publish !== undefined) tell(request.queue.publish.topic, request.queue.publish.event);
        return { status: 200, body, receivedAt: new Date().toISOString(), ...(next === undefined ? {} : { next }) };
      },
    },
    topics: {
      publish: tell,
      subscribe<K extends keyof TopicMap>(topic: K, listener: (event: TopicMap[K]) => void) {
        const set = listeners.get(topic) ?? new Set();
        listeners.set(topic, set.add(listener as (event: never) => void));
        return () => set.delete(listener as (event: never) => void);
      },
    },
    notify: {
      show(notice) {
        seen.notices.push(notice);
      },
    },
    log: {
      event: () => undefined,
      error(_name, error) {
        seen.errors.push(error);
      },
    },
    drafts: {
      open(form, patientId = patient.get().viewed?.id ?? '') {
        const key = `${form} ${patientId}`;
        return {
          read: async () => keptDrafts.get(key),
          write(value) {
            keptDrafts.set(key, { value: structuredClone(value), savedAt: new Date().toISOString() });
          },
          remove() {
            keptDrafts.delete(key);
          },
        };
      },
    },
    realtime: {
      status: connection,
      async command(command) {
        seen.commands.push(command);
      },
    },
    view(person) {
      patient.set({ ...patient.get(), viewed: person, epoch: patient.get().epoch + 1 });
    },
  };
}

/** The next page of a search, from the bundle as in the real client; its URL is already a service path. */
function nextOf(body: unknown): string | undefined {
  const { link } = body as { readonly link?: readonly { readonly relation: string; readonly url: string }[] };
  return Array.isArray(link) ? link.find(({ relation }) => relation === 'next')?.url : undefined;
}
