import { PREFIX } from './files.ts';
import type { WorkerScope } from './scope.ts';

/** Removes the worker and its caches for good; the next load runs without one. */
export async function retire({ registration }: Pick<WorkerScope, 'registration'>, caches: CacheStorage): Promise<void> {
  await registration.unregister();
  await Promise.all((await caches.keys()).filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)));
}
