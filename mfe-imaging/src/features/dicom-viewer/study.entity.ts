import { frameCount, readSlice } from './slice.model.ts';
import { type Entry, type LoadOptions, readEntries } from './read-entries.model.ts';
import { enter, imageIdOf, cacheFile, startEngine } from './engine.port.ts';
import { MAX_FILE_BYTES } from '../../files/fetch-file.ts';
import { headerProblem } from './file-check.model.ts';
import { parseFile } from './parse-file.model.ts';
import { LoadError } from '../../files/load-problem.ts';

export { problemOfAll } from './read-entries.model.ts';
export { openStage } from './stage.port.ts';

/** The loaded pictures of one report. */
export interface Study {
  /** In viewing order; unreadable files are last. */
  readonly entries: readonly Entry[];
  /** Frees memory. */
  close(): void;
}

/** A fetchable file and its key. */
export interface StudyFile {
  readonly address: string;
  read(stop: AbortSignal): Promise<ArrayBuffer>;
}

let studies = 0;

/**
 * Loads and parses all files. Failures become entries with a reason.
 * @throws LoadError when stopped or if the viewer cannot start
 */
export async function loadStudy(files: readonly StudyFile[], { stop, onProgress }: LoadOptions): Promise<Study> {
  const study = (studies += 1);
  await startEngine().catch((error: unknown) => {
    throw new LoadError('viewer', error);
  });
  const close = enter();
  try {
    let bytesInAll = 0;
    const read = (file: StudyFile, index: number) =>
      readFile(file, `study-${study}/${index}`, stop, (size) => (bytesInAll += size));
    return { entries: await readEntries(files, read, { stop, onProgress }), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function readFile(
  { address, read }: StudyFile,
  key: string,
  stop: AbortSignal,
  count: (size: number) => number,
): Promise<Entry[]> {
  const bytes = await read(stop);
  if (count(bytes.byteLength) > MAX_FILE_BYTES) throw new LoadError('tooLarge');
  const dataSet = parseFile(new Uint8Array(bytes));
  const problem = headerProblem(dataSet);
  if (problem) return [{ problem }];
  cacheFile(key, dataSet);
  return Array.from({ length: frameCount(dataSet) }, (_, index) => ({
    slice: readSlice(dataSet, imageIdOf(key, index + 1), index + 1),
    address,
  }));
}
