import { isAppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { isObject } from '@phr/fhir/json';
import { DicomLoadError, type LoadProblem } from './load-problem.ts';
import { filesOf, mediaUrls } from './report-files.ts';

const DICOM = /^application\/dicom\b/i;

/**
 * Signed addresses of a report's DICOM files, in the report's order.
 * @throws DicomLoadError: missing when the patient has no such report or it has no such file
 */
export async function dicomAddresses(request: RequestPort, patientId: string, reportId: string, signal: AbortSignal): Promise<string[]> {
  try {
    const keys = await dicomKeys(request, patientId, reportId, signal);
    if (keys.length === 0) throw new DicomLoadError('missing');
    const { body } = await request.send({ service: 'phr', method: 'POST', path: '/api/phr/storage/presigned-url-for-download', body: { keys }, signal });
    // Files the storage does not know are left out of the answer.
    const signed = isObject(body) ? keys.map((key) => body[key]).filter((address) => typeof address === 'string') : [];
    if (signed.length === 0) throw new DicomLoadError('missing');
    return signed;
  } catch (error) {
    throw asLoadError(error, signal);
  }
}

async function dicomKeys(request: RequestPort, patientId: string, reportId: string, signal: AbortSignal): Promise<string[]> {
  const report = await request.send({ service: 'fhir', method: 'GET', path: `/Patient/${patientId}/DiagnosticReport`, query: { _id: reportId }, signal });
  const { urls, mediaIds } = filesOf(report.body, DICOM);
  if (mediaIds.length === 0) return [...urls];
  const media = await request.send({ service: 'fhir', method: 'GET', path: `/Patient/${patientId}/Media`, query: { _id: mediaIds.join(',') }, signal });
  return [...urls, ...mediaUrls(media.body, mediaIds, DICOM)];
}

const PROBLEM_OF_CODE: Readonly<Record<string, LoadProblem>> = { NETWORK: 'offline', TIMEOUT: 'timeout' };
const PROBLEM_OF_STATUS: Readonly<Record<number, LoadProblem>> = { 401: 'denied', 403: 'denied', 404: 'missing', 410: 'missing' };

function asLoadError(error: unknown, signal: AbortSignal): DicomLoadError {
  if (error instanceof DicomLoadError) return error;
  if (signal.aborted) return new DicomLoadError('stopped', error);
  if (!isAppError(error)) return new DicomLoadError('server', error);
  return new DicomLoadError(PROBLEM_OF_CODE[error.code] ?? PROBLEM_OF_STATUS[error.httpStatus ?? 0] ?? 'server', error);
}
