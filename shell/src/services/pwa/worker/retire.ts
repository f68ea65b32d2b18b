import { PREFIX } from './files.ts';
import type { WorkerScope } from './scope.ts';

/** Ends the worker for good: from the next load on the app runs without one, and nothing of it is left. */
export async function retire({ registration }: Pick<WorkerScope, 'registration'>, caches: CacheStorage): Promise<void> {
  await registration.unregister();
  await Promise.all((await caches.keys()).filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)));
}
