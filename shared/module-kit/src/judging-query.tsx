import type { Goal } from '@phr/clinical/assess/verdict';
import type { RequestPort } from '@phr/contract/host-api';
import { readSearchset } from '@phr/fhir/bundle';
import { goalsIn, needsAuthor } from '@phr/fhir/judging-person';
import { anything } from '@phr/fhir/json';

/** The goals of a person that may judge, with who set each. Rejects with AppError. */
export async function fetchGoals(
  request: RequestPort,
  patientId: string,
  signal: AbortSignal,
): Promise<readonly Goal[]> {
  const found = await recordOf(request, `/Patient/${patientId}/Goal`, { _count: 200 }, signal);
  const goals = goalsIn(found);
  if (!goals.some(needsAuthor)) return goals;
  // who may not read them knows no author: such a goal judges nothing
  const written = await recordOf(request, `/Patient/${patientId}/Provenance`, { _count: 200 }, signal).catch(() => []);
  return goalsIn([...found, ...written]);
}

/** One page of resources of the record server. Rejects with AppError. */
export async function recordOf(
  request: RequestPort,
  path: string,
  query: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
) {
  const { body } = await request.send({ service: 'fhir', method: 'GET', path, query, signal });
  return readSearchset(body, anything).resources;
}
