/** Messages from a page to a worker. */
export type ToWorker =
  /** Asks for the worker's build; answered on the port. */
  | { readonly kind: 'build' }
  /** A page has started; these release folders are in the registry. */
  | { readonly kind: 'started'; readonly releases: readonly string[] }
  /** These releases are in use here: cache them for offline use. */
  | { readonly kind: 'keep'; readonly releases: readonly string[] }
  /** The person wants the new version: skip waiting. */
  | { readonly kind: 'take-over' };

/** Message from a worker to a page: a notification for this path was clicked. Answered on the port. */
export interface ToPage {
  readonly kind: 'open';
  readonly path: string;
}

const FOLDER = /^\/m\/[a-z][a-z0-9-]{1,40}\/\d+\.\d+\.\d+[\w.+-]*\/$/;

/** Parses a message; undefined for anything else. */
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

/** Allowed targets of a notification: the inbox, or an inbox message by random id. */
const PLACE = /^\/notifications(\?open=[0-9a-f-]{36})?$/;

/** True for a URL a notification may open. */
export const isNotificationPath = (path: unknown): path is string => typeof path === 'string' && PLACE.test(path);

/** Parses a worker's message; undefined for anything else. */
export function parseToPage(value: unknown): ToPage | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value) || value.kind !== 'open') return undefined;
  return 'path' in value && isNotificationPath(value.path) ? { kind: 'open', path: value.path } : undefined;
}

/** Lock each page holds while alive, so that its build's files are kept. */
export const LOCK_PREFIX = 'phr.build.';
