import type { ErrorSource } from '@phr/contract/app-error';

/** Service path prefixes, with their error source. */
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

/** The service of a path; undefined for the shell. */
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
