import type { Goal } from '@phr/clinical/assess/verdict';
import { configuredRanges, readViewConfig } from '@phr/clinical/view-config';
import type { HostApi, RequestPort } from '@phr/contract/host-api';
import type { JudgingContext } from '@phr/fhir/judging';
import { goalsIn, needsAuthor, personIn } from '@phr/fhir/judging-person';
import { deviceZone } from '@phr/time/zone';
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
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

/** The goals of a person, asked once for all screens and sources of a module. */
export const goalsQuery = (request: RequestPort, patientId: string) => ({
  queryKey: ['goals', patientId],
  retry: false,
  queryFn: ({ signal }: QueryFunctionContext) => fetchGoals(request, patientId, signal),
});

/** How the deployment lists and draws vital signs; read once. */
export const viewConfigQuery = (request: RequestPort) => ({
  queryKey: ['view-config', 'vital-signs'],
  staleTime: Infinity,
  retry: false,
  queryFn: async ({ signal }: QueryFunctionContext) => {
    const { body } = await request.send({
      service: 'phr',
      method: 'GET',
      path: '/api/phr/observationComponentViewConfig',
      query: { type: 'vital-signs' },
      signal,
    });
    return readViewConfig(body);
  },
});

/** For whom and when results are judged that a source tells, as its module's screens judge them. Rejects with AppError where the goals cannot be read. */
export async function fetchJudging(
  { request, patient }: Pick<HostApi, 'request' | 'patient'>,
  queries: QueryClient,
  patientId: string,
  now: number,
): Promise<JudgingContext> {
  const [goals, config] = await Promise.all([
    queries.fetchQuery(goalsQuery(request, patientId)),
    // without it the product's tables judge, as on every screen
    queries.fetchQuery(viewConfigQuery(request)).catch(() => undefined),
  ]);
  const { birthDate, gender } = patient.get().family.find(({ id }) => id === patientId) ?? {};
  return {
    person: personIn({ birthDate, gender }),
    zone: deviceZone(),
    now,
    goals,
    ...(config === undefined ? {} : { configured: configuredRanges(config) }),
  };
}

/** One page of resources of a type. Rejects with AppError, also for an answer that cannot be read: without goals everything would be judged another way. */
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
