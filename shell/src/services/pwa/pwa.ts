import { createStore, type Store } from '@phr/contract/store';
import type { Page } from '../host/page.ts';
import { LOCK_PREFIX } from './messages.ts';
import type { Registration } from './registration.ts';

export interface Pwa {
  /** A newer version of the app is on this device: shown after a reload. */
  readonly update: Store<boolean>;
  /** Opens the newer version in this tab. Other tabs go on with theirs. */
  reload(): void;
}

export interface PwaOptions {
  /** Name of this page's build; undefined in a page that no production build made. */
  readonly build: string | undefined;
  readonly page: Pick<Page, 'reload'>;
  /** Registers the worker, when the first screen is done; undefined where there shall be none. `onUpdate` is told of a newer version. */
  readonly register: (build: string, onUpdate: () => void) => Promise<Registration | undefined>;
  readonly onFault: (error: unknown) => void;
}

/** The app on this device beyond the page: kept files, starts without a network, new versions. */
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

/** The build that made this page, as its document says. */
export function buildOf({ dataset }: HTMLElement): string | undefined {
  const build = dataset['build'];
  return build === undefined || build.startsWith('__PHR_') ? undefined : build;
}

/** True when the document was kept on the device: its registry and configuration may be old. */
export const isKept = ({ dataset }: HTMLElement): boolean => dataset['kept'] !== undefined;
