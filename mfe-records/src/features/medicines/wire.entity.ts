import { isObject } from '@phr/fhir/json';

/** The members of what should be a list; none where it is no list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A reference without the resource that a search has put into it: that is not stored. Undefined for what is no reference. */
export function withoutInline(target: unknown): unknown {
  if (!isObject(target)) return undefined;
  const { resource: _inline, ...rest } = target;
  return rest;
}
