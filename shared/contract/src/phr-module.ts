import type { HostApi } from './host-api.ts';
import type { ModuleSources } from './today.ts';

/** What a remote exposes as './module' (default export). */
export interface PhrModule {
  /** The module's name in the registry, e.g. 'mfe-vitals'; compared with the registry after loading. */
  readonly name: string;
  readonly version: string;
  /** Semver range of host contract versions it can live in, e.g. '^1.0.0'. */
  readonly contract: string;
  create(host: HostApi): ModuleInstance | Promise<ModuleInstance>;
}

export interface ModuleInstance {
  /** `app` owns all routes of the module; further named views serve partners. */
  readonly views: Readonly<Record<string, Lifecycles>>;
  /** Small parts for the dashboard and other modules' pages. */
  readonly slots: Readonly<Record<string, Lifecycles>>;
  /** What the module tells without a look of its own. Since 1.3; a host of before ignores it. */
  readonly sources?: ModuleSources;
  /** Ends subscriptions and caches of the instance. */
  dispose(): void;
}

/** The lifecycles of single-spa; the host calls them directly. */
export interface Lifecycles {
  bootstrap(props: MountProps): Promise<unknown>;
  mount(props: MountProps): Promise<unknown>;
  update?(props: MountProps): Promise<unknown>;
  unmount(props: MountProps): Promise<unknown>;
}

export interface MountProps {
  /** Unique per mount in this page. */
  readonly name: string;
  readonly domElement: HTMLElement;
  /** Where dialogs, menus and pickers go; inside the same style root. */
  readonly overlayRoot: HTMLElement;
  /** Where the module's style sheets are adopted. */
  readonly styleRoot: Document | ShadowRoot;
  /** Path under which the view lives, without a trailing slash; '' at the root. */
  readonly basePath: string;
  /** Level (1 to 6) of the view's first heading. */
  readonly headingLevel: number;
  /** What the host tells this mount; its shape belongs to the view. */
  readonly input: unknown;
  /** Says that a file of the module did not come: the host may put another release in its place. Since 1.3. */
  readonly fault?: (kind: 'file') => void;
}
