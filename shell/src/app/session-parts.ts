import type { LogPort } from '@phr/contract/host-api';
import type { PublicConfig } from '@phr/contract/public-config';
import type { RegistryTwo, ReleaseEntry } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { createClient, type ClientOptions } from '@phr/http/client';
import { createAuth, type Auth } from '../services/auth/auth.ts';
import type { AuthOptions } from '../services/auth/auth-options.ts';
import { createAccountMemory } from '../services/account/account-memory.ts';
import { createLog } from '../services/host/log.ts';
import { createNavigation } from '../services/host/navigation.ts';
import { page } from '../services/host/page.ts';
import { createReadBatches } from '../services/host/read-batches.ts';
import { createSessionClient } from '../services/host/request.ts';
import { createSettings, type SettingsPort } from '../services/host/settings.ts';
import { sealedDevice, sealedTab } from '../services/host/sealed-texts.ts';
import { sharedDevice } from '../services/host/shared-device.ts';
import { localStore, tabStore } from '../services/host/storage.ts';
import { derive } from '../services/derive.ts';
import { createConnection, type Connection } from '../services/offline/connection.ts';
import { destroyVaults } from '../services/offline/vault.ts';
import { createVaultAccess } from '../services/offline/vault-access.ts';
import { isFromCache } from '../services/pwa/pwa.ts';
import { folderOf } from '../services/loader/module-part.ts';
import { followPerson } from '../services/loader/follow-person.ts';
import { createOffer } from '../services/loader/offer.ts';
import { withOverride } from '../services/host/override.ts';
import { allowReleases } from '../policy.ts';
import { createRegistry, type RegistryPort } from '../services/registry/registry.ts';
import { dataBlock } from '../services/config.ts';
import { createRouteTable, type RouteTable } from '../core/routes.ts';
import { loadTexts, type Texts } from '../core/texts.tsx';

/** Session, texts, settings and the calls of the session. */
export type SessionParts = ReturnType<typeof openSession>;

/**
 * Opens and starts what the first screen waits for: settings, releases, session and calls, texts. `texts` is a
 * function, as they are still loading.
 */
export function openSession(config: PublicConfig, texts: () => Texts) {
  const logFor = (source: string) => createLog(source, config.production);
  const log = logFor('shell');
  const settings = settingsOf(config);
  const registry = openRegistry(log);
  const device = createStore({
    key: settings.settings.get().deviceId,
    contract: CONTRACT_VERSION,
    cohorts: [] as readonly string[],
    own: [] as readonly ReleaseEntry[],
  });
  const released = createOffer(registry.registry, device);
  const offer = __PHR_DEV__ ? withOverride(released, log) : released;
  const routes = derive(offer.offer, createRouteTable);
  const navigation = createNavigation({
    hrefOf: (screen, params) => routes.get().hrefOf(screen, params),
    readsLinked: (screen) => routes.get().named(screen)?.readsLinked === true,
    pageTitle: (screen) => `${screen} – ${texts().t('app.shortName')}`,
  });
  const connection = createConnection();
  const auth = authOf(config, {
    logFor,
    settings,
    routes,
    connection,
    phoneCode: () => accountMemory.proof(),
    onUnload(ended) {
      navigation.release();
      if (!ended) vault.shut();
    },
    async onLeaving() {
      // without permission there is no subscription on this device
      if (!('Notification' in window) || Notification.permission !== 'granted') return;
      const push = await import(/* webpackChunkName: "socket" */ '../services/push/this-device.ts').catch(
        () => undefined,
      );
      await push?.leave(client);
    },
  });
  // The discovery document is fetched in parallel with the texts, since the first screen waits for both.
  auth.discovery().catch(() => undefined);
  const words = loadTexts(settings.settings.get().locale);
  const vault = createVaultAccess({ account: () => auth.account(), isShared: () => sharedDevice.read() });
  const { client, anonymous, identity } = clientsOf(config, { auth, settings, connection, registry });
  followPerson(device, {
    auth,
    log,
    async readOwn() {
      const file = await import(/* webpackChunkName: "pwa" */ '../services/loader/own-builds.ts');
      const own = await file.readOwnBuilds(() => auth.accessToken());
      allowReleases(own.map(folderOf));
      return own;
    },
  });
  const accountMemory = createAccountMemory({ localStore: sharedDevice.persons, tabStore: sealedTab });
  void sealed().then(accountMemory.dropOld);
  return {
    config,
    logFor,
    log,
    settings,
    registry,
    device,
    offer,
    routes,
    navigation,
    connection,
    auth,
    words,
    vault,
    client,
    anonymous,
    identity,
    accountMemory,
  };
}

function settingsOf(config: PublicConfig): SettingsPort {
  return createSettings({
    store: localStore,
    userAgent: page.userAgent,
    darkMode: window.matchMedia('(prefers-color-scheme: dark)'),
    deployment: {
      emergencyNumber: config.emergencyNumber,
      supportPhone: config.supportPhone,
      clinicalTexts: config.clinicalTexts,
    },
  });
}

/** Releases available to this device; only their scripts may run. */
function openRegistry(log: LogPort): RegistryPort {
  const registry = createRegistry({
    inlined: dataBlock('phr-registry'),
    kept: isFromCache(document.documentElement),
    store: localStore,
    log,
  });
  registry.watch();
  const nameScripts = (): void => allowReleases(foldersOf(registry.registry.get()));
  nameScripts();
  registry.registry.subscribe(nameScripts);
  return registry;
}

async function sealed(): Promise<void> {
  await Promise.all([sealedTab.settled(), sealedDevice.settled()]);
}

/** Sign-in and sign-out of this tab, and what ends with the session. */
function authOf(
  config: PublicConfig,
  {
    logFor,
    settings,
    routes,
    connection,
    ...given
  }: Required<Pick<AuthOptions, 'phoneCode' | 'onUnload' | 'onLeaving'>> & {
    readonly logFor: (source: string) => LogPort;
    readonly settings: SettingsPort;
    readonly routes: Store<RouteTable>;
    readonly connection: Connection;
  },
): Auth {
  return createAuth({
    ...config.oidc,
    inAppBrowsers: config.inAppBrowsers,
    page,
    tabStore,
    localStore,
    sealedTab,
    sealed,
    isShared: () => sharedDevice.read(),
    onShared: () => sharedDevice.holdForSession(),
    locale: () => settings.settings.get().locale,
    phoneCode: given.phoneCode,
    onUnreachable: connection.doubt,
    isOwnPath(pathname) {
      const route = routes.get().find(pathname)?.route;
      // a link for visitors also works for a signed-in user
      return route !== undefined && (route.set !== 'out' || route.screen === 'quick-in');
    },
    sessionLimits: {
      idleMs: () =>
        1_000 * (sharedDevice.read() ? Math.min(config.session.idle, config.session.sharedIdle) : config.session.idle),
      absoluteMs: 1_000 * config.session.absolute,
    },
    onUnload: given.onUnload,
    onLeaving: given.onLeaving,
    clearUserData() {
      sharedDevice.forgetPersons();
      sealedDevice.release();
      return destroyVaults();
    },
    log: logFor('auth'),
  });
}

/** Calls with the session's token, by service name or by absolute URL (`identity`), and calls without token. */
function clientsOf(
  config: PublicConfig,
  {
    auth,
    settings,
    connection,
    registry,
  }: {
    readonly auth: Auth;
    readonly settings: SettingsPort;
    readonly connection: Connection;
    readonly registry: RegistryPort;
  },
) {
  const locale = () => settings.settings.get().locale;
  const clientOf = (baseOf: ClientOptions['baseOf']) =>
    createSessionClient((getToken) => createClient({ baseOf, getToken, locale, onSerial: registry.heard }), auth);
  const baseOf: ClientOptions['baseOf'] = (service) =>
    service === 'identity' ? config.oidc.authority : config.services[service];
  const client = connection.watch(createReadBatches(clientOf(baseOf), baseOf('fhir')));
  const anonymous = createClient({ baseOf, getToken: async () => undefined, locale });
  // discovery returns absolute URLs
  const identity = clientOf(() => '');
  return { client, anonymous, identity };
}

/** Folders of all releases a device may get. */
export function foldersOf({ modules }: RegistryTwo): readonly string[] {
  return modules.flatMap(({ releases }) => Object.values(releases).map(folderOf));
}
