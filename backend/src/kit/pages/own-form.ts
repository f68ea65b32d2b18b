import type { FastifyRequest } from 'fastify';

/**
 * True if a posted form came from this service's own page: other sites cannot forge these headers.
 * @param address public URL of the service
 */
export function isOwnForm(request: FastifyRequest, address: string): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return origin === new URL(address).origin;
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}
