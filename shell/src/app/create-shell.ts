import type { PublicConfig } from '@phr/contract/public-config';
import type { Session, TopicMap } from '@phr/contract/host-api';
import type { Registry } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { type Client, createClient, type ClientOptions } from '@phr/http/client';
import { createAuth } from '../services/auth/auth.ts';
import { withLock } from '../services/auth/locks.ts';
import { createDrafts } from '../services/drafts/drafts.ts';
import type { AccountApi } from '../services/account/account.api.ts';
import { createAccountMemory } from '../services/account/account-memory.ts';
import { createCurrentDeviceApi } from '../services/device/current-device.api.ts';
import { createDeviceProperties } from '../services/device/device-properties.model.ts';
import { createPatientApi } from '../services/patient/patient.api.ts';
import { createPatients } from '../services/patient/patient.model.ts';
import { followGlucoseUnit } from '../services/device/glucose-unit.ts';
import type { ProfileApi } from '../services/profile/profile.api.ts';
import { createHostFor } from '../services/host/host-api.ts';
import { createLog } from '../services/host/log.ts';
import { createNavigation } from '../services/host/navigation.ts';
import { createNotifications } from '../services/host/notify.ts';
import { page } from '../services/host/page.ts';
import { createSessionClient } from '../services/host/request.ts';
import { createSettings } from '../services/host/settings.ts';
import { sealedDevice, sealedTab } from '../services/host/sealed-texts.ts';
import { sharedDevice } from '../services/host/shared-device.ts';
import { localStore, tabStore } from '../services/host/storage.ts';
import { derive } from '../services/derive.ts';
import { createConnection } from '../services/offline/connection.ts';
import { destroyVaults } from '../services/offline/vault.ts';
import { createVaultAccess } from '../services/offline/vault-access.ts';
import { newsOf } from '../services/outbox/news.ts';
import { createOutbox } from '../services/outbox/outbox.ts';
import { buildOf, createPwa, isKept } from '../services/pwa/pwa.ts';
import { createRealtime } from '../services/realtime/realtime.ts';
import { createTopics } from '@phr/loader/topics';
import { createModules, folderOf } from '../services/loader/modules.ts';
import { allowReleases } from '../policy.ts';
import { createRegistry } from '../services/registry/registry.ts';
import { partsOf } from './ahead.ts';
import { dataBlock } from '../services/config.ts';
import { later } from '../core/later.ts';
import { navigateTo } from '../core/navigate-to.ts';
import { createRouteTable } from '../core/routes.ts';
import type { Shell } from '../core/shell.tsx';
import { createTexts, loadTexts } from '../core/texts.tsx';

/** Puts the shell together, and starts at once what its first screen waits for: words, session, account and patient, and the modules of the path on screen. */
export async function createShell(config: PublicConfig): Promise<Shell> {
  const logFor = (source: string) => createLog(source, config.production);
  const log = logFor('shell');
  const settings = createSettings({
    store: localStore,
    userAgent: page.userAgent,
    darkMode: window.matchMedia('(prefers-color-scheme: dark)'),
    deployment: {
      emergencyNumber: config.emergencyNumber,
      supportPhone: config.supportPhone,
      clinicalTexts: config.clinicalTexts,
    },
  });
  const registry = createRegistry({
    inlined: dataBlock('phr-registry'),
    kept: isKept(document.documentElement),
    store: localStore,
    log,
  });
  registry.watch();
  const nameScripts = (): void => allowReleases(foldersOf(registry.registry.get()));
  nameScripts();
  registry.registry.subscribe(nameScripts);
  const routes = derive(registry.registry, createRouteTable);
  const navigation = createNavigation({
    hrefOf: (screen, params) => routes.get().hrefOf(screen, params),
    pageTitle: (screen) => `${screen} – ${texts.get().t('app.shortName')}`,
  });
  const sealed = async (): Promise<void> => {
    await Promise.all([sealedTab.settled(), sealedDevice.settled()]);
  };
  const connection = createConnection();
  const auth = createAuth({
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
    phoneCode: () => accountMemory.proof(),
    onUnreachable: connection.doubt,
    isOwnPath(pathname) {
      const route = routes.get().find(pathname)?.route;
      // A link made for those who have no account yet leads on with a token, too.
      return route !== undefined && (route.set !== 'out' || route.screen === 'quick-in');
    },
    sessionLimits: {
      idleMs: () =>
        1_000 * (sharedDevice.read() ? Math.min(config.session.idle, config.session.sharedIdle) : config.session.idle),
      absoluteMs: 1_000 * config.session.absolute,
    },
    onUnload(ended) {
      navigation.release();
      if (!ended) vault.shut();
    },
    clearUserData() {
      sharedDevice.forgetPersons();
      sealedDevice.release();
      return destroyVaults();
    },
    log: logFor('auth'),
  });
  // What the first screen waits for comes beside its words, not after them.
  auth.discovery().catch(() => undefined);
  const words = loadTexts(settings.settings.get().locale);
  const vault = createVaultAccess({ account: () => auth.account(), isShared: () => sharedDevice.read() });

  const locale = () => settings.settings.get().locale;
  const clientOf = (baseOf: ClientOptions['baseOf']) =>
    createSessionClient((getToken) => createClient({ baseOf, getToken, locale }), auth);
  const baseOf: ClientOptions['baseOf'] = (service) =>
    service === 'identity' ? config.oidc.authority : config.services[service];
  const client = connection.watch(clientOf(baseOf));
  const anonymous = createClient({ baseOf, getToken: async () => undefined, locale });
  const accountMemory = createAccountMemory({ localStore: sharedDevice.persons, tabStore: sealedTab });
  void sealed().then(accountMemory.dropOld);
  // The addresses that discovery gives are whole.
  const identity = clientOf(() => '');

  const patients = createPatients({
    api: createPatientApi(client, async () => (await auth.discovery()).userinfoEndpoint, identity),
    memory: {
      recall: (mainId) => sharedDevice.persons.get(`phr.context.${mainId}`),
      remember: (mainId, viewedId) => sharedDevice.persons.set(`phr.context.${mainId}`, viewedId),
    },
    onMain(mainId) {
      if (!sharedDevice.read()) sealedDevice.prepare();
      deviceProperties.readAhead(mainId);
    },
  });
  const currentDevice = createCurrentDeviceApi(client, settings.settings.get, {
    recall: (patientId) => sharedDevice.persons.get(`phr.device.${patientId}`),
    remember: (patientId, deviceId) => sharedDevice.persons.set(`phr.device.${patientId}`, deviceId),
  });
  const deviceProperties = createDeviceProperties(currentDevice, patients.context);
  followGlucoseUnit(deviceProperties.state, settings);
  const notifications = createNotifications(Date.now, undefined, {
    label: () => texts.get().t('noti.open'),
    open: (place) => navigateTo({ navigation, patients }, place),
  });
  const topics = createTopics(patients.context, (error) => log.error('topic.listener', error));
  const drafts = createDrafts({
    vault: vault.open,
    viewedId: () => patients.context.get().viewed?.id,
    now: Date.now,
    onFault: (error) => log.error('drafts', error),
  });
  const tell = <K extends keyof TopicMap>({ topic, event }: { readonly topic: K; readonly event: TopicMap[K] }) =>
    topics.publish(topic, event);
  const outboxNews = new BroadcastChannel('phr.outbox');
  const outbox = createOutbox({
    vault: vault.open,
    client,
    exclusive: (task) => withLock(`phr.outbox.${auth.account()}`, task),
    broadcast: () => outboxNews.postMessage('changed'),
    onSent: ({ queue }, { isLate, body }) => {
      if (queue.publish !== undefined) tell(queue.publish);
      const news = isLate ? newsOf(queue, body) : undefined;
      if (news !== undefined) notifications.show(news);
    },
    onRefused: ({ queue }) =>
      notifications.show({ type: 'error', title: texts.get().t('outbox.review'), description: queue.title }),
    onFault: (error) => log.error('outbox', error),
    isOnline: connection.online.get,
    now: Date.now,
    log,
  });
  outboxNews.addEventListener('message', () => void outbox.refresh());
  const isSignedIn = derive(auth.status, (status) => status === 'signed-in');
  const realtime = createRealtime({
    load: () =>
      Promise.all([words, whenQuiet()])
        .then(() => import(/* webpackChunkName: "socket" */ '../services/realtime/socket.ts'))
        .then((file) => file.openSocket),
    tokens: auth,
    tokenVersion: auth.tokenVersion,
    isSignedIn,
    patient: patients.context,
    topics,
    onFault: (error) => log.error('realtime', error),
    // One that is not told is told at the next connection; the live connection itself needs it not.
    onConnected: (patientId, socketId) => void currentDevice.registerSocket(patientId, socketId).catch(() => undefined),
    onToast: (toast) =>
      void import(/* webpackChunkName: "server-notice" */ '../services/realtime/server-notice.ts')
        .then(
          ({ inWords }) => inWords(toast, texts.get().find),
          () => toast,
        )
        .then(notifications.showFromServer),
  });
  const hostFor = createHostFor({
    session: createSession(auth.status, patients.user),
    getAccessToken: () => auth.accessToken(),
    patient: patients.context,
    settings: settings.settings,
    navigation,
    topics,
    notify: notifications,
    logFor,
    draftsFor: drafts.for,
    realtime,
    clientFor: (module) => ({
      client: {
        send: (request) => (request.queue === undefined ? client.send(request) : outbox.send(module, request)),
      },
      waiting: derive(outbox.waiting, (writes) => writes.filter((write) => write.module === module)),
    }),
  });
  const modules = createModules({
    registry: registry.registry,
    deviceId: settings.settings.get().deviceId,
    contract: CONTRACT_VERSION,
    hostFor,
    log,
    savesData: prefersFewBytes,
    startFederation() {
      const runtime = import(/* webpackChunkName: "federation" */ '../services/loader/start-federation.ts');
      fetchShared();
      return runtime.then((file) => file.startFederation());
    },
  });

  const pwa = createPwa({
    build: buildOf(document.documentElement),
    page,
    onFault: (error) => log.error('pwa', error),
    async register(build, onUpdate) {
      let changed = false;
      navigator.serviceWorker?.addEventListener('controllerchange', () => {
        changed = true;
      });
      await whenQuiet();
      if (!('serviceWorker' in navigator) || prefersFewBytes()) return undefined;
      const { register } = await import(/* webpackChunkName: "pwa" */ '../services/pwa/registration.ts');
      return register({
        workers: navigator.serviceWorker,
        build,
        onUpdate,
        kept: isKept(document.documentElement),
        changed,
        inUse: modules.folders,
        releases: () => foldersOf(registry.registry.get()),
      });
    },
  });

  auth.status.subscribe(() => {
    if (auth.status.get() === 'signed-in') void patients.load();
  });
  if (auth.account() !== undefined) {
    import(/* webpackChunkName: "signed-in" */ './signed-in.tsx').catch(() => undefined);
    partsOf(routes.get().find(page.pathname())?.route, registry.registry.get()).forEach(modules.preload);
  }
  auth.start().catch(() => undefined);
  const texts = createTexts(await words, settings.settings, (error) => log.error('texts.load', error));

  // Writes that wait may be refused, and that is told in words.
  const sendWaiting = () => {
    if (isSignedIn.get()) void outbox.flush();
  };
  isSignedIn.subscribe(sendWaiting);
  connection.onReturn(sendWaiting);
  sendWaiting();
  connection.onReturn(() => {
    if (isSignedIn.get() && patients.state.get().status === 'failed') void patients.load();
  });
  return {
    config,
    auth,
    settings,
    texts,
    navigation,
    patients,
    deviceProperties,
    client,
    accounts: accountsLater(client, anonymous, config.signUpAt),
    accountMemory,
    profiles: profilesLater(client),
    drafts: drafts.for('shell'),
    draftsOf: drafts.for,
    countDrafts: drafts.count,
    outbox,
    connection,
    notifications,
    routes,
    registry: registry.registry,
    modules,
    pwa,
    hostFor,
  };
}

/** The calls of the screens around an account, with the code of those screens. */
function accountsLater(session: Client, anonymous: Client, signUpAt: PublicConfig['signUpAt']): AccountApi {
  const call = later(async () =>
    (await import(/* webpackChunkName: "accounts" */ '../services/account/account.api.ts')).createAccountApi(
      session,
      anonymous,
      signUpAt,
    ),
  );
  return {
    signUp: call((api) => api.signUp),
    referral: call((api) => api.referral),
    quickEncounter: call((api) => api.quickEncounter),
    confirmPhone: call((api) => api.confirmPhone),
    requestCode: call((api) => api.requestCode),
    verifyCode: call((api) => api.verifyCode),
  };
}

/** The calls of the screens of persons, with the code of those screens. */
function profilesLater(client: Client): ProfileApi {
  const call = later(async () =>
    (await import(/* webpackChunkName: "persons" */ '../services/profile/profile.api.ts')).createProfileApi(client),
  );
  return {
    cities: call((api) => api.cities),
    districts: call((api) => api.districts),
    wards: call((api) => api.wards),
    wardsNow: call((api) => api.wardsNow),
    occupations: call((api) => api.occupations),
    createMain: call((api) => api.createMain),
    read: call((api) => api.read),
    update: call((api) => api.update),
    createMember: call((api) => api.createMember),
    removeMember: call((api) => api.removeMember),
    createCoverage: call((api) => api.createCoverage),
    uploadPhoto: call((api) => api.uploadPhoto),
    addressOf: call((api) => api.addressOf),
  };
}

/** What every module takes from the shell comes beside the runtime that offers it. */
function fetchShared(): void {
  for (const file of [
    import(/* webpackChunkName: "libraries" */ '@tanstack/react-query'),
    import(/* webpackChunkName: "ui" */ '@phr/ui/heading'),
  ])
    file.catch(() => undefined);
}

const QUIET_MS = 5_000;

/** The folders of all releases that a device may be offered. */
function foldersOf({ modules }: Registry): readonly string[] {
  return modules.flatMap(({ current, previous, rollout }) =>
    [current, previous, rollout?.release].flatMap((release) => (release === undefined ? [] : [folderOf(release)])),
  );
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

/** Some seconds later, in an idle moment: for what the first screen does not wait for (live news, the worker). */
function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
      else resolve();
    }, QUIET_MS);
  });
}

function prefersFewBytes(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
