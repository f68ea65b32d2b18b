import type { RequestPort } from '@phr/contract/host-api';
import { readSearchset } from '@phr/fhir/bundle';
import { observation, type Observation } from '@phr/fhir/observation';
import { GROWTH_CODES } from './growth-measure.entity.ts';

/** Page limit beyond any childhood: a daily scale fills two pages a year. */
const PAGES = 20;

/** All growth measurements of a child, newest first. */
export interface GrowthAnswer {
  readonly observations: readonly Observation[];
  /** False when there is more than could be read at once. */
  readonly isWhole: boolean;
  /** ISO 8601. */
  readonly receivedAt: string;
}

/** Loads all measurements of a chart. Rejects with AppError. */
export async function fetchGrowth(request: RequestPort, patientId: string, signal: AbortSignal): Promise<GrowthAnswer> {
  const path = `/Patient/${patientId}/Observation`;
  const query = { code: GROWTH_CODES.join(','), _sort: '-date', _count: 200 };
  let answer = await request.send({ service: 'fhir', method: 'GET', path, query, signal });
  const { receivedAt } = answer;
  const observations = [...readSearchset(answer.body, observation, 'Observation').resources];
  for (let page = 1; answer.next !== undefined && page < PAGES; page += 1) {
    answer = await request.send({ service: 'fhir', method: 'GET', path: answer.next, signal });
    observations.push(...readSearchset(answer.body, observation, 'Observation').resources);
  }
  return { observations, isWhole: answer.next === undefined, receivedAt };
}
