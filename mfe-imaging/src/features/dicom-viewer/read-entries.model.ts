import { LoadError, type LoadProblem, problemOf } from '../../files/load-problem.ts';
import { bySeriesAndPlace, type Slice } from './slice.model.ts';

/** A position in the stack: a picture with its file's URL, or why it is missing. */
export type Entry = { readonly slice: Slice; readonly address: string } | { readonly problem: LoadProblem };

export interface LoadOptions {
  readonly stop: AbortSignal;
  readonly onProgress: (done: number) => void;
}

const AT_ONCE = 4;

/**
 * Reads all files, a few concurrently. Failures become entries with a reason.
 * @throws LoadError when stopped
 */
export async function readEntries<File>(
  files: readonly File[],
  read: (file: File, index: number) => Promise<Entry[]>,
  { stop, onProgress }: LoadOptions,
): Promise<Entry[]> {
  const results: Entry[][] = files.map(() => []);
  // shared iterator: each worker takes the next file
  const waiting = files.entries();
  let done = 0;
  const work = async () => {
    for (const [index, file] of waiting) {
      results[index] = await read(file, index).catch((error: unknown) => {
        if (stop.aborted) throw new LoadError('stopped');
        return [{ problem: problemOf(error) }];
      });
      onProgress((done += 1));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return inOrder(results.flat());
}

/** Why a study has nothing to show; undefined if it has at least one picture. */
export function problemOfAll({ entries }: { readonly entries: readonly Entry[] }): LoadProblem | undefined {
  if (entries.some((entry) => 'slice' in entry)) return undefined;
  const [first] = entries;
  return first && 'problem' in first ? first.problem : 'missing';
}

function inOrder(entries: readonly Entry[]): Entry[] {
  const slices = entries.filter((entry) => 'slice' in entry).sort((a, b) => bySeriesAndPlace(a.slice, b.slice));
  return [...slices, ...entries.filter((entry) => 'problem' in entry)];
}
