import type { ErrorSource } from '@phr/contract/app-error';

/** Codes of letters, digits, '-', '.', '_' and '~'. */
const UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/** Beginnings of the paths of services, with the source that their errors name. */
const SERVICES: readonly (readonly [string, ErrorSource])[] = [
  ['/fhir', 'FHIR_SERVER'],
  ['/api/services', 'EMR_API'],
  ['/api', 'PHR_API'],
  ['/patient-app', 'MEDRECORD_ADMIN'],
  ['/cities', 'ONECLINIC_SERVER'],
  ['/districts', 'ONECLINIC_SERVER'],
  ['/wards', 'ONECLINIC_SERVER'],
];

/** Path prefixes of file URL calls, with and without an account. */
const STORAGE = ['/api/phr/storage', '/api/ano/phr/storage'];

/** Path prefixes of public files. */
const PUBLISHED = ['/m', '/embed', '/registry', '/registry.json', '/config.json'];

/**
 * Decodes percent-encoded letters, digits and marks of a URL (RFC 3986, 6.2.2.2). Routers treat `/%61pi` as `/api`, so
 * limits, headers and the routing between processes must see the decoded prefix as well.
 */
export function plainAddress(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return (
    path.replace(UNRESERVED, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16))) + url.slice(path.length)
  );
}

/** The service that a path belongs to; undefined for paths of the shell. */
export function sourceOfPath(url: string): ErrorSource | undefined {
  return SERVICES.find(([start]) => startsWith(url, start))?.[1];
}

export function isApiPath(url: string): boolean {
  return sourceOfPath(url) !== undefined;
}

/** Paths handled by separate record services (ADR 0045): all calls except storage, and their documentation. */
export function isRecordPath(url: string): boolean {
  return (
    (isApiPath(url) && !STORAGE.some((start) => startsWith(url, start))) ||
    /^\/openapi\/(?:fhir|phr|admin|directory|emr)\.json(?:$|\?)/.test(url)
  );
}

export function isPublishedPath(url: string): boolean {
  return PUBLISHED.some((start) => startsWith(url, start));
}

function startsWith(url: string, start: string): boolean {
  return url.startsWith(start) && (url.length === start.length || '/?'.includes(url.charAt(start.length)));
}
