import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/**
 * The network that an address belongs to: one subscriber holds a whole /64 of IPv6 addresses; an IPv4 address stands for itself, also when it is written as
 * IPv6 (::ffff:192.0.2.1).
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
 * The network that a call comes from: what anonymous calls are counted by. Fastify has read the address past as many proxies as TRUST_PROXY names,
 * and no further, so that nobody chooses it by a header.
 */
export function networkOfCall(request: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const network = networkOf(request.ip);
  known.set(request.raw, network);
  return network;
}

/** The same for code that is given Node's request only; the call has passed `networkOfCall` before. */
export function networkOfRaw(raw: IncomingMessage): string {
  return known.get(raw) ?? networkOf(raw.socket.remoteAddress ?? '');
}
