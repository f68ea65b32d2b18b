import type { RequestPort } from '@phr/contract/host-api';
import { fetchFile } from '../../files/fetch-file.ts';
import { reportAddresses, signedAddresses } from '../../files/report-files.api.ts';
import type { FileSource } from '../../files/source.ts';
import { vendorFile, vendorList } from '../../files/vendor-files.api.ts';

/** Pictures fetched one at a time, and the facility's conclusion. */
export interface Pictures {
  /** Bytes of each; browsers detect the type themselves. */
  readonly files: readonly ((signal: AbortSignal) => Promise<Blob>)[];
  readonly conclusion?: string;
}

/** Excludes SVG, a document that can hold scripts, and DICOM, which has its own viewer. */
const PICTURE = /^image\/(?!svg|dicom)/i;

/** The pictures of a source. @throws LoadError */
export async function openPictures(
  request: RequestPort,
  patientId: string,
  source: FileSource,
  signal: AbortSignal,
): Promise<Pictures> {
  if (source.kind === 'report') {
    const { addresses, ...rest } = await reportAddresses(request, patientId, source.reportId, PICTURE, signal);
    return { files: addresses.map((address) => async (stop) => new Blob([await fetchFile(address, stop)])), ...rest };
  }
  if (source.kind === 'key') {
    const addresses = await signedAddresses(request, [source.key], signal);
    return { files: addresses.map((address) => async (stop) => new Blob([await fetchFile(address, stop)])) };
  }
  const paths = await vendorList(request, 'images', source.access, signal);
  return { files: paths.map((path) => (stop) => vendorFile(request, path, stop)) };
}
