import type { Locale, Notice } from '@phr/contract/host-api';
import type { Registry } from '@phr/contract/registry';
import type { Releases } from './releases.ts';

const WORDS: Readonly<Record<Locale, string>> = {
  'vi-VN': 'Phần này đang tạm dừng.',
  'en-US': 'This part is paused.',
};
/** As in the shell, for a module whose registry does not say how long. */
const USUAL_GRACE_S = 30;

export interface EndOptions {
  readonly releases: Pick<Releases, 'registry' | 'follow'>;
  /** The module's name. */
  readonly name: string;
  /** True while something typed in the view would be lost. */
  readonly isDirty: () => boolean;
  readonly locale: () => Locale;
  /** Where the view stood. */
  readonly place: () => ShadowRoot;
  readonly unmount: () => Promise<void>;
  readonly notify: (notice: Notice) => void;
}

/** True for a module that its record's server turned off. */
export function isTurnedOff({ modules }: Registry, name: string): boolean {
  return modules.some((module) => module.name === name && !module.enabled);
}

/**
 * Follows the registry while a view is in the page: when its module is turned off the view ends, at once or, where something was typed, after its grace; words
 * stand in its place, and the page is told. Returns the function that ends that, and takes the words away.
 */
export function endWhenTurnedOff({ releases, name, isDirty, locale, place, unmount, notify }: EndOptions): () => void {
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  let wait: ReturnType<typeof setTimeout> | undefined;

  const end = (): void => {
    stop();
    void unmount().finally(() => place().append(words));
  };
  const look = (): void => {
    const registry = releases.registry.get();
    if (!isTurnedOff(registry, name)) {
      clearTimeout(wait);
      wait = undefined;
      return;
    }
    if (wait !== undefined) return;
    words.textContent = WORDS[locale()];
    words.lang = locale();
    const { grace = USUAL_GRACE_S } = registry.modules.find((module) => module.name === name) ?? {};
    notify({ type: 'warning', title: words.textContent });
    if (!isDirty() || grace === 0) end();
    else wait = setTimeout(end, grace * 1_000);
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
