import { IMPORT_SYSTEM } from './imports.ts';
import { isObject } from './json.ts';
import { isOwnEntry, readSource, type Sourced } from './source.ts';

/** True for an entry of the person's own that was typed here, and so may be corrected: neither a meter nor a file says what stands in it. */
export function isCorrectable(resource: Sourced & { readonly [element: string]: unknown }): boolean {
  return isOwnEntry(resource) && readSource(resource.meta?.source) !== 'device' && isTyped(resource);
}

/** False for what names the meter that measured it, and for what an import brought. */
export function isTyped(resource: { readonly [element: string]: unknown }): boolean {
  const { device, meta } = resource;
  const tags: unknown = isObject(meta) ? meta['tag'] : undefined;
  const isImported =
    Array.isArray(tags) && tags.some((tag: unknown) => isObject(tag) && tag['system'] === IMPORT_SYSTEM);
  return device === undefined && !isImported;
}
