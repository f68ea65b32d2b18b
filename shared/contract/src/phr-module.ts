import type { HostApi } from './host-api.ts';
import type { ModuleSources } from './today.ts';

/** Default export of a remote's './module'. */
export interface PhrModule {
  /** Name in the registry, e.g. 'mfe-vitals'; verified after loading. */
  readonly name: string;
  readonly version: string;
  /** Semver range of supported host contract versions, e.g. '^1.0.0'. */
  readonly contract: string;
  create(host: HostApi): ModuleInstance | Promise<ModuleInstance>;
}

export interface ModuleInstance {
  /** `app` has all routes of the module; other named views are for partners. */
  readonly views: Readonly<Record<string, Lifecycles>>;
  /** Parts for the dashboard and other modules' pages. */
  readonly slots: Readonly<Record<string, Lifecycles>>;
  /** Data sources without UI. Since 1.3; older hosts ignore it. */
  readonly sources?: ModuleSources;
  /** Releases subscriptions and caches of the instance. */
  dispose(): void;
}

/** single-spa lifecycles, called directly by the host. */
export interface Lifecycles {
  bootstrap(props: MountProps): Promise<unknown>;
  mount(props: MountProps): Promise<unknown>;
  update?(props: MountProps): Promise<unknown>;
  unmount(props: MountProps): Promise<unknown>;
}

export interface MountProps {
  /** Unique per mount within a page. */
  readonly name: string;
  readonly domElement: HTMLElement;
  /** Container for dialogs, menus and pickers, inside the same style root. */
  readonly overlayRoot: HTMLElement;
  /** Where to adopt the module's style sheets. */
  readonly styleRoot: Document | ShadowRoot;
  /** Base path of the view, without a trailing slash; '' at the root. */
  readonly basePath: string;
  /** Level (1 to 6) for the view's first heading. */
  readonly headingLevel: number;
  /** Input of this mount; its shape is defined by the view. */
  readonly input: unknown;
  /** Reports that a file of the module failed to load: the host may switch to another release. Since 1.3. */
  readonly fault?: (kind: 'file') => void;
}
