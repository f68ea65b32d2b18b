import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly size: number;
  readonly modified: Date;
  /** Bytes from `start` to `end`, both included. */
  read(start?: number, end?: number): Readable;
}

export interface FileStore {
  /**
   * Keeps a file under a key that has none, and answers its size; nothing of it is visible before all of it is kept and checked. Of two who come at once one
   * wins. The same bytes again change nothing. Throws ServerError UPLOAD_LIMIT, FILE_TYPE, or CONFLICT for other bytes under a key that is written.
   */
  put(key: string, content: Readable | Buffer, maxBytes: number): Promise<number>;
  find(key: string): Promise<StoredFile | undefined>;
  /** Removes a file; one that is not there is removed already. */
  remove(key: string): Promise<void>;
  /** An address of the store's own from which a file can be read for some minutes; absent when our files server hands files out. */
  readonly address?: (key: string) => Promise<string>;
}
