import type { PatientContext, SessionUser } from '@phr/contract/host-api';
import type { ModuleInstance } from '@phr/contract/phr-module';
import type { Registry } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import { createFakeHost, FAKE_MAIN, FAKE_MOTHER, type Responder } from '@phr/testing/fake-host';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { SessionTimeout } from '../services/auth/session-clock.ts';
import type { AuthStatus, SigninStatus } from '../services/auth/auth-state.ts';
import { parseConfig } from '../services/config.ts';
import { createRouteTable } from '../core/routes.ts';
import { type Shell, ShellContext, useStore } from '../core/shell.tsx';
import { createTexts, loadTexts, TextsProvider } from '../core/texts.tsx';
import { createAccountApi } from '../services/account/account.api.ts';
import { createAccountMemory } from '../services/account/account-memory.ts';
import type { Properties } from '../services/device/current-device.api.ts';
import type { DevicePropertiesState } from '../services/device/device-properties.model.ts';
import type { PatientDetails } from '../services/patient/patient.api.ts';
import type { PatientState, PatientStatus } from '../services/patient/patient.model.ts';
import { createConnection } from '../services/offline/connection.ts';
import { createProfileApi } from '../services/profile/profile.api.ts';
import { createNotifications } from '../services/host/notify.ts';
import type { ColorChoice } from '../services/host/settings.ts';
import type { TextStore } from '../services/host/storage.ts';
import { offerOf, TODAYS_SCREENS } from './offer-of.ts';

export interface FakeShellOptions {
  readonly path?: string;
  readonly auth?: AuthStatus;
  readonly signin?: SigninStatus;
  readonly user?: Partial<SessionUser>;
  /** Receives files sent to signed URLs and returns the status. */
  readonly put?: (url: string, file: Blob) => Promise<number>;
  readonly accountPhone?: string;
  /** Patient status of the account; 'ready' by default. */
  readonly patient?: PatientStatus;
  readonly details?: readonly PatientDetails[];
  /** The offer; by default today's modules and screens, with an empty dashboard. */
  readonly registry?: Registry;
  /** Responds to the shell's own calls; an unhandled call is an error. */
  readonly respond?: Responder;
  readonly properties?: DevicePropertiesState;
  /** Wide layout; true by default. */
  readonly wide?: boolean;
  /** Returns a module's instance; rejects if it fails to load. */
  readonly module?: (name: string) => Promise<ModuleInstance>;
}

const person = (summary: typeof FAKE_MAIN) => ({ ...summary, relatedPersonIds: [] });

/** An in-memory shell for screen tests. `seen` records what screens did. */
export async function createFakeShell(options: FakeShellOptions = {}) {
  const offer = offerOf(options.registry ?? TODAYS_SCREENS);
  const table = createRouteTable(offer);
  const host = createFakeHost({
    hrefOf(name, params) {
      const query = new URLSearchParams(params).toString();
      return `/${table.named(name)?.screen ?? name}${query ? `?${query}` : ''}`;
    },
    ...(options.path !== undefined && { path: options.path }),
    ...(options.respond !== undefined && { respond: options.respond }),
  });
  const seen = {
    prepared: 0,
    signIns: [] as boolean[],
    signOuts: 0,
    flushes: 0,
    reloads: 0,
    appReloads: 0,
    wanted: [] as string[],
    preloads: [] as string[],
    views: [] as string[],
    saved: [] as Properties[],
  };
  const texts = createTexts(await loadTexts(host.settings.get().locale), host.settings, (error) => {
    throw error;
  });
  const colorChoice = createStore<ColorChoice>('light');
  const patient = createStore<PatientContext>({
    epoch: 1,
    main: FAKE_MAIN,
    viewed: FAKE_MAIN,
    family: [FAKE_MAIN, FAKE_MOTHER],
  });
  // jsdom has no media queries
  Object.assign(window, {
    matchMedia: (media: string) => ({
      media,
      matches: options.wide !== false && media.includes('min-width'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  const properties = createStore<DevicePropertiesState>(options.properties ?? { status: 'ready', values: {} });
  const signin = createStore<SigninStatus>(options.signin ?? { ready: true, open: false });
  const update = createStore(false);
  const accountMemory = createAccountMemory({ localStore: memoryStore(), tabStore: memoryStore() });
  const shell: Shell = {
    config: parseConfig({
      version: '1.2.3',
      oidc: {
        authority: 'https://id.test',
        clientId: 'phr-web',
        forgotPasswordUrl: 'https://id.test/forgot',
        changePasswordUrl: 'https://id.test/change',
        sessionsUrl: 'https://id.test/sessions',
      },
      supportPhone: '1900 0000',
    }),
    auth: {
      status: createStore<AuthStatus>(options.auth ?? 'signed-in'),
      signin,
      discovery: async () => {
        throw new Error('not in tests');
      },
      start: async () => undefined,
      prepare: async () => {
        seen.prepared += 1;
      },
      signIn: ({ takeOver = false } = {}) => {
        seen.signIns.push(takeOver);
      },
      finish: async () => 'not-signed-in',
      keepWanted: (path) => {
        seen.wanted.push(path);
      },
      wanted: () => undefined,
      consumeReturnPath: () => '/dashboard',
      accessToken: async () => 'token',
      refreshAfter401: async () => 'token',
      signOut: async () => {
        seen.signOuts += 1;
      },
      consumeSessionEnded: () => undefined,
      tokenVersion: createStore(0),
      session: { news: createStore<SessionTimeout>({ kind: 'running' }), extend: () => undefined },
      cohorts: () => [],
      account: () => 'u',
    },
    settings: {
      settings: host.settings,
      colorChoice,
      choose({ colorChoice: color, ...rest }) {
        if (color !== undefined) colorChoice.set(color);
        host.settings.set({ ...host.settings.get(), ...rest });
      },
    },
    texts,
    navigation: {
      isDirty: () => false,
      ...host.navigation,
      leaveQuestion: createStore(undefined),
      title: createStore(''),
      previous: createStore<{ readonly title: string } | undefined>(undefined),
      rename: () => undefined,
      leave: (step) => step(),
      release: () => undefined,
    },
    patients: {
      context: patient,
      state: createStore<PatientState>({
        status: options.patient ?? 'ready',
        details: options.details ?? [person(FAKE_MAIN), person(FAKE_MOTHER)],
      }),
      user: createStore<SessionUser | undefined>({
        sub: 'u',
        userName: '0901234567',
        phoneNumberVerified: true,
        ...options.user,
      }),
      accountPhone: createStore<string | undefined>(options.accountPhone ?? '84901234567'),
      load: async () => undefined,
      reload: async () => {
        seen.reloads += 1;
      },
      view(id) {
        seen.views.push(id);
      },
    },
    deviceProperties: {
      state: properties,
      readAhead: () => undefined,
      async save(values) {
        seen.saved.push(values);
        properties.set({ status: 'ready', values: { ...properties.get().values, ...values } });
      },
    },
    client: host.request,
    accounts: createAccountApi(host.request, host.request),
    accountMemory,
    profiles: createProfileApi(host.request, options.put ?? (async () => 200)),
    drafts: host.drafts,
    draftsOf: () => host.drafts,
    countDrafts: async () => host.keptDrafts.size,
    outbox: {
      waiting: host.waiting,
      flush: async () => {
        seen.flushes += 1;
      },
      refresh: async () => undefined,
      take: async () => undefined,
      find: async () => undefined,
      send: (_module, request) => host.request.send(request),
      stop: () => undefined,
    },
    connection: createConnection(),
    notifications: createNotifications(),
    routes: createStore(table),
    offer: createStore(offer),
    modules: {
      get: async (name) => {
        if (options.module === undefined) throw new Error(`No module ${name}`);
        const release = {
          version: '1.0.0',
          container: name,
          entry: '',
          integrity: '',
          manifest: { name, contract: '^1.0.0', access: 'signed-in' as const, routes: [], slots: [], calls: [] },
        };
        return { release, instance: await options.module(name) };
      },
      preload: ({ module, part }) => {
        seen.preloads.push(`${module}/${part}`);
      },
      folders: () => [],
      enter: () => () => undefined,
      lives: createStore({}),
      end: () => undefined,
      fault: async () => undefined,
      tell: () => undefined,
      update: createStore(false),
      lookForUpdate: async () => undefined,
    },
    pwa: {
      update,
      reload: () => {
        seen.appReloads += 1;
      },
    },
    hostFor: () => host,
  };
  return { shell, seen, host, signin, update };
}

function memoryStore(): TextStore {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => {
      values.set(key, value);
    },
    remove: (key) => {
      values.delete(key);
    },
    keys: () => [...values.keys()],
  };
}

/** Renders a screen inside a fake shell. */
export function renderIn(shell: Shell, screen: ReactNode) {
  return render(
    <ShellContext value={shell}>
      <Dressed shell={shell}>{screen}</Dressed>
    </ShellContext>,
  );
}

function Dressed({ shell, children }: { readonly shell: Shell; readonly children: ReactNode }) {
  return (
    <TextsProvider texts={useStore(shell.texts)} overlayRoot={document.body} navigate={shell.navigation.push}>
      {children}
    </TextsProvider>
  );
}
