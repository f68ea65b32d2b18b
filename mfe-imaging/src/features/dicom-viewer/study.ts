import { frameCount, bySeriesAndPlace, readSlice, type Slice } from './slice.ts';
import { enter, parseFile, startEngine } from './engine.ts';
import { fetchFile, MAX_FILE_BYTES } from '../../files/fetch-file.ts';
import { headerProblem } from './file-check.ts';
import { LoadError, type LoadProblem, problemOf } from '../../files/load-problem.ts';

export { openStage } from './stage.ts';

/** A place in the stack: a picture, or the reason why there is none. */
export type Entry = { readonly slice: Slice } | { readonly problem: LoadProblem };

/** The pictures of one report, ready to look at. */
export interface Study {
  /** In the order of looking through; files that could not be read stand at the end. */
  readonly entries: readonly Entry[];
  /** Gives the memory back. */
  close(): void;
}

export interface LoadOptions {
  readonly stop: AbortSignal;
  readonly onProgress: (done: number) => void;
}

const AT_ONCE = 4;
let studies = 0;

/**
 * Loads and reads all files. A file that fails becomes an entry with its reason and leaves the others usable.
 * @throws LoadError when stopped, when the viewer cannot start, or when no file can be shown
 */
export async function loadStudy(addresses: readonly string[], { stop, onProgress }: LoadOptions): Promise<Study> {
  const study = (studies += 1);
  await startEngine().catch((error: unknown) => { throw new LoadError('viewer', error); });
  const close = enter();
  try {
    const results: Entry[][] = addresses.map(() => []);
    let next = 0;
    let done = 0;
    let bytesInAll = 0;
    const work = async () => {
      for (let index = next++; index < addresses.length; index = next++) {
        results[index] = await readFile(addresses[index] ?? '', `study-${study}/${index}`, stop, (size) => (bytesInAll += size)).catch((error: unknown) => {
          if (stop.aborted) throw new LoadError('stopped');
          return [{ problem: problemOf(error) }];
        });
        onProgress(done += 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const entries = inOrder(results.flat());
    if (!entries.some((entry) => 'slice' in entry)) {
      const [first] = entries;
      throw new LoadError(first && 'problem' in first ? first.problem : 'missing');
    }
    return { entries, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function readFile(address: string, key: string, stop: AbortSignal, count: (size: number) => number): Promise<Entry[]> {
  const bytes = await fetchFile(address, stop);
  if (count(bytes.byteLength) > MAX_FILE_BYTES) throw new LoadError('tooLarge');
  const dataSet = await parseFile(key, bytes);
  const problem = headerProblem(dataSet);
  if (problem) return [{ problem }];
  const frames = frameCount(dataSet);
  return Array.from({ length: frames }, (_, index) => {
    const imageId = `wadouri:${key}${frames === 1 ? '' : `?frame=${index + 1}`}`;
    return { slice: readSlice(dataSet, imageId, index + 1) };
  });
}

function inOrder(entries: readonly Entry[]): Entry[] {
  const slices = entries.filter((entry) => 'slice' in entry).sort((a, b) => bySeriesAndPlace(a.slice, b.slice));
  return [...slices, ...entries.filter((entry) => 'problem' in entry)];
}
