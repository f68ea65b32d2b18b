/**
 * What the worker does with a request. It is a list of what may be kept: whatever is not named here, every call of a service, every token and
 * every signed address among it, goes past the worker as if there were none.
 */
export type Way =
  | { readonly kind: 'pass' }
  /** A page of the app: the network first, else the kept page. */
  | { readonly kind: 'document' }
  /** A file whose address changes with its content: kept under `key`. `anew` asks past a copy that did not do. */
  | { readonly kind: 'file'; readonly of: 'shell' | 'release'; readonly key: string; readonly anew: boolean };

const PASS: Way = { kind: 'pass' };
/** `main.801efacd.js`, at the root: files of the shell carry a hash in their name. */
const SHELL_FILE = /^\/[\w.-]+\.[0-9a-f]{8}\.(?:js|css|woff2)$/;
/** `/m/<module>/<version>/<file>`: a version's files never change. */
const RELEASE_FILE =
  /^\/m\/[a-z][a-z0-9-]{1,40}\/\d+\.\d+\.\d+[\w.+-]*\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:js|css|wasm|woff2|svg|png)$/;

/** Decides by method, address and purpose of a request alone. */
export function wayOf(
  { method, url, mode, headers }: Pick<Request, 'method' | 'url' | 'mode' | 'headers'>,
  origin: string,
): Way {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin || headers.has('range') || headers.has('authorization'))
    return PASS;
  const { pathname, search } = address;
  if (mode === 'navigate') return pathname.slice(pathname.lastIndexOf('/')).includes('.') ? PASS : { kind: 'document' };
  if (SHELL_FILE.test(pathname)) return { kind: 'file', of: 'shell', key: pathname, anew: search !== '' };
  if (RELEASE_FILE.test(pathname)) return { kind: 'file', of: 'release', key: pathname, anew: search !== '' };
  return PASS;
}
