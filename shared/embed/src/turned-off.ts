import type { Locale, Notice } from '@phr/contract/host-api';
import type { OfferedModule } from '@phr/loader/resolve';
import type { Releases } from './releases.ts';
import { WORDS } from './words.ts';

export interface EndOptions {
  readonly releases: Pick<Releases, 'registry' | 'follow'>;
  /** The module in the current registry. */
  readonly module: () => OfferedModule | undefined;
  /** True while input in the view would be lost. */
  readonly isDirty: () => boolean;
  readonly locale: () => Locale;
  /** Place of the view. */
  readonly place: () => ShadowRoot;
  readonly unmount: () => Promise<void>;
  readonly notify: (notice: Notice) => void;
}

/**
 * Follows the registry while a view is mounted: if its module is switched off, the view ends (after the grace period if
 * input is unsaved), a text replaces it, and the page is notified. Returns a function that stops this and removes the
 * text.
 */
export function endWhenTurnedOff({
  releases,
  module,
  isDirty,
  locale,
  place,
  unmount,
  notify,
}: EndOptions): () => void {
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  let wait: ReturnType<typeof setTimeout> | undefined;

  const end = (): void => {
    stop();
    void unmount().finally(() => place().append(words));
  };
  const look = (): void => {
    const now = module();
    if (now?.state !== 'killed') {
      clearTimeout(wait);
      wait = undefined;
      return;
    }
    if (wait !== undefined) return;
    words.textContent = WORDS.paused[locale()];
    words.lang = locale();
    notify({ type: 'warning', title: words.textContent });
    if (!isDirty() || now.grace === 0) end();
    else wait = setTimeout(end, now.grace * 1_000);
  };
  const stopFollowing = releases.follow();
  const unsubscribe = releases.registry.subscribe(look);
  const stop = (): void => {
    clearTimeout(wait);
    unsubscribe();
    stopFollowing();
  };
  look();
  return () => {
    stop();
    words.remove();
  };
}
