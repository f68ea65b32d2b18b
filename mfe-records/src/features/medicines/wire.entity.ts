import { isObject } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';
import type { StoredResource, StoredVersion } from '@phr/module-kit/correction';

/** Members of a list; empty if it is not a list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Strips a resource resolved inline, which is not stored. Undefined if not a reference. */
export function withoutInline(target: unknown): unknown {
  if (!isObject(target)) return undefined;
  const { resource: _inline, ...rest } = target;
  return rest;
}

/** A medicine as it is stored: without the Medication that a search has put into it. */
export function storable(resource: StoredResource): StoredResource {
  const { medicationReference, ...rest } = resource;
  return { ...rest, ...defined({ medicationReference: withoutInline(medicationReference) }) };
}

/** The stored statement as one that was never true. */
export const mistakenStatement = ({ resource }: StoredVersion): StoredResource => ({
  ...storable(resource),
  status: 'entered-in-error',
});
