import type { Locale } from '@phr/contract/host-api';
import { describe, type Description } from '@phr/fhir/describe';
import { dangerOf } from '@phr/fhir/describe/danger';
import { isObject } from '@phr/fhir/json';

/** Any resource of the record in words. */
export interface Described extends Description {
  readonly id: string;
  /** How dangerous it is, for the order of allergies; 0 when nothing is said. */
  readonly danger: number;
  /** As it was sent, for whoever wants to see more than its words. */
  readonly original: unknown;
}

/** A resource whose words leave something out, or whose meaning a condition may change; undefined for one that is told whole. */
export function untoldOf(resource: unknown, locale: Locale): Described | undefined {
  const described = readDescribed(resource, locale);
  return described !== undefined && (described.unshown.length > 0 || described.isConditional) ? described : undefined;
}

/** Tells a resource in words; undefined without an id. */
export function readDescribed(resource: unknown, locale: Locale): Described | undefined {
  const id = isObject(resource) ? resource['id'] : undefined;
  return typeof id === 'string'
    ? { id, ...describe(resource, locale), danger: dangerOf(resource), original: resource }
    : undefined;
}
