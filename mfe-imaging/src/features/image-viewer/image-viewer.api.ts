import type { RequestPort } from '@phr/contract/host-api';
import { fetchFile } from '../../files/fetch-file.ts';
import { LoadError } from '../../files/load-problem.ts';
import { asLoadError, reportAddresses } from '../../files/report-files.api.ts';
import type { FileSource } from '../../files/source.ts';
import { vendorImages } from '../../files/vendor-files.api.ts';

/** Pictures that can be fetched one at a time, and what the facility concluded. */
export interface Pictures {
  /** Bytes of each, with the type that the browser will find out by itself. */
  readonly files: readonly ((signal: AbortSignal) => Promise<Blob>)[];
  readonly conclusion?: string;
}

/** SVG is left out: it is a document that can hold scripts. */
const PICTURE = /^image\/(?!svg)/i;

/** The pictures of a source. @throws LoadError */
export async function openPictures(request: RequestPort, patientId: string, source: FileSource, signal: AbortSignal): Promise<Pictures> {
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
