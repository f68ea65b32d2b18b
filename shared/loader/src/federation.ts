import { createInstance, type ModuleFederation } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import type { PhrModule } from '@phr/contract/phr-module';
import type { ReleaseEntry } from '@phr/contract/registry';
import { ModuleLoadError } from './load-error.ts';
import { withLimit } from './with-limit.ts';

declare const __PHR_DEV__: boolean;

/** A library or component file that the host offers to modules. */
export interface Offer {
  readonly version: string;
  /** The module itself when the host has it anyway; else fetched on need. */
  readonly load: () => unknown;
  /** Every module must use the host's copy; another version is refused. */
  readonly strict?: boolean;
}

export interface Federation {
  /** Fetches and runs the entry of one release. Rejects with ModuleLoadError. */
  load(name: string, release: ReleaseEntry, limitMs: number): Promise<PhrModule>;
}

interface FederationOptions {
  readonly offers: Readonly<Record<string, Offer>>;
  /** Origin of the registry; '' for the page's own. */
  readonly origin: string;
  /** Nonce of the page and its way to an address of a script; without it the page's own policy lets all of its scripts through. */
  readonly page?: { readonly nonce: string; readonly address: (url: string) => string };
}

const DEFAULT_LIMIT_MS = 8_000;

/** The federation host of a page. One per page. Remotes are built without a runtime of their own and find it here. */
export function createFederation({ offers, origin, page }: FederationOptions): Federation {
  offerRuntime();
  const releases = new Map<string, ReleaseEntry>();
  const limits = new Map<string, number>();
  const tries = new Map<string, number>();

  const instance: ModuleFederation = createInstance({
    name: 'phr_host',
    remotes: [],
    // The other strategy fetches the entries of all known remotes at once, and one that is dead stops everything.
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
        // The entry's hash comes from the registry; a second try gets an address of its own, past a request that still hangs.
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
          // The runtime's own limit is longer than ours, and until it ends a second try would only wait for the first.
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

/** On a script of ours: the runtime that its module is to find. For all copies of this file in a page. */
const RUNTIME = Symbol.for('phr.federation-runtime');

/** Modules look for the runtime at a global name when their entry runs. A page may have another one there, for parts of its own: they go on finding that one. */
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

/** A script element does not say why it failed: ask for the file again and see. */
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
