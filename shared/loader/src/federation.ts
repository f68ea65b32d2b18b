import { createInstance, type ModuleFederation } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import type { PhrModule } from '@phr/contract/phr-module';
import type { ReleaseEntry } from '@phr/contract/registry';
import { ModuleLoadError } from './load-error.ts';
import { withLimit } from './with-limit.ts';

declare const __PHR_DEV__: boolean;

/** A library or component file the host shares with modules. */
export interface Offer {
  readonly version: string;
  /** Returns the module, already loaded by the host or fetched on demand. */
  readonly load: () => unknown;
  /** Requires the host's copy; other versions are rejected. */
  readonly strict?: boolean;
}

export interface Federation {
  /** Fetches and evaluates a release's entry. Rejects with ModuleLoadError. */
  load(name: string, release: ReleaseEntry, limitMs: number): Promise<PhrModule>;
}

interface FederationOptions {
  readonly offers: Readonly<Record<string, Offer>>;
  /** Registry origin; '' for the page's own. */
  readonly origin: string;
  /** The page's nonce and Trusted Types hook for script URLs; omitted if the page's policy allows all scripts. */
  readonly page?: { readonly nonce: string; readonly address: (url: string) => string };
}

const DEFAULT_LIMIT_MS = 8_000;

/** The page's single federation host. Remotes are built without a runtime and use this one. */
export function createFederation({ offers, origin, page }: FederationOptions): Federation {
  offerRuntime();
  const releases = new Map<string, ReleaseEntry>();
  const limits = new Map<string, number>();
  const tries = new Map<string, number>();

  const instance: ModuleFederation = createInstance({
    name: 'phr_host',
    remotes: [],
    // the other strategy fetches all known remotes at once, and a dead one blocks everything
    shareStrategy: 'loaded-first',
    shared: Object.fromEntries(
      Object.entries(offers).map(([name, offer]) => [
        name,
        {
          version: offer.version,
          scope: 'default',
          get: async () => {
            const module = await offer.load();
            return () => module;
          },
          shareConfig: {
            singleton: offer.strict === true,
            strictVersion: offer.strict === true,
            requiredVersion: `^${offer.version}`,
          },
        },
      ]),
    ),
    plugins: [
      {
        name: 'integrity',
        // the entry's hash comes from the registry; a retry uses a different URL to bypass a hanging request
        createScript({ url }) {
          const path = new URL(url, document.baseURI).pathname;
          const release = [...releases.values()].find(({ entry }) => entry === path || (__PHR_DEV__ && entry === url));
          if (!release) throw new Error(`Not in the registry: ${path}`);
          const count = (tries.get(path) ?? 0) + 1;
          tries.set(path, count);
          const script = document.createElement('script');
          const address = count > 1 ? `${url}?try=${count}` : url;
          script.src = page?.address(address) ?? address;
          if (page) script.nonce = page.nonce;
          script.async = true;
          script.crossOrigin = 'anonymous';
          script.integrity = release.integrity;
          Object.assign(script, { [RUNTIME]: runtimeCore });
          // The runtime's own limit is longer than ours; a retry before it ends would wait for the first request.
          return { script, timeout: limits.get(release.container) ?? DEFAULT_LIMIT_MS };
        },
      },
    ],
  });

  return {
    async load(name, release, limitMs) {
      if (!releases.has(release.container)) {
        releases.set(release.container, release);
        limits.set(release.container, limitMs);
        instance.registerRemotes([{ name: release.container, entry: origin + release.entry, type: 'global' }]);
      }
      const fail = (kind: ModuleLoadError['kind'], cause?: unknown) =>
        new ModuleLoadError(kind, name, release.version, cause);
      const loaded = await withLimit(
        instance.loadRemote<{ default?: unknown }>(`${release.container}/module`),
        limitMs,
        () => fail('timeout'),
      ).catch(async (error: unknown) => {
        throw error instanceof ModuleLoadError
          ? error
          : fail(await kindOf(error, origin + release.entry, release.integrity), error);
      });
      const module = loaded?.default;
      if (!isModule(module) || module.name !== name || module.version !== release.version) throw fail('shape');
      return module;
    },
  };
}

/** Set on our script elements: the runtime their module must use. Shared by all copies of this file in a page. */
const RUNTIME = Symbol.for('phr.federation-runtime');

/**
 * Modules look up the runtime by a global name when their entry runs. If the page has its own runtime there, its own
 * parts keep seeing that one.
 */
function offerRuntime(): void {
  const name = '_FEDERATION_RUNTIME_CORE';
  let ofThePage: unknown = Reflect.get(globalThis, name);
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: (): unknown => Reflect.get(document.currentScript ?? {}, RUNTIME) ?? ofThePage ?? runtimeCore,
    set: (runtime: unknown) => {
      ofThePage = runtime;
    },
  });
}

/** A script element does not expose why it failed, so request the file again. */
async function kindOf(error: unknown, address: string, integrity: string): Promise<ModuleLoadError['kind']> {
  if (!/#RUNTIME-008|load.*script|ScriptNetworkError|resource/i.test(String(error)))
    return /chunk/i.test(String(error)) ? 'network' : 'evaluation';
  try {
    const answer = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(3000) });
    if (!answer.ok) return 'network';
    const hash = await crypto.subtle.digest('SHA-384', await answer.arrayBuffer());
    return `sha384-${btoa(String.fromCharCode(...new Uint8Array(hash)))}` === integrity ? 'evaluation' : 'integrity';
  } catch {
    return 'network';
  }
}

function isModule(value: unknown): value is PhrModule {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'version' in value &&
    typeof value.version === 'string' &&
    'create' in value &&
    typeof value.create === 'function'
  );
}
