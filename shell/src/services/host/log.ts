import type { LogPort } from '@phr/contract/host-api';

/** Logs technical events to the console in development builds. Errors by name only: messages may contain user input. */
export function createLog(source: string, isProduction: boolean): LogPort {
  return {
    event(name, fields = {}) {
      if (!isProduction) console.info(`[${source}] ${name}`, fields);
    },
    error(name, error) {
      if (isProduction) console.error(`[${source}] ${name}: ${nameOf(error)}`);
      else console.error(`[${source}] ${name}`, error);
    },
  };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? ` ${String(error.code)}` : 'kind' in error ? ` ${String(error.kind)}` : '';
  return `${error.name}${code}`;
}
