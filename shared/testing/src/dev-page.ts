import { languageOf, matchLocale } from '@phr/i18n/locale';
import type { HostApi } from '@phr/contract/host-api';
import type { PhrModule } from '@phr/contract/phr-module';
import { createFakeHost, FAKE_MOTHER, type Responder } from './fake-host.ts';

export interface DevPageOptions {
  readonly module: PhrModule;
  /** `mountView` of the module kit. */
  readonly mount: (
    module: PhrModule,
    host: HostApi,
    element: HTMLElement,
    overlays: HTMLElement,
    view?: string,
  ) => Promise<unknown>;
  readonly respond: Responder;
  /** Text of the page's own sheet, @phr/ui/base.css. */
  readonly baseCss: string;
  /** Path of the screen that opens without one in the address. */
  readonly home: string;
  readonly hrefOf?: (screen: string, params?: Readonly<Record<string, string>>) => string;
}

/**
 * A module's own page: the address is the path of the screen; `?dev-lang=en`, `?dev-color=dark`, `?dev-size=130`, `?dev-person=mother` and
 * `?dev-view=<view or slot>` choose the surroundings.
 */
export async function openDevPage({ module, mount, respond, baseCss, home, hrefOf }: DevPageOptions): Promise<void> {
  const address = new URL(document.URL);
  const parameter = (name: string) => address.searchParams.get(`dev-${name}`);
  const view = parameter('view') ?? 'app';
  const colorMode = parameter('color') === 'dark' ? 'dark' : 'light';
  const locale = matchLocale(parameter('lang') ?? undefined);
  const textSize = parameter('size') === '130' ? 130 : 100;

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(baseCss);
  document.adoptedStyleSheets = [sheet];
  document.documentElement.lang = languageOf(locale);
  Object.assign(document.documentElement.dataset, { colorMode, textSize: String(textSize) });

  const [root, overlays] = [document.getElementById('root'), document.getElementById('overlays')];
  if (!root || !overlays) throw new Error('The page needs #root and #overlays');
  root.style.cssText = 'padding: 16px; max-width: 1184px; margin: auto; container-type: inline-size';

  const host = createFakeHost({
    path: `${address.pathname === '/' ? home : address.pathname}${address.search}`,
    respond,
    settings: { locale, colorMode, textSize },
    ...(hrefOf === undefined ? {} : { hrefOf }),
  });
  if (parameter('person') === 'mother') host.view(FAKE_MOTHER);
  host.navigation.location.subscribe(() => {
    const { pathname, search } = host.navigation.location.get();
    history.replaceState(null, '', pathname + search);
  });
  await mount(module, host, root, overlays, view);
}

/** Addresses from a module's own route table; another module's screens are named only. */
export function hrefsOf(
  routes: readonly { readonly screen: string; readonly path: string }[],
): (screen: string, params?: Readonly<Record<string, string>>) => string {
  return (screen, params = {}) => {
    const used = new Set<string>();
    const path = (routes.find((route) => route.screen === screen)?.path ?? `/${screen}`).replace(
      /\/:(\w+)\??/g,
      (_, name: string) => {
        used.add(name);
        return params[name] === undefined ? '' : `/${params[name]}`;
      },
    );
    const query = new URLSearchParams(Object.entries(params).filter(([name]) => !used.has(name))).toString();
    return query === '' ? path : `${path}?${query}`;
  };
}

/** A searchset, as the record server answers. */
export function searchset(resources: readonly object[], total = resources.length, next?: string): object {
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total,
    entry: resources.map((resource) => ({ resource, search: { mode: 'match' } })),
    ...(next === undefined ? {} : { link: [{ relation: 'next', url: next }] }),
  };
}
