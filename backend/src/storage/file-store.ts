import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { receive } from './checked-content.ts';

export interface StoredFile {
  readonly size: number;
  readonly modified: Date;
  /** Bytes from `start` to `end`, both included. */
  read(start?: number, end?: number): Readable;
}

export interface FileStore {
  /** Keeps a file; nothing of it is visible before all of it is kept and checked. Throws ServerError UPLOAD_LIMIT or FILE_TYPE. */
  put(key: string, content: Readable | Buffer, maxBytes: number): Promise<number>;
  find(key: string): Promise<StoredFile | undefined>;
  /** Removes a file; one that is not there is removed already. */
  remove(key: string): Promise<void>;
  /** An address of the store's own from which a file can be read for some minutes; absent when our files server hands files out. */
  readonly address?: (key: string) => string;
}

/** Files on the local disk, below `root`. */
export function createLocalFileStore(root: string): FileStore {
  const fileOf = (key: string) => path.join(root, 'files', key);

  return {
    async put(key, content, maxBytes) {
      const { draft, size } = await receive(root, key, content, maxBytes);
      const target = fileOf(key);
      try {
        await mkdir(path.dirname(target), { recursive: true });
        await rename(draft, target);
        await flushFolder(path.dirname(target));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return size;
    },

    async find(key) {
      const info = await stat(fileOf(key)).catch(() => undefined);
      if (info === undefined || !info.isFile()) return undefined;
      return { size: info.size, modified: info.mtime, read: (start, end) => createReadStream(fileOf(key), { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) }) };
    },

    remove: (key) => rm(fileOf(key), { force: true }),
  };
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
