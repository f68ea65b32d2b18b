import { AppError, isAppError } from '@phr/contract/app-error';
import type { Client } from './client.ts';

/** A file as the storage keeps it (STO-04). */
export interface StoredFile {
  /** The storage's key, which a record refers to. */
  readonly path: string;
  /** The signed address that it was sent to; '' when an earlier try had brought it there. */
  readonly url: string;
  readonly extension: string;
  /** Bytes. */
  readonly size: number;
  /** Random, 36 characters. */
  readonly uid: string;
  /** What the person calls it, or the stored name. */
  readonly name: string;
}

/** Sends a file to a signed address and answers the status. */
export type Put = (url: string, file: Blob) => Promise<number>;

/** The storage's key of a new file of a patient (STO-03). @param uid kept by a form for its second try; a random one when not given */
export function filePath(
  patientId: string,
  folder: string,
  extension: string,
  uid: string = crypto.randomUUID(),
): string {
  return `${patientId}/${folder}/${uid}.${extension}`;
}

/**
 * Keeps a file in the storage under a new key, and beside a DICOM file what it says of itself as JSON (STO-02). Rejects with AppError: UPLOAD_LIMIT, FILE_TYPE,
 * UPLOAD_QUOTA, NETWORK or the status.
 */
export async function uploadFile(request: Client, path: string, file: Blob, put: Put = putFile): Promise<StoredFile> {
  const stored = await keepFile(request, path, file, put);
  if (stored.extension === 'dcm') {
    // It comes with a module's forms where they are a file of their own: each file more is a line in the module's entry.
    const { dicomMetadata } = await import(/* webpackChunkName: "write" */ './dicom-metadata.ts');
    await keepFile(
      request,
      path.replace(/dcm$/, 'json'),
      new Blob([JSON.stringify(await dicomMetadata(file, path))], { type: 'application/json' }),
      put,
    );
  }
  return stored;
}

/**
 * What the storage gives, or nothing when it fails (STO-05): the reason goes to `tell`, which shows it, and what the person chose stays where it is.
 * Faults of other kinds are thrown.
 */
export async function orNothing<T>(work: Promise<T>, tell: (error: AppError) => void): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!isAppError(error)) throw error;
    tell(error);
    return undefined;
  }
}

/** Keys to which this page has sent a file: a key is written once, so that one that is written now holds that file, and only the answer was lost. */
const sent = new Set<string>();
const REFUSED: Readonly<Record<number, string>> = {
  409: 'CONFLICT',
  413: 'UPLOAD_LIMIT',
  415: 'FILE_TYPE',
  429: 'UPLOAD_QUOTA',
};

async function keepFile(request: Client, path: string, file: Blob, put: Put): Promise<StoredFile> {
  const url = await addressFor(request, path);
  if (url !== undefined) {
    sent.add(path);
    const status = await put(url, file);
    if (status < 200 || status >= 300) {
      const code = REFUSED[status];
      throw new AppError({ ...(code === undefined ? {} : { code }), httpStatus: status, source: 'PHR_API' });
    }
  }
  const stored = path.slice(path.lastIndexOf('/') + 1);
  const [uid = stored, extension = ''] = stored.split('.');
  return { path, url: url ?? '', extension, size: file.size, uid, name: file instanceof File ? file.name : stored };
}

/** Where to send a new file; undefined for one that is there already, by an earlier try of this page. */
async function addressFor(request: Client, path: string): Promise<string | undefined> {
  try {
    const { body: url } = await request.send({
      service: 'phr',
      method: 'GET',
      path: '/api/phr/storage/get-presigned-url-for-upload',
      query: { key: path },
    });
    if (typeof url !== 'string') throw new AppError({ code: 'SERVER_ERROR', source: 'PHR_API' });
    return url;
  } catch (error) {
    if (isAppError(error) && error.code === 'CONFLICT' && sent.has(path)) return undefined;
    throw error;
  }
}

/** A signed address from which a file can be read for a while. Rejects with AppError. */
export async function addressOfFile(request: Client, path: string): Promise<string> {
  const { body } = await request.send({
    service: 'phr',
    method: 'GET',
    path: '/api/phr/storage/get-presigned-url-for-download',
    query: { key: path },
  });
  if (typeof body !== 'string') throw new AppError({ code: 'SERVER_ERROR', source: 'PHR_API' });
  return body;
}

/** The address itself is the permission: no token goes along. */
async function putFile(url: string, file: Blob): Promise<number> {
  try {
    return (
      await fetch(url, {
        method: 'PUT',
        body: file,
        headers: { 'Content-Type': file.type },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      })
    ).status;
  } catch (cause) {
    throw new AppError({ code: 'NETWORK', httpStatus: 0, source: 'PHR_API', cause });
  }
}
