import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly size: number;
  readonly modified: Date;
  /** Bytes from `start` to `end`, both included. */
  read(start?: number, end?: number): Readable;
}

export interface FileStore {
  /**
   * Stores a file under an unused key and returns its size; the file becomes visible only when it is complete and
   * checked. Of two simultaneous uploads, one succeeds. Sending the same bytes again changes nothing. Throws
   * ServerError UPLOAD_LIMIT, FILE_TYPE, or CONFLICT for other bytes under a used key.
   */
  put(key: string, content: Readable | Buffer, maxBytes: number): Promise<number>;
  find(key: string): Promise<StoredFile | undefined>;
  /** Removes a file; one that is not there is removed already. */
  remove(key: string): Promise<void>;
  /**
   * An address of the store itself from which a file can be read for some minutes; absent when our file server delivers
   * the files.
   */
  readonly address?: (key: string) => Promise<string>;
}
