import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServerError } from '../kit/server-error.ts';
import type { StoredFile } from './file-store.ts';
import { HEAD_BYTES, typeOfKey, type FileType } from './file-types.ts';

/** A file that has passed its checks and has no name yet. */
export interface CheckedFile {
  /** Where its bytes are; the caller moves or removes them. */
  readonly draft: string;
  readonly size: number;
  readonly contentType: string;
  /** Hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Writes an upload to a draft file as long as it is small enough and its first bytes match the type in the key. Every
 * upload passes through here first, whichever store it goes to. Throws ServerError UPLOAD_LIMIT, FILE_TYPE, or
 * UNAVAILABLE when the disk is full; in all three cases nothing is left behind.
 */
export async function receive(
  folder: string,
  key: string,
  content: Readable | Buffer,
  maxBytes: number,
): Promise<CheckedFile> {
  const type = typeOfKey(key);
  if (type === undefined) throw new ServerError('FILE_TYPE', 'This file type is not supported');
  const draft = path.join(folder, 'drafts', randomUUID());
  await mkdir(path.dirname(draft), { recursive: true });
  const check = checked(type, maxBytes);
  try {
    // `flush` writes the content to the disk before the file gets its name
    await pipeline(
      Buffer.isBuffer(content) ? Readable.from([content]) : content,
      check.stream,
      createWriteStream(draft, { flush: true }),
    );
  } catch (error) {
    await rm(draft, { force: true });
    return refuseWhenFull(error);
  }
  return { draft, contentType: type.contentType, ...check.result() };
}

/** Throws the error, or UNAVAILABLE when the disk is full, so that the file can be sent again once there is room. */
export function refuseWhenFull(error: unknown): never {
  const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  throw isFull ? new ServerError('UNAVAILABLE', 'The disk of the files is full', { cause: error }) : error;
}

/**
 * The result of writing to a key that already has a file (a key is written once). The same bytes are accepted, since
 * they are a retry after a lost response. Throws ServerError CONFLICT for other bytes.
 */
export async function refuseOtherContent(kept: StoredFile, { size, sha256 }: CheckedFile): Promise<void> {
  const hash = createHash('sha256');
  if (kept.size === size) for await (const chunk of kept.read()) hash.update(Buffer.from(chunk));
  if (kept.size !== size || hash.digest('hex') !== sha256)
    throw new ServerError('CONFLICT', 'There is another file under this name');
}

function checked(
  type: FileType,
  maxBytes: number,
): { stream: Transform; result(): Pick<CheckedFile, 'size' | 'sha256'> } {
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  let known = false;
  const wrongType = () => new ServerError('FILE_TYPE', 'The content does not belong to this file type');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(new ServerError('UPLOAD_LIMIT', 'The file is too large'));
      if (!known) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
        if (head.length >= HEAD_BYTES) {
          if (!type.matches(head)) return done(wrongType());
          known = true;
        }
      }
      hash.update(chunk);
      return done(null, chunk);
    },
    flush(done) {
      done(known || type.matches(head) ? null : wrongType());
    },
  });
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) };
}
