import { isAppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { list, shape, text } from '@phr/fhir/json';
import { LoadError } from './load-problem.ts';
import { asLoadError } from './report-files.api.ts';

/** Access to a facility's files by the one-time code of a QR. Our server adds the facility's secret to the call; the browser never has it. */
export interface QrAccess {
  readonly id: string;
  readonly qr: string;
}

const PATH = '/api/services/vendor/patientapp';
const answer = shape({ result: list(text), error: text });

/** The document behind a QR. @throws LoadError: missing when the facility has none, expired when the code has ended */
export async function vendorDocument(request: RequestPort, access: QrAccess, signal: AbortSignal): Promise<ArrayBuffer> {
  try {
    const { body } = await request.send({ service: 'emr', method: 'GET', path: `${PATH}/docs`, query: { ...access }, signal });
    if (!isFile(body)) throw new LoadError('missing');
    return await body.arrayBuffer();
  } catch (error) {
    throw ofVendor(error, signal);
  }
}

/** Paths of the pictures behind a QR; the facility answers a list or an error, both with status 200. @throws LoadError */
export async function vendorImages(request: RequestPort, access: QrAccess, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const { body } = await request.send({ service: 'emr', method: 'GET', path: `${PATH}/images`, query: { ...access }, signal });
    const { result = [], error } = answer(body) ?? {};
    if (error) throw new LoadError('server', new Error(error));
    if (result.length === 0) throw new LoadError('missing');
    return result;
  } catch (error) {
    throw ofVendor(error, signal);
  }
}

const isFile = (body: unknown): body is Blob => typeof body === 'object' && body !== null && 'arrayBuffer' in body;

function ofVendor(error: unknown, signal: AbortSignal): LoadError {
  if (isAppError(error) && error.code === 'QR_EXPIRED') return new LoadError('expired', error);
  return asLoadError(error, signal);
}
