import type { NavigationPort, RouteLocation } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import { derive } from '../derive.ts';
import { withoutPerson } from './person-in-address.ts';

/** A person is leaving a form with unsaved input; `answer(true)` allows it. */
export interface LeaveQuestion {
  readonly answer: (leave: boolean) => void;
}

export interface Navigation extends NavigationPort {
  readonly previous: Store<{ readonly title: string } | undefined>;
  /** A guard's open question, for the layout to ask. */
  readonly leaveQuestion: Store<LeaveQuestion | undefined>;
  /** Translated title of the current screen. */
  readonly title: Store<string>;
  /** Replaces the current entry's URL without adding history. */
  rename(path: string): void;
  /** Runs a step that ends the screen, such as switching the person; asks first if input would be lost. */
  leave(step: () => void): void;
  /** True while input on the screen would be lost. */
  isDirty(): boolean;
  /** Removes all guards: the document is unloading, and drafts are saved. */
  release(): void;
}

export interface NavigationOptions {
  readonly hrefOf: (screen: string, params?: Readonly<Record<string, string>>) => string;
  readonly readsLinked: (screen: string) => boolean;
  /** Formats the page title from a screen's title. */
  readonly pageTitle: (screen: string) => string;
}

/** `from` is the previous entry's title; `scroll` is stored with the entry so that a reload restores it. */
interface Entry {
  readonly key: string;
  readonly index: number;
  readonly from?: string;
  readonly scroll?: number;
}
interface Left {
  readonly scroll: number;
  readonly focus: string | undefined;
}

const RESTORE_MS = 2_000;
/** Scrolling has ended after this long without movement (UI-06). */
const SCROLL_MS = 150;

/** The page's single history. */
export function createNavigation({ hrefOf, readsLinked, pageTitle }: NavigationOptions): Navigation {
  const title = createStore('');
  const leaveQuestion = createStore<LeaveQuestion | undefined>(undefined);
  const guards = new Map<object, { readonly isDirty: () => boolean; readonly onDiscard: () => void }>();
  const left = new Map<string, Left>();
  let current = entryOf(history.state) ?? { key: newKey(), index: 0 };
  const { scroll: reloadedAt } = current;
  let scrolling: ReturnType<typeof setTimeout> | undefined;
  // undoing a guarded step is itself a step, which must not be guarded
  let ignorePops = 0;
  /** Entry whose screen was shown last, and the heading focused for it. */
  let shownAt: string | undefined;
  /** False once the person has left the initial location, even before anything was shown. */
  let isOpening = true;
  let greeted: HTMLElement | undefined;
  let stopRestoring = () => {};

  history.scrollRestoration = 'manual';
  history.replaceState(current, '');
  const location = createStore<RouteLocation>(readLocation(current, 'POP'));
  const previous = derive(location, () => (current.from ? { title: current.from } : undefined));

  const isDirty = (): boolean => [...guards.values()].some((guard) => guard.isDirty());
  const remember = (): void => {
    left.set(current.key, { scroll: window.scrollY, focus: focusPath(document.activeElement) });
  };

  /** Runs a step now, or once the person agrees to lose the input. */
  function unlessDirty(step: () => void): void {
    if (!isDirty()) {
      step();
      return;
    }
    leaveQuestion.set({
      answer(leave) {
        leaveQuestion.set(undefined);
        if (!leave) return;
        const left = [...guards.values()].filter((guard) => guard.isDirty());
        guards.clear();
        for (const { onDiscard } of left) onDiscard();
        step();
      },
    });
  }

  function show(path: string, action: 'PUSH' | 'REPLACE'): void {
    stopRestoring();
    if (action === 'PUSH') {
      isOpening = false;
      remember();
      current = { key: newKey(), index: current.index + 1, from: title.get() };
      history.pushState(current, '', path);
    } else {
      const { index, from } = current;
      current = { key: newKey(), index, ...(from !== undefined && { from }) };
      history.replaceState(current, '', path);
    }
    window.scrollTo(0, 0);
    location.set(readLocation(current, action));
  }

  window.addEventListener('popstate', ({ state }: PopStateEvent) => {
    const next = entryOf(state) ?? { key: newKey(), index: 0 };
    if (ignorePops > 0) {
      ignorePops -= 1;
      return;
    }
    const steps = next.index - current.index;
    if (isDirty() && steps !== 0) {
      ignorePops += 1;
      history.go(-steps);
      unlessDirty(() => history.go(steps));
      return;
    }
    stopRestoring();
    remember();
    current = next;
    location.set(readLocation(current, 'POP'));
  });
  window.addEventListener(
    'scroll',
    () => {
      clearTimeout(scrolling);
      scrolling = setTimeout(() => {
        // a pending step back belongs to another entry
        if (entryOf(history.state)?.key !== current.key) return;
        current = { ...current, scroll: Math.round(window.scrollY) };
        history.replaceState(current, '');
      }, SCROLL_MS);
    },
    { passive: true },
  );
  window.addEventListener('beforeunload', (event) => {
    if (isDirty()) event.preventDefault();
  });

  const port: Navigation = {
    location,
    previous,
    title,
    leaveQuestion,
    leave: unlessDirty,
    isDirty,
    push: (path) => unlessDirty(() => show(path, isHere(path) ? 'REPLACE' : 'PUSH')),
    rename(path) {
      history.replaceState(current, '', path);
      location.set(readLocation(current, location.get().action));
    },
    replace: (path) => unlessDirty(() => show(path, 'REPLACE')),
    back(fallback) {
      if (current.index > 0) history.back();
      else port.replace(fallback);
    },
    go: (screen, params) => port.push(hrefOf(screen, params)),
    hrefOf,
    readsLinked,
    resolve: (path) => path,
    screenShown({ title: screen, heading }) {
      title.set(screen);
      document.title = pageTitle(screen);
      // the first screen of a page keeps the browser's focus, as nothing was left behind; a reload restores its
      // position
      const isFirst = shownAt === undefined && isOpening;
      const isNew = shownAt !== current.key;
      shownAt = current.key;
      if (isFirst) {
        if (reloadedAt !== undefined) stopRestoring = restore({ scroll: reloadedAt, focus: undefined }, null);
        return;
      }
      const before = location.get().action === 'POP' ? left.get(current.key) : undefined;
      if (before !== undefined) stopRestoring = restore(before, heading);
      else if (isNew || (greeted?.isConnected === false && document.activeElement === document.body)) {
        // same screen, new heading: its content arrived, so restore focus only if it was on the old heading
        focusHeading(heading);
        greeted = heading ?? undefined;
      }
    },
    guard(dirty, onDiscard = () => undefined) {
      const id = {};
      guards.set(id, { isDirty: dirty, onDiscard });
      return () => {
        guards.delete(id);
      };
    },
    release: () => guards.clear(),
  };
  return port;
}

function readLocation({ key }: Entry, action: RouteLocation['action']): RouteLocation {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, key, action };
}

/** A URL may name its person (`withPerson`); a link within that person's record does not. */
const isHere = (path: string): boolean => {
  const { pathname, search, hash } = window.location;
  return withoutPerson(path) === withoutPerson(pathname + search + hash);
};

function entryOf(state: unknown): Entry | undefined {
  if (typeof state !== 'object' || state === null || !('key' in state) || !('index' in state)) return undefined;
  if (typeof state.key !== 'string' || typeof state.index !== 'number') return undefined;
  return {
    key: state.key,
    index: state.index,
    ...('from' in state && typeof state.from === 'string' && { from: state.from }),
    ...('scroll' in state && typeof state.scroll === 'number' && { scroll: state.scroll }),
  };
}

const newKey = (): string => Math.random().toString(36).slice(2, 10);

function focusHeading(heading: HTMLElement | null): void {
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Finds an element again after a re-render: by id, else by URL and order among equal links. */
function focusPath(element: Element | null): string | undefined {
  if (element === null || element === document.body) return undefined;
  if (element.id !== '') return `#${CSS.escape(element.id)}`;
  const href = element.getAttribute('href');
  return href === null ? undefined : `a[href="${CSS.escape(href)}"]`;
}

/**
 * Restores scroll position and focus once the page is long enough (UX-02); stops when the person acts or after two
 * seconds.
 */
function restore({ scroll, focus }: Left, heading: HTMLElement | null): () => void {
  const stopAt = performance.now() + RESTORE_MS;
  let frame = 0;
  const interrupts = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const name of interrupts) window.removeEventListener(name, stop);
  };
  const attempt = () => {
    const target = focus === undefined ? null : document.querySelector<HTMLElement>(focus);
    const isLongEnough = document.documentElement.scrollHeight - window.innerHeight >= scroll;
    if ((isLongEnough && (target !== null || focus === undefined)) || performance.now() > stopAt) {
      if (target === null) focusHeading(heading);
      else target.focus({ preventScroll: true });
      window.scrollTo(0, scroll);
      stop();
      return;
    }
    frame = requestAnimationFrame(attempt);
  };
  for (const name of interrupts) window.addEventListener(name, stop, { passive: true });
  frame = requestAnimationFrame(attempt);
  return stop;
}
