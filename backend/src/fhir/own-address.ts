import type { Config } from '../kit/config.ts';

/** Paths of the record server by host, at all addresses under which this process knows it. */
const bases = new Map<string, Set<string>>();

/** Names addresses of the record server ('https://phr.example/fhir'): a reference that begins with one of them is a reference to what it holds. */
export function knowOwnAddresses(...addresses: readonly string[]): void {
  for (const address of addresses) {
    const url = new URL(address);
    const paths = bases.get(hostOf(url)) ?? new Set();
    bases.set(hostOf(url), paths.add(url.pathname.replace(/\/+$/, '')));
  }
}

/** What a reference says as a relative one, when it is an absolute address of a resource (or a search for one) of this server; any other as it is. */
export function relativeReference(reference: string): string {
  // nearly all begin with the name of a type
  if (!/^\s*(?:https?:|[/\\])/i.test(reference)) return reference;
  for (const [host, paths] of bases) {
    const url = URL.parse(reference, `http://${host}`);
    if (url === null || hostOf(url) !== host) continue;
    for (const path of paths) {
      const relative = below(path, url);
      if (relative !== undefined) return relative;
    }
  }
  return reference;
}

function below(path: string, { pathname, search }: URL): string | undefined {
  const plain = decoded(pathname)
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  if (!plain.startsWith(`${path}/`)) return undefined;
  const rest = plain.slice(path.length + 1);
  if (/^[A-Z][A-Za-z]{0,63}$/.test(rest) && search !== '') return rest + search;
  return /^[A-Z][A-Za-z]{0,63}\/[A-Za-z0-9.-]{1,64}(?:\/_history\/\d+)?$/.test(rest) ? rest : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The host and its port, where it is not one of the usual two: http and https are one server. */
function hostOf({ hostname, port }: URL): string {
  const name = hostname.replace(/\.$/, '');
  return port === '' || port === '80' || port === '443' ? name : `${name}:${port}`;
}

/** Addresses at which the browser, those on this machine, and we ourselves reach the record server of an installation. */
export function ownAddresses({
  services,
  shellOrigin,
  ports,
  host,
  fhirUpstream,
}: Pick<Config, 'services' | 'shellOrigin' | 'ports' | 'host' | 'fhirUpstream'>): readonly string[] {
  const here = ['localhost', '127.0.0.1', '[::1]', host.includes(':') ? `[${host}]` : host].map(
    (name) => `http://${name}:${ports.shell}/fhir`,
  );
  return [services.fhir, `${shellOrigin}/fhir`, ...here, ...(fhirUpstream === undefined ? [] : [fhirUpstream.base])];
}
