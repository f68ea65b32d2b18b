import type { RequestPort } from '@phr/contract/host-api';
import { fetchFile } from '../../files/fetch-file.ts';
import { LoadError } from '../../files/load-problem.ts';
import { reportAddresses, signedAddresses } from '../../files/report-files.api.ts';
import { vendorDocument } from '../../files/vendor-files.api.ts';
import type { Source } from './source.ts';

const PDF = /^application\/pdf\b/i;
/** The mark of a PDF stands near its beginning. */
const HEAD_BYTES = 1024;

/** The documents behind a source, each fetched when asked for. @throws LoadError */
export async function openSource(request: RequestPort, patientId: string, source: Source, signal: AbortSignal): Promise<readonly ((signal: AbortSignal) => Promise<ArrayBuffer>)[]> {
  if (source.kind === 'qr') {
    const bytes = isPdf(await vendorDocument(request, source.access, signal));
    return [async () => bytes];
  }
  const addresses = source.kind === 'key'
    ? await signedAddresses(request, [source.key], signal)
    : (await reportAddresses(request, patientId, source.reportId, PDF, signal)).addresses;
  return addresses.map((address) => async (stop) => isPdf(await fetchFile(address, stop)));
}

/** What does not say that it is a PDF is not handed to the reader. */
function isPdf(bytes: ArrayBuffer): ArrayBuffer {
  const head = new TextDecoder('latin1').decode(new Uint8Array(bytes, 0, Math.min(HEAD_BYTES, bytes.byteLength)));
  if (!head.includes('%PDF-')) throw new LoadError('notPdf');
  return bytes;
}
