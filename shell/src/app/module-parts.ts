import type { Session } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import type { TellHealth } from '@phr/loader/health';
import { reportingLog } from '@phr/loader/telling-log';
import { withPanel } from '../services/host/dev-panel.ts';
import { createWatch } from '../services/host/dev-watch.ts';
import { createHostFor } from '../services/host/host-api.ts';
import { page } from '../services/host/page.ts';
import { derive } from '../services/derive.ts';
import { buildOf, createPwa, isFromCache, type Pwa } from '../services/pwa/pwa.ts';
import { createModules, type Modules } from '../services/loader/modules.ts';
import type { Shell } from '../core/shell.tsx';
import type { RecordParts } from './record-parts.ts';
import { foldersOf, type SessionParts } from './session-parts.ts';
import { whenQuiet } from './when-quiet.ts';

/** Opens the module infrastructure: a host per release, the loader, and the service worker that caches releases. */
export function openModules(session: SessionParts, record: RecordParts) {
  const watch = __PHR_DEV__ ? createWatch() : undefined;
  const plainTell = tellerOf(session);
  const tell = __PHR_DEV__ && watch ? withPanel(plainTell, session.offer.offer, watch) : plainTell;
  const plainHost = hostOf(session, record, tell);
  const hostFor = __PHR_DEV__ && watch ? watch.hostFor(plainHost) : plainHost;
  const modules = loaderOf(session, hostFor, tell);
  return { hostFor, modules, pwa: pwaOf(session, modules) };
}

/** Delay of reports about successful mounts: the reporting code is not part of the first load. */
const QUIET_MS = 10_000;

/** Reports module health in order of events: from the first failure on, else after a delay. */
function tellerOf(session: SessionParts): TellHealth {
  const waiting: Parameters<TellHealth>[] = [];
  const send = () => {
    import(/* webpackChunkName: "pwa" */ '../services/loader/tell-health.ts').then(
      ({ reportHealth }) => {
        for (const event of waiting.splice(0)) reportHealth(session, ...event);
      },
      () => undefined,
    );
  };
  return (...told) => {
    waiting.push(told);
    setTimeout(send, 'ms' in told[2] ? QUIET_MS : 0);
  };
}

/** The host as seen by one release of a module. */
function hostOf(
  { auth, logFor, navigation, offer, settings }: SessionParts,
  { ahead, drafts, notifications, outbox, patients, realtime, topics }: RecordParts,
  tell: TellHealth,
): Shell['hostFor'] {
  return createHostFor({
    session: createSession(auth.status, patients.user),
    getAccessToken: () => auth.accessToken(),
    patient: patients.context,
    settings: settings.settings,
    navigation,
    topics,
    notify: notifications,
    logFor: ({ manifest: { name }, version }) => reportingLog(logFor(name), tell, name, version),
    isOff: (module) => offer.offer.get().some(({ name, state }) => name === module && state === 'killed'),
    draftsFor: drafts.for,
    realtime,
    clientFor: (module) => ({
      client: {
        send: (request) => (request.queue === undefined ? ahead.send(request) : outbox.send(module, request)),
      },
      waiting: derive(outbox.waiting, (writes) => writes.filter((write) => write.module === module)),
    }),
  });
}

function loaderOf(
  { log, navigation, offer, registry }: SessionParts,
  hostFor: Shell['hostFor'],
  tell: TellHealth,
): Modules {
  return createModules({
    offer,
    hostFor,
    log,
    savesData: prefersFewBytes,
    isDirty: navigation.isDirty,
    askRegistry: registry.refresh,
    tell,
    startFederation() {
      const runtime = import(/* webpackChunkName: "signed-in" */ '../services/loader/start-federation.ts');
      fetchShared();
      return runtime.then((file) => file.startFederation());
    },
  });
}

/** App updates through a service worker, registered after the first screen. */
function pwaOf({ log, navigation, registry }: SessionParts, modules: Modules): Pwa {
  return createPwa({
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
        onOpen: (path) => navigation.leave(() => navigation.push(path)),
        kept: isFromCache(document.documentElement),
        changed,
        inUse: modules.folders,
        releases: () => foldersOf(registry.registry.get()),
      });
    },
  });
}

/** Preloads what every module shares with the shell, in parallel with the federation runtime. */
function fetchShared(): void {
  for (const file of [
    import(/* webpackChunkName: "libraries" */ '@tanstack/react-query'),
    import(/* webpackChunkName: "signed-in" */ '@phr/ui/heading'),
  ])
    file.catch(() => undefined);
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

function prefersFewBytes(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
