import type { LogPort } from '@phr/contract/host-api';
import type { TellHealth } from './health.ts';

/** The log of one release, by which its error wall also tells that a part of it could not be drawn. */
export function tellingLog(log: LogPort, tell: TellHealth, module: string, version: string): LogPort {
  return {
    event: log.event,
    error(name, error) {
      log.error(name, error);
      if (name === 'module.render') tell(module, version, { fault: 'render', error });
    },
  };
}
