import type { TakeReports } from './take-reports.ts';
import { ServerError } from '../../kit/server-error.ts';

const LIMIT_MS = 3_000;

/** A release service elsewhere, as a web process tells it of its pages. */
export interface ToldService {
  readonly url: string;
  /** A key of it that may `report`. */
  readonly key: string;
  readonly environment: string;
}

/** Hands on what pages tell: what is judged, and what stops a rollout, stands in the database of the service. */
export const createReportsElsewhere =
  (service: ToldService): TakeReports =>
  (told) =>
    tell(service, 'health', told);

/** Tells the contract of the shell that is served here: releases have to fit it. */
export const tellHost = (service: ToldService, contract: string): Promise<void> => tell(service, 'hosts', { contract });

async function tell({ url, key, environment }: ToldService, path: string, body: object): Promise<void> {
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
