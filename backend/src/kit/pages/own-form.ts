import type { FastifyRequest } from 'fastify';

/**
 * True when a posted form came from this service's own page. Other sites cannot set or drop these headers.
 * @param address of the service, as browsers reach it
 */
export function isOwnForm(request: FastifyRequest, address: string): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return origin === new URL(address).origin;
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}
