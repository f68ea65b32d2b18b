import { LOCALES } from '@phr/contract/locale';
import { AppError } from '@phr/contract/app-error';
import type { HostApi, RealtimeStatus, Session, Settings } from '@phr/contract/host-api';
import type { PatientContext } from '@phr/contract/host-api';
import type { ModuleManifest, RouteEntry } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { createClient } from '@phr/http/client';
import { createModuleRequests } from '@phr/loader/module-requests';
import { whileOn } from '@phr/loader/while-on';
import { createTopics } from '@phr/loader/topics';
import { CODES, EmbedError } from './embed-error.ts';
import { createEmbedNavigation } from './embed-navigation.ts';
import { createHandoffTokens } from './handoff-tokens.ts';
import { createPageTokens, type PageTokens, type TellAccess, withSecondToken } from './page-tokens.ts';
import type { EmbedOptions } from './options.ts';
import type { Service } from './service.ts';

/** The module's manifest, and the initial path; views without routes have none. */
export interface EmbeddedView {
  readonly manifest: Pick<ModuleManifest, 'contract' | 'routes' | 'calls'>;
  readonly start?: string;
  /** Screens of all modules, reported to the page when the view leads to one. */
  readonly all: readonly RouteEntry[];
  /** True if the module is switched off: it may not call anything. */
  readonly isOff: () => boolean;
  /** Origin of the surrounding page, if the view is in our own frame. */
  readonly parent?: string | undefined;
  /** Called with the registry serial the record's server sends with each response. */
  readonly onSerial: (serial: number) => void;
}

export interface EmbedHost {
  readonly host: HostApi;
  setSettings(change: Partial<Settings>): void;
  /** True while input in the view would be lost. */
  isDirty(): boolean;
}

/** Ports that exist but do nothing on a partner's page; `has` lets modules check before offering something. */
const LIVE_PORTS: readonly string[] = ['drafts', 'realtime'] satisfies (keyof HostApi)[];

/** Host of an embedded view: the page's token and person, in-memory history, no storage. */
export function createEmbedHost(options: EmbedOptions, service: Service, view: EmbeddedView): EmbedHost {
  const person = { ...options.patient, relationship: 'ONESELF' };
  const session = createStore<Session>({ status: 'signed-in' });
  const patient = createStore<PatientContext>({ epoch: 1, main: person, viewed: person, family: [person] });
  const settings = createStore<Settings>({
    locale: options.locale ?? LOCALES[0],
    colorMode: options.colorMode ?? 'light',
    textSize: 100,
    glucoseUnit: 'mmol/L',
    emergencyNumber: service.emergencyNumber,
    supportPhone: service.supportPhone,
    clinicalTexts: service.clinicalTexts,
    deviceId: '',
    deviceName: '',
  });

  const { isDirty, ...navigation } = createEmbedNavigation({
    origin: service.origin,
    start: view.start ?? '/',
    own: view.start === undefined ? [] : view.manifest.routes,
    all: view.all,
    onLeave: (screen, params) => options.onNavigate?.(screen, params),
  });
  const tokens = tokensOf(options, service, view);
  const clientWith = (getToken: PageTokens['get']) =>
    createClient({
      baseOf: service.baseOf,
      getToken,
      locale: () => settings.get().locale,
      onSerial: view.onSerial,
    });
  const report = (name: string, error: unknown) => console.error(`[phr] ${name}`, error);

  return {
    isDirty,
    setSettings: (change) => settings.set({ ...settings.get(), ...change }),
    host: {
      version: CONTRACT_VERSION,
      has: (port) => !LIVE_PORTS.includes(port),
      session,
      patient,
      settings,
      getAccessToken: tokens.get,
      navigation,
      request: createModuleRequests(
        whileOn(withSecondToken(clientWith, tokens, createAccessReporter(options)), view.isOff),
        view.manifest,
      ),
      topics: createTopics(patient, (error) => report('topic', error)),
      notify: { show: (notice) => options.onNotice?.(notice) },
      log: { event: () => undefined, error: report },
      // nothing personal is stored on a partner's page
      drafts: { open: () => ({ read: async () => undefined, write: () => undefined, remove: () => undefined }) },
      realtime: {
        status: createStore<RealtimeStatus>({ connected: false }),
        command: async () => {
          throw new AppError({ code: 'NETWORK', httpStatus: 0, source: 'PHR_API' });
        },
      },
    },
  };
}

/** Reports access problems to the page: each rejected sign-in, and denied access once. */
function createAccessReporter({ onSignIn, onError }: EmbedOptions): TellAccess {
  let isTold = false;
  return {
    signIn: () => onSignIn?.(),
    noAccess() {
      if (!isTold) onError?.(new EmbedError(CODES.access, 'the person may not see this record'));
      isTold = true;
    },
  };
}

/** Token source of a view: the page itself, or one-time codes from its server. */
function tokensOf(options: EmbedOptions, { tokenEndpoint }: Service, { parent }: EmbeddedView): PageTokens {
  const { getAccessToken = () => '', handoffCode, module, patient } = options;
  const wrong = (error: Error) => options.onError?.(error);
  if (handoffCode === undefined) return createPageTokens(getAccessToken, () => undefined, wrong);
  const { get, drop } = createHandoffTokens({
    handoffCode,
    module,
    patientId: patient.id,
    tokenEndpoint,
    ...(parent === undefined ? {} : { parent }),
  });
  return createPageTokens(get, drop, wrong);
}
