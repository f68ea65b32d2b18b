import type { PublicConfig } from '@phr/contract/public-config';
import type { RegistryTwo } from '@phr/contract/registry';
import type { Store } from '@phr/contract/store';
import { createHealth, type TellHealth } from '@phr/loader/health';
import type { Device } from '@phr/loader/resolve';
import { whyOf } from '@phr/loader/why-of';

export interface HealthParts {
  readonly config: PublicConfig;
  readonly registry: { readonly registry: Store<RegistryTwo> };
  readonly device: Store<Omit<Device, 'bad'>>;
  readonly auth: { accessToken(): Promise<string> };
}

let tell: TellHealth | undefined;

/** Reports module health to the server; loaded on the first report. */
export function reportHealth({ config, registry, device, auth }: HealthParts, ...told: Parameters<TellHealth>): void {
  tell ??= createHealth({
    target: window,
    whyOf: (module, version) => whyOf(registry.registry.get(), device.get(), module, version),
    async send(reports) {
      await fetch(`${config.services.phr}/api/phr/module-health`, {
        method: 'POST',
        // an unloading page still delivers its last reports
        keepalive: true,
        credentials: 'omit',
        headers: { authorization: `Bearer ${await auth.accessToken()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ reports }),
      });
    },
  });
  tell(...told);
}
