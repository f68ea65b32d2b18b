import type { RequestPort } from '@phr/contract/host-api';
import { fetchFile } from '../../files/fetch-file.ts';
import { LoadError } from '../../files/load-problem.ts';
import { asLoadError, reportAddresses } from '../../files/report-files.api.ts';
import { REPORT_ID } from '../../files/report-files.ts';
import { type QrAccess, vendorImages } from '../../files/vendor-files.api.ts';

/** Where the pictures come from: a report of the person, or a QR of a facility. */
export type Source =
  | { readonly kind: 'report'; readonly reportId: string }
  | { readonly kind: 'qr'; readonly access: QrAccess };

/** Pictures that can be fetched one at a time, and what the facility concluded. */
export interface Pictures {
  /** Bytes of each, with the type that the browser will find out by itself. */
  readonly files: readonly ((signal: AbortSignal) => Promise<Blob>)[];
  readonly conclusion?: string;
}

/** SVG is left out: it is a document that can hold scripts. */
const PICTURE = /^image\/(?!svg)/i;
const QR = /^[\w.~-]{1,2000}$/;

/** Reads `diagnosticReportId, qr, id` of the address; undefined when nothing usable is named. */
export function sourceOf(params: URLSearchParams): Source | undefined {
  const reportId = params.get('diagnosticReportId') ?? '';
  const [qr, id] = [params.get('qr') ?? '', params.get('id') ?? ''];
  if (QR.test(qr) && REPORT_ID.test(id)) return { kind: 'qr', access: { id, qr } };
  return REPORT_ID.test(reportId) ? { kind: 'report', reportId } : undefined;
}

/** The pictures of a source. @throws LoadError */
export async function openPictures(request: RequestPort, patientId: string, source: Source, signal: AbortSignal): Promise<Pictures> {
  if (source.kind === 'report') {
    const { addresses, ...rest } = await reportAddresses(request, patientId, source.reportId, PICTURE, signal);
    return { files: addresses.map((address) => async (stop) => new Blob([await fetchFile(address, stop)])), ...rest };
  }
  const paths = await vendorImages(request, source.access, signal);
  return { files: paths.map((path) => (stop) => vendorPicture(request, path, stop)) };
}

/** A picture that the facility names by a path; it comes through our server like the list did. @throws LoadError */
async function vendorPicture(request: RequestPort, path: string, signal: AbortSignal): Promise<Blob> {
  // An address of anybody else's server is never opened.
  if (!path.startsWith('/') || path.startsWith('//')) throw new LoadError('denied');
  const { pathname, searchParams } = new URL(path, 'https://facility.invalid');
  try {
    const { body } = await request.send({ service: 'emr', method: 'GET', path: pathname, query: Object.fromEntries(searchParams), signal });
    if (typeof body !== 'object' || body === null || !('arrayBuffer' in body)) throw new LoadError('noImage');
    return body as Blob;
  } catch (error) {
    throw asLoadError(error, signal);
  }
}
