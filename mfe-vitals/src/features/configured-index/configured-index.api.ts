import type { RequestPort } from '@phr/contract/host-api';
import { readSearchset } from '@phr/fhir/bundle';
import { observation, type Observation } from '@phr/fhir/observation';

const PAGE_SIZE = 200;

export interface ResultPage {
  readonly observations: readonly Observation[];
  /** Path of the next page. */
  readonly next?: string;
  /** When the answer came, ISO 8601. */
  readonly receivedAt: string;
}

/**
 * One page of the results for some codes, newest first.
 * @param next path of a later page
 */
export async function fetchResults(
  request: RequestPort,
  patientId: string,
  codes: readonly string[],
  next: string | undefined,
  signal: AbortSignal,
): Promise<ResultPage> {
  const answer = await request.send(
    next === undefined
      ? {
          service: 'fhir',
          method: 'GET',
          path: `/Patient/${patientId}/Observation`,
          query: { code: codes.join(','), _sort: '-date', _count: PAGE_SIZE },
          signal,
        }
      : { service: 'fhir', method: 'GET', path: next, signal },
  );
  return {
    observations: readSearchset(answer.body, observation, 'Observation').resources,
    receivedAt: answer.receivedAt,
    ...(answer.next === undefined ? {} : { next: answer.next }),
  };
}
