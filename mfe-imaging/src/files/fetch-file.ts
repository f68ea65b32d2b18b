import { bytesOf } from '@phr/fhir/attachment-text';
import { getSigned } from '@phr/http/signed-address';
import { LoadError, type LoadProblem } from './load-problem.ts';
import { INLINE } from './report-files.ts';

/** Size limit of a file, and of a study's files together, to protect memory. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** A download without progress for this long has failed. */
export const STALL_MS = 20_000;

const PROBLEM_OF_STATUS: Readonly<Record<number, LoadProblem>> = {
  401: 'denied',
  403: 'denied',
  404: 'missing',
  410: 'missing',
};

/**
 * Downloads a file from its signed URL, which is the authorization, so nothing else is sent.
 * @throws LoadError: stopped, offline, timeout, denied, missing, server, tooLarge
 */
export async function fetchFile(address: string, stop: AbortSignal, stallMs = STALL_MS): Promise<ArrayBuffer> {
  if (address.startsWith(INLINE)) return bytesWithin(address);
  const stall = new AbortController();
  let timer = setTimeout(() => stall.abort(), stallMs);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stall.abort(), stallMs);
  };
  try {
    const answer = await getSigned(address, AbortSignal.any([stop, stall.signal]));
    if (!answer.ok) throw new LoadError(PROBLEM_OF_STATUS[answer.status] ?? 'server');
    return await readAll(answer, alive);
  } catch (error) {
    if (error instanceof LoadError) throw error;
    throw new LoadError(stop.aborted ? 'stopped' : stall.signal.aborted ? 'timeout' : 'offline', error);
  } finally {
    clearTimeout(timer);
  }
}

/** Bytes of a file embedded in the record. */
function bytesWithin(address: string): ArrayBuffer {
  const bytes = bytesOf(address.slice(address.indexOf(',') + 1));
  if (bytes === undefined) throw new LoadError('missing');
  return bytes.buffer;
}

async function readAll(answer: Response, alive: () => void): Promise<ArrayBuffer> {
  const announced = Number(answer.headers.get('content-length') ?? 0);
  if (announced > MAX_FILE_BYTES) throw new LoadError('tooLarge');
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (const reader = answer.body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    alive();
    size += value.byteLength;
    if (size > MAX_FILE_BYTES) {
      await reader.cancel();
      throw new LoadError('tooLarge');
    }
    pieces.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes.buffer;
}
