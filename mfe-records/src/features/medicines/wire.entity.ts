import { isObject } from '@phr/fhir/json';

/** Members of a list; empty if it is not a list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Strips a resource resolved inline, which is not stored. Undefined if not a reference. */
export function withoutInline(target: unknown): unknown {
  if (!isObject(target)) return undefined;
  const { resource: _inline, ...rest } = target;
  return rest;
}
