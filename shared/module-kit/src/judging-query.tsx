import type { Goal } from '@phr/clinical/assess/verdict';
import type { RequestPort } from '@phr/contract/host-api';
import { goalsIn, needsAuthor } from '@phr/fhir/judging-person';
import { readSearchset } from './patient-list-query.tsx';

/** A person's goals with their authors, as far as they may judge. Rejects with AppError. */
export async function fetchGoals(
  request: RequestPort,
  patientId: string,
  signal: AbortSignal,
): Promise<readonly Goal[]> {
  const found = await recordOf(request, patientId, 'Goal', { _count: 200 }, signal);
  const goals = goalsIn(found);
  if (!goals.some(needsAuthor)) return goals;
  // without access to Provenance the author is unknown, so such a goal does not judge
  const written = await recordOf(request, patientId, 'Provenance', { _count: 200 }, signal).catch(() => []);
  return goalsIn([...found, ...written]);
}

/**
 * One page of resources of a type. Rejects with AppError, also for an unreadable response: without goals values would
 * be judged differently.
 */
export async function recordOf(
  request: RequestPort,
  patientId: string,
  type: string,
  query: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
) {
  const { body } = await request.send({
    service: 'fhir',
    method: 'GET',
    path: `/Patient/${patientId}/${type}`,
    query,
    signal,
  });
  return readSearchset(body, type).resources;
}
