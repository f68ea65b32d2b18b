/**
 * Downloads a file from its signed URL, which is the authorization, so nothing else is sent. Rejects like `fetch`; a
 * rejection by the storage is a response with its status.
 */
export function getSigned(address: string, signal: AbortSignal): Promise<Response> {
  return fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
}
