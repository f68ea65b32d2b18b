import type { RegistryTwo } from '@phr/contract/registry';
import { createHealth, type TellHealth } from '@phr/loader/health';
import type { Device } from '@phr/loader/resolve';
import { whyOf } from '@phr/loader/why-of';

export interface HealthParts {
  /** Address of the record's services for people. */
  readonly base: string;
  readonly registry: () => RegistryTwo;
  readonly device: Omit<Device, 'bad'>;
  readonly getAccessToken: () => Promise<string>;
}

/** Those of the view that was mounted last: any token of the page may tell. */
let parts: HealthParts;
let tell: TellHealth | undefined;

/** Tells the record's server how the modules of this page do; one for all views, so that a mount leaves no listener behind. */
export function tellsHealth(latest: HealthParts): TellHealth {
  parts = latest;
  tell ??= createHealth({
    target: window,
    whyOf: (module, version) => whyOf(parts.registry(), parts.device, module, version),
    async send(reports) {
      await fetch(`${parts.base}/api/phr/module-health`, {
        method: 'POST',
        keepalive: true,
        credentials: 'omit',
        headers: { authorization: `Bearer ${await parts.getAccessToken()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ reports }),
      });
    },
  });
  return tell;
}
