import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/**
 * Network of an IP address: the /64 of an IPv6 address, or an IPv4 address itself, also if mapped (::ffff:192.0.2.1).
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const all = [...groups, ...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

const known = new WeakMap<IncomingMessage, string>();

/**
 * A caller's network, used for limits of anonymous calls. Fastify has resolved exactly TRUST_PROXY proxies, so headers
 * cannot spoof it.
 */
export function networkOfCall(request: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const network = networkOf(request.ip);
  known.set(request.raw, network);
  return network;
}

/** The same from Node's request; the call has passed `networkOfCall` before. */
export function networkOfRaw(raw: IncomingMessage): string {
  return known.get(raw) ?? networkOf(raw.socket.remoteAddress ?? '');
}
