import type { Locale } from '@phr/contract/host-api';
import { describe, type Description } from '@phr/fhir/describe';
import { dangerOf } from '@phr/fhir/describe/danger';
import { isObject } from '@phr/fhir/json';

/** Any resource of the record in words. */
export interface Described extends Description {
  readonly id: string;
  /** Danger rank for sorting allergies; 0 if unspecified. */
  readonly danger: number;
  /** The resource as sent, for viewing the original. */
  readonly original: unknown;
}

/** A resource not fully described, or under an unknown condition; undefined otherwise. */
export function untoldOf(resource: unknown, locale: Locale): Described | undefined {
  const described = readDescribed(resource, locale);
  return described !== undefined && (described.unshown.length > 0 || described.isConditional) ? described : undefined;
}

/** Describes a resource; undefined without an id. */
export function readDescribed(resource: unknown, locale: Locale): Described | undefined {
  const id = isObject(resource) ? resource['id'] : undefined;
  return typeof id === 'string'
    ? { id, ...describe(resource, locale), danger: dangerOf(resource), original: resource }
    : undefined;
}
