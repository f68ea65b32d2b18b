import { AppError } from '@phr/contract/app-error';
import { getSigned } from '@phr/http/signed-address';
import type { RequestPort } from '@phr/contract/host-api';
import { vitalOf } from '@phr/clinical/codings';
import { readSearchset } from '@phr/fhir/bundle';
import { isObject } from '@phr/fhir/json';
import { observation, type Observation } from '@phr/fhir/observation';

/** The latest ECGs of a person (ECG-10). */
const COUNT = 100;

export interface Observations {
  readonly observations: readonly Observation[];
  /** When the answer came, ISO 8601. */
  readonly receivedAt: string;
}

/** The latest 100 ECGs, newest first. */
export async function fetchEcgs(request: RequestPort, patientId: string, signal: AbortSignal): Promise<Observations> {
  const answer = await request.send({
    service: 'fhir',
    method: 'GET',
    path: `/Patient/${patientId}/Observation`,
    query: {
      code: vitalOf('ecgs')
        .primaryCodings.map(({ code }) => code)
        .join(','),
      _sort: '-date',
      _count: COUNT,
    },
    signal,
  });
  return {
    observations: readSearchset(answer.body, observation, 'Observation').resources,
    receivedAt: answer.receivedAt,
  };
}

/** One ECG of a person; rejects with NOT_FOUND if there is none. */
export async function fetchEcg(
  request: RequestPort,
  patientId: string,
  id: string,
  signal: AbortSignal,
): Promise<{ readonly observation: Observation; readonly receivedAt: string }> {
  const answer = await request.send({
    service: 'fhir',
    method: 'GET',
    path: `/Patient/${patientId}/Observation`,
    query: { _id: id },
    signal,
  });
  const [found] = readSearchset(answer.body, observation, 'Observation').resources;
  if (found === undefined) throw new AppError({ code: 'NOT_FOUND', httpStatus: 404, source: 'FHIR_SERVER' });
  return { observation: found, receivedAt: answer.receivedAt };
}

/** Samples of an ECG stored as a file, by lead (ECG-06). Its signed URL is the authorization. Rejects with AppError. */
export async function fetchSamples(request: RequestPort, key: string, signal: AbortSignal): Promise<unknown> {
  const { body } = await request.send({
    service: 'phr',
    method: 'POST',
    path: '/api/phr/storage/presigned-url-for-download',
    body: { keys: [key] },
    signal,
  });
  const address = isObject(body) ? body[key] : undefined;
  if (typeof address !== 'string') throw new AppError({ code: 'NOT_FOUND', httpStatus: 404, source: 'PHR_API' });
  const answer = await getSigned(address, signal).catch((cause: unknown) => {
    throw new AppError({ code: 'NETWORK', source: 'PHR_API', cause });
  });
  if (!answer.ok) throw new AppError({ httpStatus: answer.status, source: 'PHR_API' });
  return answer.json();
}
