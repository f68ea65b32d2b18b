import type { Config } from '../kit/config.ts';

/** Record server paths by host, for all URLs this process knows it by. */
const bases = new Map<string, Set<string>>();

/** Registers base URLs of the record server ('https://phr.example/fhir'): references starting with them are local. */
export function setOwnAddresses(...addresses: readonly string[]): void {
  for (const address of addresses) {
    const url = new URL(address);
    const paths = bases.get(hostOf(url)) ?? new Set();
    bases.set(hostOf(url), paths.add(url.pathname.replace(/\/+$/, '')));
  }
}

/** Makes an absolute reference (or conditional reference) to this server relative; others are unchanged. */
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

/** Host and non-default port: http and https are one server. */
function hostOf({ hostname, port }: URL): string {
  const name = hostname.replace(/\.$/, '');
  return port === '' || port === '80' || port === '443' ? name : `${name}:${port}`;
}

/** URLs of the record server as seen by browsers, by this machine, and by ourselves. */
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
