import type { RegistryTwo } from '@phr/contract/registry';
import { createHealth, type TellHealth } from '@phr/loader/health';
import type { Device } from '@phr/loader/resolve';
import { whyOf } from '@phr/loader/why-of';

export interface HealthParts {
  /** Base URL of the record's services. */
  readonly base: string;
  readonly registry: () => RegistryTwo;
  readonly device: Omit<Device, 'bad'>;
  readonly getAccessToken: () => Promise<string>;
}

/** Those of the most recently mounted view: any token of the page may report. */
let parts: HealthParts;
let tell: TellHealth | undefined;

/**
 * Reports module health of this page to the record's server; one instance for all views, so mounts leave no listeners
 * behind.
 */
export function createHealthReporter(latest: HealthParts): TellHealth {
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
