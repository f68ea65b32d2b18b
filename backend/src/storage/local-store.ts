import { createReadStream } from 'node:fs';
import { link, mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { receive, refuseOtherContent, refuseWhenFull } from './checked-content.ts';

import type { FileStore, StoredFile } from './file-store.ts';

/** Files on the local disk, below `root`. */
export function createLocalFileStore(root: string): FileStore {
  const fileOf = (key: string) => path.join(root, 'files', key);

  const find = async (key: string): Promise<StoredFile | undefined> => {
    const info = await stat(fileOf(key)).catch(() => undefined);
    if (info === undefined || !info.isFile()) return undefined;
    const part = (start?: number, end?: number) => ({
      ...(start === undefined ? {} : { start }),
      ...(end === undefined ? {} : { end }),
    });
    return {
      size: info.size,
      modified: info.mtime,
      read: (start, end) => createReadStream(fileOf(key), part(start, end)),
    };
  };

  return {
    async put(key, content, maxBytes) {
      const checked = await receive(root, key, content, maxBytes);
      const target = fileOf(key);
      try {
        await mkdir(path.dirname(target), { recursive: true });
        // unlike a rename, a link replaces nothing
        await link(checked.draft, target);
        await flushFolder(path.dirname(target));
      } catch (error) {
        const storedFile = isThere(error) ? await find(key) : undefined;
        if (storedFile === undefined) return refuseWhenFull(error);
        await refuseOtherContent(storedFile, checked);
      } finally {
        await rm(checked.draft, { force: true });
      }
      return checked.size;
    },

    find,

    remove: (key) => rm(fileOf(key), { force: true }),
  };
}

function isThere(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';
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
