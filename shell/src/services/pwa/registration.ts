import { parseToPage, type ToWorker } from './messages.ts';

export interface Registration {
  /** Activates a waiting worker, if there is one. Resolves when done or after two seconds. */
  takeOver(): Promise<void>;
}

export interface RegistrationOptions {
  readonly workers: ServiceWorkerContainer;
  /** Build of this page. */
  readonly build: string;
  /** The document came from the cache. */
  readonly kept: boolean;
  /** Another worker has taken over this page since it loaded. */
  readonly changed: boolean;
  /** Called when a version other than the page's has arrived. */
  readonly onUpdate: () => void;
  /** Opens a path of the app after a click on a notification. */
  readonly onOpen: (path: string) => void;
  /** Folders of all releases in the registry. */
  readonly releases: () => readonly string[];
  /** Folders of the releases used by this page. */
  readonly inUse: () => readonly string[];
}

const ADDRESS = '/sw.js';
const EVERY_MS = 60 * 60_000;
const ANSWER_MS = 2_000;

/**
 * Registers the worker and checks for updates: at the start, and hourly while the page is visible. Undefined if workers
 * are refused.
 */
export async function register({
  workers,
  build,
  kept,
  changed,
  onUpdate,
  onOpen,
  releases,
  inUse,
}: RegistrationOptions): Promise<Registration | undefined> {
  // a browser set to block workers may resolve with nothing
  const registration: ServiceWorkerRegistration | undefined = await workers.register(ADDRESS, {
    updateViaCache: 'none',
  });
  if (registration === undefined) return undefined;

  const look = async (worker: ServiceWorker | null) => {
    const other = worker === null ? undefined : await buildIn(worker);
    if (other !== undefined && other !== build) onUpdate();
  };
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void look(registration.waiting);
    });

  // A worker found from now on is newer than this page; one already waiting may be older than a page fresh from the
  // server.
  registration.addEventListener('updatefound', () => watch(registration.installing));
  watch(registration.installing);
  workers.addEventListener('controllerchange', () => void look(workers.controller));
  if (changed) void look(workers.controller);
  workers.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    const message = parseToPage(data);
    if (message === undefined) return;
    ports[0]?.postMessage(true);
    onOpen(message.path);
  });
  let lookedAt = performance.now();
  const check = async () => {
    lookedAt = performance.now();
    const isChecked = await registration.update().then(
      () => true,
      () => false,
    );
    if (registration.installing === null && (isChecked || kept)) await look(registration.waiting);
  };
  void check();
  const now = () => {
    if (document.visibilityState === 'visible' && performance.now() - lookedAt > EVERY_MS) void check();
  };
  setInterval(now, EVERY_MS / 4);

  const tell = (message: ToWorker) => registration.active?.postMessage(message);
  // without any release the page has no registry, so do not expire anything
  void workers.ready.then(() => {
    if (releases().length > 0) tell({ kind: 'started', releases: releases() });
  });
  document.addEventListener('visibilitychange', () => {
    now();
    // when hidden, the page has loaded what it uses, which is what an offline start needs
    if (document.hidden) tell({ kind: 'keep', releases: inUse() });
  });

  return {
    takeOver: () =>
      new Promise((resolve) => {
        const { waiting } = registration;
        if (waiting === null) {
          resolve();
          return;
        }
        workers.addEventListener('controllerchange', () => resolve(), { once: true });
        setTimeout(resolve, ANSWER_MS);
        waiting.postMessage({ kind: 'take-over' } satisfies ToWorker);
      }),
  };
}

/** Asks a worker for its build; undefined if it does not answer. */
function buildIn(worker: ServiceWorker): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(typeof data === 'string' ? data : undefined);
    setTimeout(resolve, ANSWER_MS, undefined);
    worker.postMessage({ kind: 'build' } satisfies ToWorker, [port2]);
  });
}
