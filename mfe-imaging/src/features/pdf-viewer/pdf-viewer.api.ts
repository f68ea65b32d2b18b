import type { RequestPort } from '@phr/contract/host-api';
import { fetchFile } from '../../files/fetch-file.ts';
import { LoadError } from '../../files/load-problem.ts';
import { reportAddresses, signedAddresses } from '../../files/report-files.api.ts';
import { vendorDocument } from '../../files/vendor-files.api.ts';
import { keysOf, sameFile, type Source } from './source.entity.ts';

const PDF = /^application\/pdf\b/i;
/** The PDF signature is within the first bytes. */
const HEAD_BYTES = 1024;

/**
 * Documents of a source, fetched on demand.
 * @throws LoadError
 */
export async function openSource(
  request: RequestPort,
  patientId: string,
  source: Source,
  signal: AbortSignal,
): Promise<readonly ((signal: AbortSignal) => Promise<ArrayBuffer>)[]> {
  if (source.kind === 'qr') {
    const bytes = isPdf(await vendorDocument(request, source.access, signal));
    return [async () => bytes];
  }
  const addresses =
    source.kind === 'report'
      ? (await reportAddresses(request, patientId, source.reportId, PDF, signal)).addresses
      : await signedAgain(request, source, signal);
  return addresses.map((address) => async (stop) => isPdf(await fetchFile(address, stop)));
}

/**
 * The storage's URL of a key, or of the file behind one of its own URLs.
 * @throws LoadError: missing for a foreign URL
 */
async function signedAgain(
  request: RequestPort,
  source: Exclude<Source, { readonly kind: 'qr' | 'report' }>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (source.kind === 'key') return signedAddresses(request, [source.key], signal);
  for (const key of keysOf(source.address)) {
    // one at a time: a key of another person would fail all keys in the request
    const signed = await signedAddresses(request, [key], signal).catch(nothingOfOurs);
    const own = sameFile(source.address, signed);
    if (own !== undefined) return [own];
  }
  throw new LoadError('missing');
}

function nothingOfOurs(error: unknown): readonly string[] {
  if (error instanceof LoadError && (error.problem === 'missing' || error.problem === 'denied')) return [];
  throw error;
}

/** Passes only PDFs to the reader. */
function isPdf(bytes: ArrayBuffer): ArrayBuffer {
  const head = new TextDecoder('latin1').decode(new Uint8Array(bytes, 0, Math.min(HEAD_BYTES, bytes.byteLength)));
  if (!head.includes('%PDF-')) throw new LoadError('notPdf');
  return bytes;
}
