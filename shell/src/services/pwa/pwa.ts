import { createStore, type Store } from '@phr/contract/store';
import type { Page } from '../host/page.ts';
import { LOCK_PREFIX } from './messages.ts';
import type { Registration } from './registration.ts';

export interface Pwa {
  /** A newer version of the app is ready: shown after a reload. */
  readonly update: Store<boolean>;
  /** Switches this tab to the newer version; other tabs keep theirs. */
  reload(): void;
}

export interface PwaOptions {
  /** Name of this page's build; undefined outside production builds. */
  readonly build: string | undefined;
  readonly page: Pick<Page, 'reload'>;
  /**
   * Registers the worker once the first screen is done; undefined if workers are switched off. `onUpdate` reports a
   * newer version.
   */
  readonly register: (build: string, onUpdate: () => void) => Promise<Registration | undefined>;
  readonly onFault: (error: unknown) => void;
}

/** The installed app: cached files, offline starts, new versions. */
export function createPwa({ build, page, register, onFault }: PwaOptions): Pwa {
  const update = createStore(false);
  let registration: Registration | undefined;
  if (build !== undefined) {
    if ('locks' in navigator)
      navigator.locks
        .request(LOCK_PREFIX + build, { mode: 'shared' }, () => new Promise(() => undefined))
        .catch(onFault);
    register(build, () => update.set(true))
      .then((made) => {
        registration = made;
      })
      .catch(onFault);
  }
  return {
    update,
    reload() {
      void (registration?.takeOver() ?? Promise.resolve()).then(() => page.reload());
    },
  };
}

/** Name of the build that made this document. */
export function buildOf({ dataset }: HTMLElement): string | undefined {
  const build = dataset['build'];
  return build === undefined || build.startsWith('__PHR_') ? undefined : build;
}

/** True if the document came from the cache, so its registry and configuration may be old. */
export const isFromCache = ({ dataset }: HTMLElement): boolean => dataset['kept'] !== undefined;
