import type { ServiceName } from '@phr/contract/host-api';

/** What the health record's own server tells a partner's page. */
export interface Service {
  readonly origin: string;
  readonly baseOf: (service: ServiceName) => string;
  /** Where a one-time code is traded for a token. */
  readonly tokenEndpoint: string;
  readonly emergencyNumber: string;
  readonly supportPhone: string;
  readonly clinicalTexts: 'signed' | 'all' | 'off';
}

/** Reads the public configuration from the origin that served this script. */
export async function readService(origin: string): Promise<Service> {
  const fields = recordOf(JSON.parse((await readText(`${origin}/config.json`)).text));
  const services = recordOf(fields['services']);
  return {
    origin,
    baseOf: (service) => {
      const base = services[service];
      return new URL(typeof base === 'string' && base !== '' ? base : '/', origin).href.replace(/\/$/, '');
    },
    tokenEndpoint: `${textOf(recordOf(fields['oidc'])['authority'])}/connect/token`,
    emergencyNumber: textOf(fields['emergencyNumber']),
    supportPhone: textOf(fields['supportPhone']),
    clinicalTexts:
      fields['clinicalTexts'] === 'all' || fields['clinicalTexts'] === 'off' ? fields['clinicalTexts'] : 'signed',
  };
}

/** What the record's server publishes at an address. Rejects where it is not there. */
export async function readText(address: string): Promise<{ readonly text: string; readonly headers: Headers }> {
  const answer = await fetch(address, { credentials: 'omit', cache: 'no-cache', signal: AbortSignal.timeout(8000) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return { text: await answer.text(), headers: answer.headers };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
