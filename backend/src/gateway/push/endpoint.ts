import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Browser vendors' push services: Chrome and derivatives, Firefox, Safari, Edge. */
const HOSTS: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.push\.apple\.com$/,
  /^[a-z0-9-]+(\.[a-z0-9-]+)?\.notify\.windows\.com$/,
];
const LONGEST = 2_000;

/**
 * Whether a subscription URL may be called, since pages could submit any: https on the standard port of a known push
 * service, or an origin configured by the operator (`own`).
 */
export function isPushEndpoint(address: string, own: readonly string[]): boolean {
  if (address.length > LONGEST || !URL.canParse(address)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (own.includes(origin)) return true;
  return protocol === 'https:' && port === '' && HOSTS.some((host) => host.test(hostname));
}

// IANA registries of special-purpose addresses (RFC 6890), multicast included
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6');

/** True for a public IP address; false for local, private and invalid ones. */
export function isPublicAddress(ip: string): boolean {
  const version = isIP(ip);
  if (version === 4) return !PRIVATE.check(ip, 'ipv4');
  return version === 6 && GLOBAL.check(ip, 'ipv6') && !PRIVATE.check(ip, 'ipv6');
}

/** DNS lookup like Node's that fails for non-public addresses, so that the checked address is the one called. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const refused = error ?? refusalOf(hostname, found);
    if (refused !== undefined) {
      callback(refused, '', 0);
      return;
    }
    if (options.all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
  });
};

function refusalOf(hostname: string, found: readonly LookupAddress[]): Error | undefined {
  return found.length > 0 && found.every(({ address }) => isPublicAddress(address))
    ? undefined
    : new Error(`${hostname} does not lead to a public address`);
}
