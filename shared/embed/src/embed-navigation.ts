import type { NavigationPort, RouteLocation } from '@phr/contract/host-api';
import type { RouteEntry } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import { pathPattern } from '@phr/loader/path-pattern';

export interface NavigationOptions {
  /** Origin of the health record, for real screen URLs. */
  readonly origin: string;
  /** Initial path of the view. */
  readonly start: string;
  /** Screens the view shows itself; none for a view without routes. */
  readonly own: readonly RouteEntry[];
  /** Screens of all modules, whose parameters are reported by name. */
  readonly all: readonly RouteEntry[];
  /** The person asked for a screen outside the view. */
  readonly onLeave: (screen: string, params: Readonly<Record<string, string>>) => void;
}

export interface EmbedNavigation extends NavigationPort {
  /** True while input in the view would be lost. */
  isDirty(): boolean;
}

/**
 * In-memory history of an embedded view; the page's URL and history are untouched. The view's own screens open inside
 * it, all others are reported to the page. Links carry the record's real URLs, so "open in a new tab" opens the record
 * itself.
 */
export function createEmbedNavigation({ origin, start, own, all, onLeave }: NavigationOptions): EmbedNavigation {
  const patterns = (routes: readonly RouteEntry[]) =>
    routes.map(({ screen, path }) => ({ screen, pattern: pathPattern(path) }));
  const [ownPatterns, allPatterns] = [patterns(own), patterns(all)];
  const urlOf = (path: string): URL => new URL(path, origin);
  const home = urlOf(start);
  let entries: readonly URL[] = [home];
  let key = 0;
  const guards = new Set<() => boolean>();
  const at = ({ pathname, search, hash }: URL, action: RouteLocation['action']): RouteLocation => ({
    pathname,
    search,
    hash,
    key: String((key += 1)),
    action,
  });
  const location = createStore(at(home, 'POP'));
  /** Entry whose heading has been focused: a title repeated in another language must not steal the focus. */
  let focused = location.get().key;

  const isOwn = ({ origin: of, pathname }: URL): boolean =>
    of === origin &&
    (pathname === home.pathname || ownPatterns.some(({ pattern }) => pattern.match(pathname) !== undefined));

  function leave({ pathname, searchParams }: URL): void {
    const query = Object.fromEntries(searchParams);
    for (const { screen, pattern } of allPatterns) {
      const params = pattern.match(pathname);
      if (params !== undefined) return onLeave(screen, { ...query, ...params });
    }
    return onLeave(pathname.split('/')[1] ?? '', query);
  }

  function move(path: string, action: 'PUSH' | 'REPLACE'): void {
    const url = urlOf(path);
    if (!isOwn(url)) return leave(url);
    entries = [...(action === 'PUSH' ? entries : entries.slice(0, -1)), url];
    return location.set(at(url, action));
  }

  function hrefOf(screen: string, params: Readonly<Record<string, string>> = {}): string {
    const known = allPatterns.find((candidate) => candidate.screen === screen);
    return urlOf((known?.pattern ?? pathPattern(`/${screen}`)).build(params)).href;
  }

  return {
    location,
    hrefOf,
    readsLinked: (screen) => all.some((route) => route.screen === screen && route.readsLinked === true),
    push: (path) => move(path, 'PUSH'),
    replace: (path) => move(path, 'REPLACE'),
    back(fallback) {
      const before = entries.at(-2);
      if (before === undefined) return move(fallback, 'REPLACE');
      entries = entries.slice(0, -1);
      return location.set(at(before, 'POP'));
    },
    go: (screen, params) => move(hrefOf(screen, params), 'PUSH'),
    resolve: (path) => urlOf(path).href,
    screenShown({ heading }) {
      if (focused === location.get().key) return;
      focused = location.get().key;
      heading?.focus({ preventScroll: true });
    },
    isDirty: () => [...guards].some((isDirty) => isDirty()),
    // the page is not asked to confirm; unsaved input only delays the end of a switched-off view
    guard(isDirty) {
      const own = () => isDirty();
      guards.add(own);
      return () => {
        guards.delete(own);
      };
    },
  };
}

/**
 * Routes plain clicks on the record's links inside an element to `push`; new tabs, downloads and other sites are left
 * to the browser.
 */
export function followLinks(element: HTMLElement, origin: string, push: (address: string) => void): void {
  element.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain =
      event.button === 0 &&
      !event.metaKey &&
      !event.ctrlKey &&
      !event.shiftKey &&
      !event.altKey &&
      !event.defaultPrevented;
    if (
      link === null ||
      !plain ||
      link.origin !== origin ||
      link.hasAttribute('download') ||
      !['', '_self'].includes(link.target)
    )
      return;
    event.preventDefault();
    push(link.href);
  });
}
