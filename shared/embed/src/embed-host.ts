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

/** What is shown: a module's manifest, and where the view begins; a view without routes has no beginning. */
export interface EmbeddedView {
  readonly manifest: Pick<ModuleManifest, 'contract' | 'routes' | 'calls'>;
  readonly start?: string;
  /** Screens of all modules, of which a page is told when the view leads to one. */
  readonly all: readonly RouteEntry[];
  /** True when the module is turned off: it makes no call any more. */
  readonly isOff: () => boolean;
  /** The page around, where the view stands in our own frame. */
  readonly parent?: string | undefined;
  /** Told of the number of the registry that the record's server names with each answer. */
  readonly onSerial: (serial: number) => void;
}

export interface EmbedHost {
  readonly host: HostApi;
  setSettings(change: Partial<Settings>): void;
  /** True while something typed in the view would be lost. */
  isDirty(): boolean;
}

/** Ports that are there, and do nothing on a partner's page: a module that asks knows before it offers something. */
const LIVE_PORTS: readonly string[] = ['drafts', 'realtime'] satisfies (keyof HostApi)[];

/** The host of one embedded view: the page's token and person, a history in memory, and no storage at all. */
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
        whileOn(withSecondToken(clientWith, tokens, tellsAccess(options)), view.isOff),
        view.manifest,
      ),
      topics: createTopics(patient, (error) => report('topic', error)),
      notify: { show: (notice) => options.onNotice?.(notice) },
      log: { event: () => undefined, error: report },
      // Nothing of a person's is kept on a partner's page.
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

/** Tells the page of its person's access: of a refused sign-in each time, of what she may not see once. */
function tellsAccess({ onSignIn, onError }: EmbedOptions): TellAccess {
  let isTold = false;
  return {
    signIn: () => onSignIn?.(),
    noAccess() {
      if (!isTold) onError?.(new EmbedError(CODES.access, 'the person may not see this record'));
      isTold = true;
    },
  };
}

/** Where the tokens of a view come from: the page itself, or codes of its server. */
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
