import type { ServiceName } from '@phr/contract/host-api';
import { CODES, EmbedError } from './embed-error.ts';

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
  const fields = recordOf(await readJson(`${origin}/config.json`));
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

/** Reads what the record's server publishes. Rejects with EmbedError `origin` where another server answers: its answer is no JSON. */
export async function readJson(address: string): Promise<unknown> {
  const answer = await fetch(address, { credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(8000) });
  const failed = new Error(`${address} answered ${answer.status}`);
  if (answer.status >= 500) throw failed;
  const body: unknown = await answer.json().catch((cause: unknown) => {
    throw new EmbedError(CODES.origin, `${new URL(address).origin} is not the health record's server`, cause);
  });
  if (!answer.ok) throw failed;
  return body;
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
