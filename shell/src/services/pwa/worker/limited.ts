/** Timeout in milliseconds of requests a worker makes itself, including the body. */
const OWN_REQUEST_MS = 10_000;

/**
 * Adds a timeout. A newer worker activates only when the old one is idle, so a request that hangs would block an
 * update.
 */
export function limited(doFetch: typeof fetch, ms = OWN_REQUEST_MS): typeof fetch {
  return (input, init) => doFetch(input, { ...init, signal: AbortSignal.timeout(ms) });
}
