import type { Locale } from '@phr/contract/host-api';
import { describe, type Description } from '@phr/fhir/describe';
import { isObject } from '@phr/fhir/json';

/** Any resource of the record in words. */
export interface Described extends Description {
  readonly id: string;
}

/** Tells a resource in words; undefined without an id. */
export function readDescribed(resource: unknown, locale: Locale): Described | undefined {
  const id = isObject(resource) ? resource['id'] : undefined;
  return typeof id === 'string' ? { id, ...describe(resource, locale) } : undefined;
}
