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

/** What a worker says to a page: a person has pressed a notification that leads there. Answered by the port. */
export interface ToPage {
  readonly kind: 'open';
  readonly path: string;
}

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

/** Where a notification may lead: the inbox, or what a message of a random id was about. */
const PLACE = /^\/notifications(\?open=[0-9a-f-]{36})?$/;

/** True for an address that a notification may open. */
export const isNotificationPath = (path: unknown): path is string => typeof path === 'string' && PLACE.test(path);

/** Reads what a worker says; undefined for anything else. */
export function parseToPage(value: unknown): ToPage | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value) || value.kind !== 'open') return undefined;
  return 'path' in value && isNotificationPath(value.path) ? { kind: 'open', path: value.path } : undefined;
}

/** Held by each page while it lives: the files of its build are kept as long. */
export const LOCK_PREFIX = 'phr.build.';
