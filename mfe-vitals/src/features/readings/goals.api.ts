import type { RequestPort } from '@phr/contract/host-api';
import type { Goal } from '@phr/clinical/assess/verdict';
import { readSearchset } from '@phr/fhir/bundle';
import { goal } from '@phr/fhir/judging';

/** The goals of a person that may judge readings. Rejects with AppError. */
export async function fetchGoals(
  request: RequestPort,
  patientId: string,
  signal: AbortSignal,
): Promise<readonly Goal[]> {
  const { body } = await request.send({
    service: 'fhir',
    method: 'GET',
    path: `/Patient/${patientId}/Goal`,
    query: { _count: 200 },
    signal,
  });
  return readSearchset(body, goal, 'Goal').resources;
}
