import type { PublicConfig } from '@phr/contract/public-config';
import { AppError } from '@phr/contract/app-error';
import type { DraftPort, Session } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { createClient, type ClientOptions } from '@phr/http/client';
import { createAuth } from '../auth/auth.ts';
import { createAccountApi } from '../features/account/account.api.ts';
import { createAccountMemory } from '../features/account/account-memory.ts';
import { createCurrentDeviceApi } from '../features/current-device/current-device.api.ts';
import { createDeviceProperties } from '../features/current-device/device-properties.model.ts';
import { createPatientApi } from '../features/patient/patient.api.ts';
import { createPatients } from '../features/patient/patient.model.ts';
import { createHostFor } from '../host/host-api.ts';
import { createLog } from '../host/log.ts';
import { createNavigation } from '../host/navigation.ts';
import { createNotifications } from '../host/notify.ts';
import { page } from '../host/page.ts';
import { createSessionClient } from '../host/request.ts';
import { createSettings } from '../host/settings.ts';
import { localStore, tabStore } from '../host/storage.ts';
import { createTopics } from '@phr/loader/topics';
import { createModules } from '../loader/modules.ts';
import { createRegistry } from '../registry/registry.ts';
import { dataBlock } from './config.ts';
import { createRouteTable } from './routes.ts';
import type { Shell } from './shell.tsx';
import { createTexts, loadTexts } from './texts.tsx';

/** Puts the shell together. Nothing starts yet but reading what the page and this browser hold. */
export async function createShell(config: PublicConfig): Promise<Shell> {
  const logFor = (source: string) => createLog(source, config.production);
  const log = logFor('shell');
  const settings = createSettings({
    store: localStore, userAgent: page.userAgent, darkMode: window.matchMedia('(prefers-color-scheme: dark)'),
    deployment: { emergencyNumber: config.emergencyNumber, supportPhone: config.supportPhone },
  });
  const texts = createTexts(await loadTexts(settings.settings.get().locale), settings.settings, (error) => log.error('texts.load', error));
  const registry = createRegistry({ inlined: dataBlock('phr-registry'), store: localStore, log });
  registry.watch();
  const routes = derive(registry.registry, createRouteTable);
  const navigation = createNavigation({
    hrefOf: (screen, params) => routes.get().hrefOf(screen, params),
    pageTitle: (screen) => `${screen} – ${texts.get().t('app.shortName')}`,
  });
  const auth = createAuth({
    ...config.oidc, page, tabStore, localStore,
    locale: () => settings.settings.get().locale,
    isOwnPath: (pathname) => routes.get().find(pathname)?.route.set === 'in',
  });

  const locale = () => settings.settings.get().locale;
  const clientOf = (baseOf: ClientOptions['baseOf']) =>
    createSessionClient((getToken) => createClient({ baseOf, getToken, locale }), auth);
  const baseOf: ClientOptions['baseOf'] = (service) => (service === 'identity' ? config.oidc.authority : config.services[service]);
  const client = clientOf(baseOf);
  const accounts = createAccountApi(client, createClient({ baseOf, getToken: async () => undefined, locale }));
  const accountMemory = createAccountMemory({ localStore, tabStore });
  // The addresses that discovery gives are whole.
  const identity = clientOf(() => '');

  const patients = createPatients({
    api: createPatientApi(client, async () => (await auth.discovery()).userinfoEndpoint, identity),
    memory: {
      recall: (mainId) => localStore.get(`phr.context.${mainId}`),
      remember: (mainId, viewedId) => (tabStore.get('phr.shared') === undefined ? localStore : tabStore).set(`phr.context.${mainId}`, viewedId),
    },
  });
  const deviceProperties = createDeviceProperties(createCurrentDeviceApi(client, settings.settings.get), patients.context);
  const notifications = createNotifications();
  const draftsFor = (_owner: string): DraftPort => ({ open: () => ({ read: async () => undefined, write: () => undefined, remove: () => undefined }) });
  const hostFor = createHostFor({
    session: createSession(auth.status, patients.user), getAccessToken: () => auth.accessToken(), patient: patients.context, settings: settings.settings,
    navigation, topics: createTopics(patients.context, (error) => log.error('topic.listener', error)), notify: notifications, logFor,
    clientFor: () => ({ client, waiting: createStore([]) }), draftsFor,
    realtime: { status: createStore({ connected: false }), command: async () => { throw new AppError({ code: 'NETWORK' }); } },
  });
  const modules = createModules({
    registry: registry.registry, deviceId: settings.settings.get().deviceId, contract: CONTRACT_VERSION, hostFor, log, savesData: prefersFewBytes,
    startFederation: () => import(/* webpackChunkName: "federation" */ '../loader/start-federation.ts').then((file) => file.startFederation()),
  });

  auth.status.subscribe(() => { if (auth.status.get() === 'signed-in') void patients.load(); });
  return { config, auth, settings, texts, navigation, patients, deviceProperties, client, accounts, accountMemory, drafts: draftsFor('shell'), notifications, routes, registry: registry.registry, modules, hostFor };
}

function createSession(status: Shell['auth']['status'], user: Shell['patients']['user']): Store<Session> {
  const read = (): Session => {
    const found = user.get();
    return { status: status.get(), ...(found === undefined ? {} : { user: found }) };
  };
  const session = createStore(read());
  const update = () => session.set(read());
  status.subscribe(update);
  user.subscribe(update);
  return session;
}

/** A store that follows another one. */
function derive<T, R>(source: Store<T>, read: (value: T) => R): Store<R> {
  const result = createStore(read(source.get()));
  source.subscribe(() => result.set(read(source.get())));
  return result;
}

function prefersFewBytes(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

