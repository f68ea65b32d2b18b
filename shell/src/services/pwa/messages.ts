/** What a page says to a worker. */
export type ToWorker =
  /** Which build are you? Answered by the port. */
  | { readonly kind: 'build' }
  /** A page runs; these folders of releases are in the registry. */
  | { readonly kind: 'started'; readonly releases: readonly string[] }
  /** These releases are in use here: keep them for when there is no network. */
  | { readonly kind: 'keep'; readonly releases: readonly string[] }
  /** The person wants the new version: do not wait for the tabs of the old one. */
  | { readonly kind: 'take-over' };

const FOLDER = /^\/m\/[a-z][a-z0-9-]{1,40}\/\d+\.\d+\.\d+[\w.+-]*\/$/;

/** Reads a message; undefined for anything else. */
export function parseMessage(value: unknown): ToWorker | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  const { kind } = value;
  if (kind === 'build' || kind === 'take-over') return { kind };
  if ((kind !== 'started' && kind !== 'keep') || !('releases' in value) || !Array.isArray(value.releases))
    return undefined;
  return {
    kind,
    releases: value.releases.filter((folder): folder is string => typeof folder === 'string' && FOLDER.test(folder)),
  };
}

/** Held by each page while it lives: the files of its build are kept as long. */
export const LOCK_PREFIX = 'phr.build.';
