/** How long a request may take that a worker makes by itself, its body included, in milliseconds. */
const OWN_REQUEST_MS = 10_000;

/**
 * Gives up after so long. For what a worker asks by itself: a newer worker begins only when the older one has nothing left to do, so that one request
 * which nobody answers would keep a person who wants the new version waiting.
 */
export function limited(doFetch: typeof fetch, ms = OWN_REQUEST_MS): typeof fetch {
  return (input, init) => doFetch(input, { ...init, signal: AbortSignal.timeout(ms) });
}
