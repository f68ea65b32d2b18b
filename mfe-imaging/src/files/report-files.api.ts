import { isAppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { isObject } from '@phr/fhir/json';
import { LoadError, type LoadProblem } from './load-problem.ts';
import { filesOf, INLINE, mediaUrls } from './report-files.ts';

export interface ReportAddresses {
  /** In the report's order, at least one. */
  readonly addresses: readonly string[];
  readonly conclusion?: string;
}

/**
 * Signed URLs of a report's files of one content type.
 * @throws LoadError: missing if there is no such report or file
 */
export async function reportAddresses(
  request: RequestPort,
  patientId: string,
  reportId: string,
  contentType: RegExp,
  signal: AbortSignal,
): Promise<ReportAddresses> {
  try {
    const { keys, conclusion } = await reportKeys(request, patientId, reportId, contentType, signal);
    return {
      addresses: await signedAddresses(request, keys, signal),
      ...(conclusion === undefined ? {} : { conclusion }),
    };
  } catch (error) {
    throw asLoadError(error, signal);
  }
}

/**
 * Signed URLs of storage keys, in order, without unknown keys.
 * @throws LoadError: missing if none remains
 */
export async function signedAddresses(
  request: RequestPort,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  try {
    if (keys.length === 0) throw new LoadError('missing');
    const stored = keys.filter((key) => !key.startsWith(INLINE));
    if (stored.length === 0) return [...keys];
    const { body } = await request.send({
      service: 'phr',
      method: 'POST',
      path: '/api/phr/storage/presigned-url-for-download',
      body: { keys: stored },
      signal,
    });
    const answer = isObject(body) ? body : {};
    const signed = keys
      .map((key) => (key.startsWith(INLINE) ? key : answer[key]))
      .filter((address) => typeof address === 'string');
    if (signed.length === 0) throw new LoadError('missing');
    return signed;
  } catch (error) {
    throw asLoadError(error, signal);
  }
}

async function reportKeys(
  request: RequestPort,
  patientId: string,
  reportId: string,
  contentType: RegExp,
  signal: AbortSignal,
): Promise<{ readonly keys: readonly string[]; readonly conclusion?: string }> {
  const report = await request.send({
    service: 'fhir',
    method: 'GET',
    path: `/Patient/${patientId}/DiagnosticReport`,
    query: { _id: reportId },
    signal,
  });
  const { urls, mediaIds, ...rest } = filesOf(report.body, contentType);
  if (mediaIds.length === 0) return { keys: urls, ...rest };
  const media = await request.send({
    service: 'fhir',
    method: 'GET',
    path: `/Patient/${patientId}/Media`,
    query: { _id: mediaIds.join(',') },
    signal,
  });
  return { keys: [...urls, ...mediaUrls(media.body, mediaIds, contentType)], ...rest };
}

const PROBLEM_OF_CODE: Readonly<Record<string, LoadProblem>> = {
  NETWORK: 'offline',
  INTERRUPTED: 'offline',
  TIMEOUT: 'timeout',
};
const PROBLEM_OF_STATUS: Readonly<Record<number, LoadProblem>> = {
  401: 'denied',
  403: 'denied',
  404: 'missing',
  410: 'missing',
};

/** Maps a failed call to a viewer's error. */
export function asLoadError(error: unknown, signal: AbortSignal): LoadError {
  if (error instanceof LoadError) return error;
  if (signal.aborted) return new LoadError('stopped', error);
  if (!isAppError(error)) return new LoadError('server', error);
  return new LoadError(PROBLEM_OF_CODE[error.code] ?? PROBLEM_OF_STATUS[error.httpStatus ?? 0] ?? 'server', error);
}
