import { AppError } from '@phr/contract/app-error';
import type { Door, RouteEntry } from '@phr/contract/registry';
import { pathPattern, type PathPattern } from '@phr/loader/path-pattern';
import type { Offer } from '@phr/loader/resolve';

/** Available without a token, with one, or both. */
export type RouteSet = 'out' | 'in' | 'both';

export interface ShellRoute extends RouteEntry {
  readonly set: RouteSet;
  /** For a screen in both sets: its layout with a token. */
  readonly layoutIn?: RouteEntry['layout'];
}

export interface Route extends ShellRoute {
  readonly pattern: PathPattern;
  /** Name of the module that shows it; undefined for shell screens. */
  readonly module?: string;
}

const bare = (screen: string, path: string, set: RouteSet, layoutIn?: RouteEntry['layout']): ShellRoute => ({
  screen,
  path,
  set,
  layout: 'bare',
  needsMainPatient: false,
  ...(layoutIn && { layoutIn }),
});
const own = (screen: string, layout: RouteEntry['layout'], needsMainPatient: boolean, door?: Door): ShellRoute => ({
  screen,
  path: `/${screen}`,
  set: 'in',
  layout,
  needsMainPatient,
  ...(door && { door }),
});

/** The shell's own screens (table T2). */
export const SHELL_ROUTES: readonly ShellRoute[] = [
  bare('signin', '/signin', 'out'),
  bare('quick-in', '/quick-in', 'out'),
  bare('signup', '/signup', 'out'),
  bare('phone-verify', '/phone-verify', 'both', 'app'),
  bare('phone-to-verify', '/phone-to-verify', 'out'),
  bare('register-org', '/register-org/:ro?/:so?/:t?', 'both', 'onboard'),
  bare('oneid-cb', '/oneid-cb', 'out'),
  bare('auth-cb', '/auth-cb', 'out'),
  bare('partner', '/partner/:partner?', 'out'),
  bare('utm', '/utm/:source?/:medium?/:campaign?/:term?/:content?/:id?', 'both'),
  own('dashboard', 'app-bottom-bar', true, 'today'),
  own('family', 'app', true, 'family'),
  own('profile', 'app', true, 'record'),
  own('confirm-create-profile', 'onboard', false, 'family'),
  own('create-profile', 'onboard', false, 'family'),
  own('create-related-profile', 'app', true, 'family'),
  own('update-profile', 'app', true, 'record'),
  own('update-patient-contactor', 'app', true, 'record'),
  own('form-example', 'app', false),
  own('component-example', 'app', false),
  own('patient-qrs', 'app', true, 'add'),
  own('search', 'app', true, 'today'),
  own('notifications', 'app', false, 'today'),
  own('setting', 'app-bottom-bar', false),
  own('help', 'app', false),
  own('qr-scanner', 'app-bottom-bar', true, 'add'),
];

export interface RouteTable {
  readonly routes: readonly Route[];
  /** The route of a pathname, with its parameters. */
  find(pathname: string): { readonly route: Route; readonly params: Readonly<Record<string, string>> } | undefined;
  /** The screen with this name, or for this purpose or resource type (`serves`, `shows`). */
  named(name: string): Route | undefined;
  /**
   * Path of a screen found that way.
   * @throws AppError for an unknown screen or a missing parameter
   */
  hrefOf(screen: string, params?: Readonly<Record<string, string>>): string;
}

/**
 * The route table: the shell's screens and those of the modules offered to this device; the shell wins conflicts. A
 * switched-off module keeps its paths, whose places say it cannot be loaded.
 */
export function createRouteTable(offer: Offer): RouteTable {
  const routes: Route[] = SHELL_ROUTES.map((route) => ({ ...route, pattern: pathPattern(route.path) }));
  for (const { name, manifest } of offer) {
    for (const { door = manifest.door, ...route } of manifest.routes) {
      if (routes.some(({ screen }) => screen === route.screen)) continue;
      routes.push({ ...route, ...(door && { door }), set: 'in', module: name, pattern: pathPattern(route.path) });
    }
  }
  const byScreen = new Map(routes.map((route) => [route.screen, route]));
  const named = (name: string): Route | undefined =>
    byScreen.get(name) ?? routes.find(({ serves = [], shows = [] }) => serves.includes(name) || shows.includes(name));
  const match = (path: string): ReturnType<RouteTable['find']> => {
    for (const route of routes) {
      const params = route.pattern.match(path);
      if (params !== undefined) return { route, params };
    }
    return undefined;
  };
  // one-entry cache: every link of every menu looks up the current URL
  let last: { readonly pathname: string; readonly found: ReturnType<RouteTable['find']> } | undefined;
  return {
    routes,
    named,
    find(pathname) {
      if (last?.pathname !== pathname) last = { pathname, found: match(pathname === '/' ? '/dashboard' : pathname) };
      return last.found;
    },
    hrefOf(screen, params) {
      const route = named(screen);
      if (route === undefined)
        throw new AppError({ code: 'UNKNOWN_SCREEN', message: `There is no screen "${screen}"` });
      try {
        return route.pattern.build(params);
      } catch (cause) {
        throw new AppError({
          code: 'SCREEN_PARAMETER',
          message: `The screen "${screen}" needs more parameters`,
          cause,
        });
      }
    },
  };
}
