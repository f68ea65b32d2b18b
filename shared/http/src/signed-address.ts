/**
 * Reads a file from its signed address: the address is the permission, so nothing else is sent along.
 * Rejects as `fetch` does; what the storage refused is an answer with its status.
 */
export function getSigned(address: string, signal: AbortSignal): Promise<Response> {
  return fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
}
