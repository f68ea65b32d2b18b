import path from 'node:path';
import type { Config } from '../kit/config.ts';
import { createLocalFileStore } from './local-store.ts';
import { type FileStore } from './file-store.ts';
import { createS3FileStore, originOfBucket } from './s3-store.ts';

/** The file store that the settings ask for. */
export function openFileStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileStore {
  const folder = path.join(dataDir, 'storage');
  return s3 === undefined ? createLocalFileStore(folder) : createS3FileStore(s3, folder);
}

/** Origins from which files are loaded: ours, and the bucket's when its addresses are used. */
export function storageOrigins({ filesOrigin, s3 }: Pick<Config, 'filesOrigin' | 's3'>): readonly string[] {
  return s3 === undefined ? [filesOrigin] : [filesOrigin, originOfBucket(s3)];
}
