import type { PublicConfig } from '@phr/contract/public-config';
import type { Registry } from '@phr/contract/registry';
import type { Settings } from '@phr/contract/host-api';
import type { Store } from '@phr/contract/store';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { createHealth, type TellHealth } from '@phr/loader/health';
import { whyOf } from '@phr/loader/why-of';

export interface HealthParts {
  readonly config: PublicConfig;
  readonly registry: { readonly registry: Store<Registry> };
  readonly settings: { readonly settings: Store<Settings> };
  readonly auth: { accessToken(): Promise<string> };
}

let tell: TellHealth | undefined;

/** Tells the server how modules do in this page; loaded with the first thing there is to tell. */
export function tellHealth({ config, registry, settings, auth }: HealthParts, ...told: Parameters<TellHealth>): void {
  tell ??= createHealth({
    target: window,
    whyOf: (module, version) =>
      whyOf(
        registry.registry.get(),
        { key: settings.settings.get().deviceId, contract: CONTRACT_VERSION },
        module,
        version,
      ),
    async send(reports) {
      await fetch(`${config.services.phr}/api/phr/module-health`, {
        method: 'POST',
        // a page that ends says its last words, too
        keepalive: true,
        credentials: 'omit',
        headers: { authorization: `Bearer ${await auth.accessToken()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ reports }),
      });
    },
  });
  tell(...told);
}
