import type { RequestPort } from '@phr/contract/host-api';
import { fetchFile } from '../../files/fetch-file.ts';
import { reportAddresses, signedAddresses } from '../../files/report-files.api.ts';
import type { FileSource } from '../../files/source.ts';
import { vendorFile, vendorList } from '../../files/vendor-files.api.ts';
import type { StudyFile } from './study.entity.ts';

/** Matches both common media types, but not `application/dicom+json`, which is no file. */
const DICOM = /^(?:application|image)\/dicom\s*(?:;|$)/i;

/**
 * DICOM files of a report, or behind a facility's QR code, fetched on demand.
 * @throws LoadError
 */
export async function openStudy(
  request: RequestPort,
  patientId: string,
  source: FileSource,
  signal: AbortSignal,
): Promise<readonly StudyFile[]> {
  if (source.kind === 'report') {
    const { addresses } = await reportAddresses(request, patientId, source.reportId, DICOM, signal);
    return addresses.map((address) => ({ address, read: (stop) => fetchFile(address, stop) }));
  }
  if (source.kind === 'key') {
    const addresses = await signedAddresses(request, [source.key], signal);
    return addresses.map((address) => ({ address, read: (stop) => fetchFile(address, stop) }));
  }
  const paths = await vendorList(request, 'dicomimages', source.access, signal);
  return paths.map((path) => ({
    address: path,
    read: async (stop) => (await vendorFile(request, path, stop)).arrayBuffer(),
  }));
}
