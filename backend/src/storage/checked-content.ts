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
  /** Where its bytes are; the one who takes them moves or removes them. */
  readonly draft: string;
  readonly size: number;
  readonly contentType: string;
  /** Hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Writes what comes to a draft while it is small enough and its beginning belongs to the type that the key names. Whatever store a file goes to, it goes
 * there after this. Throws ServerError UPLOAD_LIMIT, FILE_TYPE, or UNAVAILABLE when the disk is full; nothing is left then.
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
    // `flush` brings the content to the disk before the file gets its name
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

/** Throws the error, or UNAVAILABLE when the disk has no room: the file can be sent again when it has. */
export function refuseWhenFull(error: unknown): never {
  const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  throw isFull ? new ServerError('UNAVAILABLE', 'The disk of the files is full', { cause: error }) : error;
}

/**
 * What a store answers when a key has its file already (a key is written once): nothing for the same bytes, which are somebody's second try after a lost
 * answer. Throws ServerError CONFLICT for others.
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
