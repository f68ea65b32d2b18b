import { meta, reference } from './datatypes.ts';
import { IMPORT_SYSTEM } from './import-system.ts';
import { isObject, lenientObject, list } from './json.ts';
import { isOwnEntry, readSource } from './source.ts';

const wire = lenientObject({ meta, performer: list(reference) });

/** True for the person's own hand-typed entry, which may be corrected; false for entries of a meter or a file. */
export function isCorrectable(resource: unknown): boolean {
  const read = wire(resource);
  return (
    read !== undefined &&
    isObject(resource) &&
    isOwnEntry(read) &&
    readSource(read.meta?.source) !== 'device' &&
    isTyped(resource)
  );
}

/** False if it names a meter or comes from an import. */
export function isTyped(resource: { readonly [element: string]: unknown }): boolean {
  const { device, meta: stamp } = resource;
  const tags: unknown = isObject(stamp) ? stamp['tag'] : undefined;
  const isImported =
    Array.isArray(tags) && tags.some((tag: unknown) => isObject(tag) && tag['system'] === IMPORT_SYSTEM);
  return device === undefined && !isImported;
}
