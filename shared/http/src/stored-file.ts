import { AppError, isAppError } from '@phr/contract/app-error';
import type { Client } from './client.ts';

/** A stored file (STO-04). */
export interface StoredFile {
  /** Storage key, as used in records. */
  readonly path: string;
  /** Signed URL it was uploaded to; '' if an earlier attempt had succeeded. */
  readonly url: string;
  readonly extension: string;
  /** Bytes. */
  readonly size: number;
  /** Random, 36 characters. */
  readonly uid: string;
  /** The person's name for it, or the stored name. */
  readonly name: string;
}

/** Uploads a file to a signed URL and returns the status. */
export type Put = (url: string, file: Blob) => Promise<number>;

/**
 * Storage key of a patient's new file (STO-03).
 * @param uid reused by a form's retry; random by default
 */
export function filePath(
  patientId: string,
  folder: string,
  extension: string,
  uid: string = crypto.randomUUID(),
): string {
  return `${patientId}/${folder}/${uid}.${extension}`;
}

/**
 * Stores a file under a new key, and beside a DICOM file its metadata as JSON (STO-02). Rejects with AppError:
 * UPLOAD_LIMIT, FILE_TYPE, UPLOAD_QUOTA, NETWORK or the status.
 */
export async function uploadFile(request: Client, path: string, file: Blob, put: Put = putFile): Promise<StoredFile> {
  const stored = await keepFile(request, path, file, put);
  if (stored.extension === 'dcm') {
    // bundled with the module's forms: each additional file costs a line in the module's entry
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
 * The result, or undefined on a storage error (STO-05), which is passed to `tell` for display; the person's selection
 * stays. Other errors are rethrown.
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

/**
 * Keys this page has uploaded to. A key is written once, so a conflict on one of these means just the response was
 * lost.
 */
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

/** Upload URL of a new file; undefined if an earlier attempt of this page succeeded. */
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

/** A temporary signed URL for reading a file. Rejects with AppError. */
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

/** Sends no token: the URL is the authorization. */
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
