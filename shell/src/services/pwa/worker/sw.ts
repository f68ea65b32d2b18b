import { LOCK_PREFIX, parseMessage } from '../messages.ts';
import { createDocumentKeeper } from './document.ts';
import { createFiles, shellCacheOf } from './files.ts';
import { retire } from './retire.ts';
import { openPath, pathIn, readPush, showPush } from './push.ts';
import type { FetchEvent, WorkerScope } from './scope.ts';
import { fetchStrategyOf } from './fetch-strategy.ts';

declare const self: WorkerScope;

/** Filled in by the build: its name, and the hash of each file by path. */
const { build, files: listed } = JSON.parse('@@worker-table@@') as {
  readonly build: string;
  readonly files: Readonly<Record<string, string>>;
};

const ask: typeof fetch = (...args) => fetch(...args);
const files = createFiles({ caches, fetch: ask, listed, build });
const page = createDocumentKeeper({
  cache: () => caches.open(shellCacheOf(build)),
  fetch: ask,
  build,
  now: Date.now,
  onGone: () => retire(self, caches),
});

// waits until tabs of the previous version are gone, or the person asks for it (message 'take-over')
self.addEventListener('install', (event) =>
  event.waitUntil(
    (async () => {
      await files.keepBuild();
      if (await page.keep()) return;
      await caches.delete(shellCacheOf(build));
      throw new Error('The server has another version by now');
    })(),
  ),
);

self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
      await dropOldBuilds();
    })(),
  ),
);

self.addEventListener('fetch', (event) => {
  const way = fetchStrategyOf(event.request, self.origin);
  if (way.kind === 'pass') return;
  if (way.kind === 'file') {
    event.respondWith(files.answer(event.request, way));
    return;
  }
  event.respondWith(page.answer(network(event)));
  event.waitUntil(page.attend());
});

self.addEventListener('message', (event) => {
  const message = parseMessage(event.data);
  if (message?.kind === 'build') event.ports[0]?.postMessage(build);
  if (message?.kind === 'take-over') event.waitUntil(self.skipWaiting());
  if (message?.kind === 'keep')
    event.waitUntil(
      (async () => {
        for (const folder of message.releases) await files.keepRelease(folder);
      })(),
    );
  if (message?.kind === 'started')
    event.waitUntil(
      (async () => {
        await dropOldBuilds();
        if (await isAlone()) await files.dropReleases(new Set(message.releases));
      })(),
    );
});

self.addEventListener('push', (event) => {
  const push = readPush(event.data?.text(), self.origin);
  if (push !== undefined) event.waitUntil(showPush(self.registration, push));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPath(self.clients, pathIn(event.notification.data)));
});

async function network({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

/** Only the newest worker cleans up: files another one has just fetched are not old. */
async function dropOldBuilds(): Promise<void> {
  const { installing, waiting } = self.registration;
  if (installing !== null || waiting !== null) return;
  if ('locks' in navigator) {
    const { held = [] } = await navigator.locks.query();
    await files.dropBuilds(
      new Set(
        held.flatMap(({ name }) => (name?.startsWith(LOCK_PREFIX) === true ? [name.slice(LOCK_PREFIX.length)] : [])),
      ),
    );
  } else if (await isAlone()) await files.dropBuilds(new Set());
}

async function isAlone(): Promise<boolean> {
  return (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length <= 1;
}
