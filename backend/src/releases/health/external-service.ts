import type { ReceiveReport } from './receive-reports.ts';
import { ServerError } from '../../kit/server-error.ts';

const LIMIT_MS = 3_000;

/** An external release service, as called by a web process. */
export interface ExternalReleaseService {
  readonly url: string;
  /** Its key with the `report` right. */
  readonly key: string;
  readonly environment: string;
}

/** Forwards pages' reports: judging and stopping rollouts is up to that service. */
export const createReportForwarder =
  (service: ExternalReleaseService): ReceiveReport =>
  (told) =>
    tell(service, 'health', told);

/** Reports the contract of the served shell, which releases must match. */
export const reportHost = (service: ExternalReleaseService, contract: string): Promise<void> =>
  tell(service, 'hosts', { contract });

async function tell({ url, key, environment }: ExternalReleaseService, path: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/releases/v1/environments/${environment}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch((error: unknown) => {
    throw new ServerError('UNAVAILABLE', 'The release service does not answer', { cause: error });
  });
  if (!answer.ok) throw new ServerError('UNAVAILABLE', `The release service answered ${answer.status} to ${path}`);
}
