import type { LogPort } from '@phr/contract/host-api';
import type { TellHealth } from './health.ts';

/** A release's log that also reports render errors to health monitoring. */
export function reportingLog(log: LogPort, tell: TellHealth, module: string, version: string): LogPort {
  return {
    event: log.event,
    error(name, error) {
      log.error(name, error);
      if (name === 'module.render') tell(module, version, { fault: 'render', error });
    },
  };
}
