/**
 * How the worker handles a request. An allowlist: anything else, including all service calls, tokens and signed URLs,
 * bypasses the worker.
 */
export type FetchStrategy =
  | { readonly kind: 'pass' }
  /** A page of the app: network first, else the cached page. */
  | { readonly kind: 'document' }
  /** An immutable file, cached under `key`. `anew` bypasses a copy that failed. */
  | { readonly kind: 'file'; readonly of: 'shell' | 'release'; readonly key: string; readonly anew: boolean };

const PASS: FetchStrategy = { kind: 'pass' };
/** `main.801efacd.js` at the root: shell files carry a hash in their name. */
const SHELL_FILE = /^\/[\w.-]+\.[0-9a-f]{8}\.(?:js|css|woff2)$/;
/** `/m/<module>/<version>/<file>`: a version's files never change. */
const RELEASE_FILE =
  /^\/m\/[a-z][a-z0-9-]{1,40}\/\d+\.\d+\.\d+[\w.+-]*\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:js|css|wasm|woff2|svg|png)$/;

/** Decides by method, URL and destination of the request only. */
export function fetchStrategyOf(
  { method, url, mode, headers }: Pick<Request, 'method' | 'url' | 'mode' | 'headers'>,
  origin: string,
): FetchStrategy {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin || headers.has('range') || headers.has('authorization'))
    return PASS;
  const { pathname, search } = address;
  if (mode === 'navigate') return pathname.slice(pathname.lastIndexOf('/')).includes('.') ? PASS : { kind: 'document' };
  if (SHELL_FILE.test(pathname)) return { kind: 'file', of: 'shell', key: pathname, anew: search !== '' };
  if (RELEASE_FILE.test(pathname)) return { kind: 'file', of: 'release', key: pathname, anew: search !== '' };
  return PASS;
}
