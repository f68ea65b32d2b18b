import type { ServiceName } from '@phr/contract/host-api';
import { CODES, EmbedError } from './embed-error.ts';

/** Public settings of the record's server. */
export interface Service {
  readonly origin: string;
  readonly baseOf: (service: ServiceName) => string;
  /** Where one-time codes are exchanged for tokens. */
  readonly tokenEndpoint: string;
  readonly emergencyNumber: string;
  readonly supportPhone: string;
  readonly clinicalTexts: 'signed' | 'all' | 'off';
}

/** Reads the public configuration from the origin that served this script. */
export async function readService(origin: string): Promise<Service> {
  const fields = recordOf((await readPublished(`${origin}/config.json`)).body);
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

/** A document published by the record's server. */
export interface Published {
  readonly body: unknown;
  /** Raw text: the signed content. */
  readonly text: string;
  readonly headers: Headers;
}

/**
 * Reads a published document. Rejects with EmbedError `origin` if another server responds, recognizable by a non-JSON
 * response.
 */
export async function readPublished(address: string): Promise<Published> {
  const answer = await fetch(address, { credentials: 'omit', cache: 'no-cache', signal: AbortSignal.timeout(8000) });
  const failed = new Error(`${address} answered ${answer.status}`);
  if (answer.status >= 500) throw failed;
  const text = await answer.text();
  const body = parsed(text, new URL(address).origin);
  if (!answer.ok) throw failed;
  return { body, text, headers: answer.headers };
}

function parsed(text: string, origin: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EmbedError(CODES.origin, `${origin} is not the health record's server`, cause);
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
