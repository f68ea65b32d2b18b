import { frameCount, readSlice } from './slice.model.ts';
import { type Entry, type LoadOptions, readEntries } from './read-entries.model.ts';
import { enter, imageIdOf, keepFile, startEngine } from './engine.port.ts';
import { MAX_FILE_BYTES } from '../../files/fetch-file.ts';
import { headerProblem } from './file-check.model.ts';
import { parseFile } from './parse-file.model.ts';
import { LoadError } from '../../files/load-problem.ts';

export { problemOfAll } from './read-entries.model.ts';
export { openStage } from './stage.port.ts';

/** The pictures of one report, ready to look at. */
export interface Study {
  /** In the order of looking through; files that could not be read stand at the end. */
  readonly entries: readonly Entry[];
  /** Gives the memory back. */
  close(): void;
}

/** A file that can be fetched, and the address that stands for it. */
export interface StudyFile {
  readonly address: string;
  read(stop: AbortSignal): Promise<ArrayBuffer>;
}

let studies = 0;

/**
 * Loads and reads all files. A file that fails becomes an entry with its reason and leaves the others usable.
 * @throws LoadError when stopped or when the viewer cannot start
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
  keepFile(key, dataSet);
  return Array.from({ length: frameCount(dataSet) }, (_, index) => ({
    slice: readSlice(dataSet, imageIdOf(key, index + 1), index + 1),
    address,
  }));
}
