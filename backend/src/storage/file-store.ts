import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServerError } from '../security/server-error.ts';
import { HEAD_BYTES, typeOfKey, type FileType } from './file-types.ts';

export interface StoredFile {
  readonly size: number;
  readonly modified: Date;
  /** Bytes from `start` to `end`, both included. */
  read(start?: number, end?: number): Readable;
}

export interface FileStore {
  /** Keeps a file; nothing of it is visible before all is on disk. Throws ServerError UPLOAD_LIMIT or FILE_TYPE. */
  put(key: string, content: Readable | Buffer, maxBytes: number): Promise<number>;
  find(key: string): Promise<StoredFile | undefined>;
  remove(key: string): Promise<void>;
}

/** Files on the local disk, below `root`. */
export function createLocalFileStore(root: string): FileStore {
  const fileOf = (key: string) => path.join(root, 'files', key);

  return {
    async put(key, content, maxBytes) {
      const type = typeOfKey(key);
      if (type === undefined) throw new ServerError('FILE_TYPE', 'This file type is not supported');
      const target = fileOf(key);
      const draft = path.join(root, 'drafts', randomUUID());
      await mkdir(path.dirname(draft), { recursive: true });
      const check = checked(type, maxBytes);
      try {
        // `flush` brings the content to the disk before the file gets its name
        await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, check.stream, createWriteStream(draft, { flush: true }));
        await mkdir(path.dirname(target), { recursive: true });
        await rename(draft, target);
        await flushFolder(path.dirname(target));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return check.size();
    },

    async find(key) {
      const info = await stat(fileOf(key)).catch(() => undefined);
      if (info === undefined || !info.isFile()) return undefined;
      return { size: info.size, modified: info.mtime, read: (start, end) => createReadStream(fileOf(key), { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) }) };
    },

    async remove(key) {
      await unlink(fileOf(key)).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      });
    },
  };
}

/** Passes bytes on while they are few enough and their beginning belongs to the type. */
function checked(type: FileType, maxBytes: number): { stream: Transform; size(): number } {
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
      return done(null, chunk);
    },
    flush(done) {
      done(known || type.matches(head) ? null : wrongType());
    },
  });
  return { stream, size: () => size };
}

async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
