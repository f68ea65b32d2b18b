import { isAppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { list, lenientObject, text } from '@phr/fhir/json';
import { fetchFile } from './fetch-file.ts';
import { LoadError } from './load-problem.ts';
import { asLoadError, signedAddresses } from './report-files.api.ts';

/**
 * Access to a facility's files with a QR code's one-time code. Our server adds the facility's secret; the browser never
 * has it.
 */
export interface QrAccess {
  readonly id: string;
  readonly qr: string;
}

const PATH = '/api/services/vendor/patientapp';
/** Excludes schemes, leading slashes and '..'. */
const STORAGE_KEY = /^(?!.*\.\.)[\w-][\w.-]*(?:\/[\w-][\w.-]*)+$/;
const answer = lenientObject({ result: list(text), error: text });

/**
 * The document behind a QR code.
 * @throws LoadError: missing if there is none, expired if the code has ended
 */
export async function vendorDocument(
  request: RequestPort,
  access: QrAccess,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  try {
    const { body } = await request.send({
      service: 'emr',
      method: 'GET',
      path: `${PATH}/docs`,
      query: { ...access },
      signal,
    });
    if (!isFile(body)) throw new LoadError('missing');
    return await body.arrayBuffer();
  } catch (error) {
    throw ofVendor(error, signal);
  }
}

/**
 * Paths of the images or DICOM files behind a QR code; facilities return a list or an error, both with status 200.
 * @throws LoadError
 */
export async function vendorList(
  request: RequestPort,
  kind: 'images' | 'dicomimages',
  access: QrAccess,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const { body } = await request.send({
      service: 'emr',
      method: 'GET',
      path: `${PATH}/${kind}`,
      query: { ...access },
      signal,
    });
    const { result = [], error } = answer(body) ?? {};
    if (error) throw new LoadError('server', new Error(error));
    if (result.length === 0) throw new LoadError('missing');
    return result;
  } catch (error) {
    throw ofVendor(error, signal);
  }
}

/**
 * A file of the list, through our server like the list, or from storage if the facility names one of its keys.
 * @throws LoadError
 */
export async function vendorFile(request: RequestPort, path: string, signal: AbortSignal): Promise<Blob> {
  if (STORAGE_KEY.test(path)) {
    const [address = ''] = await signedAddresses(request, [path], signal);
    return new Blob([await fetchFile(address, signal)]);
  }
  // never open a URL on a foreign server
  if (!path.startsWith('/') || path.startsWith('//')) throw new LoadError('denied');
  const { pathname, searchParams } = new URL(path, 'https://facility.invalid');
  try {
    const { body } = await request.send({
      service: 'emr',
      method: 'GET',
      path: pathname,
      query: Object.fromEntries(searchParams),
      signal,
    });
    if (!isFile(body)) throw new LoadError('noImage');
    return body;
  } catch (error) {
    throw ofVendor(error, signal);
  }
}

const isFile = (body: unknown): body is Blob => typeof body === 'object' && body !== null && 'arrayBuffer' in body;

function ofVendor(error: unknown, signal: AbortSignal): LoadError {
  if (isAppError(error) && error.code === 'QR_EXPIRED') return new LoadError('expired', error);
  return asLoadError(error, signal);
}
