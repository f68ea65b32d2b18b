import { retire } from './retire.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

// Served as /sw.js when an operator turns the worker off: the browser finds it by its own update check, whatever state the old one is in.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(retire(self, caches)));
