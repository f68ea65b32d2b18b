import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ReleaseError } from './release-error.ts';

export interface Blob {
  readonly bytes: number;
  read(): Readable;
}

/** Release files by SHA-256 (hex): deduplicated and immutable. */
export interface BlobStore {
  /**
   * Stores bytes whose hash the caller verified; idempotent.
   * @throws ReleaseError 507 DISK_FULL, leaving nothing partial
   */
  put(sha256: string, bytes: Buffer): Promise<void>;
  /** Undefined for one that is not there. */
  get(sha256: string): Promise<Blob | undefined>;
  has(sha256: string): Promise<boolean>;
  delete(sha256: string): Promise<void>;
}

export function sha256Of(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A script's `integrity` value. */
export function sriOf(bytes: Buffer, algorithm: 'sha256' | 'sha384' = 'sha384'): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;
}

/**
 * A blob's bytes.
 * @throws ReleaseError 404 if missing
 */
export async function bytesOf(blobs: BlobStore, sha256: string): Promise<Buffer> {
  const blob = await blobs.get(sha256);
  if (blob === undefined) throw new ReleaseError(404, 'NOT_FOUND', `The file ${sha256} is not stored`);
  const parts: Buffer[] = [];
  for await (const part of blob.read()) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

/** Blobs on a disk, shareable by processes: `folder/ab/<sha256>`. */
export function createDiskBlobs(folder: string): BlobStore {
  const fileOf = (sha256: string): string => path.join(folder, sha256.slice(0, 2), sha256);
  const get = async (sha256: string): Promise<Blob | undefined> => {
    const info = await stat(fileOf(sha256)).catch(absent);
    return info === undefined ? undefined : { bytes: info.size, read: () => createReadStream(fileOf(sha256)) };
  };
  const has = async (sha256: string): Promise<boolean> => (await get(sha256)) !== undefined;
  return {
    get,
    has,
    async put(sha256, bytes) {
      if (await has(sha256)) return;
      const file = fileOf(sha256);
      const aside = `${file}.${randomUUID()}`;
      try {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFlushed(aside, bytes);
        // unlike a rename, a link replaces nothing
        await link(aside, file).catch((error: unknown) => {
          if (codeOf(error) !== 'EEXIST') throw error;
        });
      } catch (error) {
        throw asDiskFault(error);
      } finally {
        await rm(aside, { force: true });
      }
    },
    delete: (sha256) => rm(fileOf(sha256), { force: true }),
  };
}

async function writeFlushed(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function absent(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
  throw error;
}

function asDiskFault(error: unknown): unknown {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
    ? new ReleaseError(507, 'DISK_FULL', 'The disk of the releases is full', { cause: error })
    : error;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
