import { retire } from './retire.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

// Served as /sw.js when an operator switches the worker off: browsers find it by their update check, whatever the old
// worker's state.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(retire(self, caches)));
