// Which part of a matrix CI runs, while the nightly run covers all of it: a rotating part, and what the change touches.
import { spawnSync } from 'node:child_process';
import { ROOT } from './workspace.ts';

/** The nightly run visits everything. */
export const NIGHTLY = process.env['NIGHTLY'] === '1';

export interface Sample {
  /** Selects the part: the number of commits, so that the next commit gets the next part. */
  readonly seed: number;
  /** The commits whose files count as the change; undefined when git cannot determine them. */
  readonly range: string | undefined;
  /** Whether the change touches a file below one of these folders. */
  readonly touches: (...folders: readonly string[]) => boolean;
}

function git(...args: readonly string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** A branch is compared with its branching point from main, main with the previous commit. */
function changedRange(): string {
  const head = git('rev-parse', 'HEAD');
  const left = git('merge-base', 'HEAD', 'origin/main') || git('merge-base', 'HEAD', 'main');
  const base = left !== '' && left !== head ? left : git('rev-parse', '--verify', '--quiet', 'HEAD^');
  return base === '' ? '' : `${base.slice(0, 12)}..${head.slice(0, 12)}`;
}

/**
 * The sample of this run. It is stored in the environment, so that all processes of a run use the same one even when
 * somebody commits meanwhile; SAMPLE_SEED and SAMPLE_RANGE repeat an earlier one.
 */
export function sample(): Sample {
  const range = (process.env['SAMPLE_RANGE'] ??= changedRange());
  const seed = Number((process.env['SAMPLE_SEED'] ??= git('rev-list', '--count', 'HEAD') || '0'));
  const files = range === '' ? [] : git('diff', '--name-only', range).split('\n');
  return {
    seed,
    range: range === '' ? undefined : range,
    touches: (...folders) => files.some((file) => folders.some((folder) => file.startsWith(`${folder}/`))),
  };
}

/**
 * The current part of a matrix that is divided into the given number of parts. The whole matrix at night, and when the
 * change touches a file below one of the folders.
 */
export function inTurn<T>(matrix: readonly T[], turns: number, folders: readonly string[], shift = 0): readonly T[] {
  if (NIGHTLY) return matrix;
  const { seed, touches } = sample();
  return touches(...folders) ? matrix : matrix.filter((_, at) => (at + shift) % turns === seed % turns);
}
