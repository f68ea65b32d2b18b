import { reference } from './datatypes.ts';
import { IMPORT_SYSTEM } from './import-system.ts';
import { isObject, lenientObject, list, text } from './json.ts';

// Traces of an import in a record: the same tag on every stored entry, and one Provenance that names the original file.

/** Tag of an import's entries. */
function importTag(importId: string): { readonly system: string; readonly code: string } {
  return { system: IMPORT_SYSTEM, code: importId };
}

/** Adds an import's tag to a resource. */
export function withImportTag<T extends object>(resource: T, importId: string): T {
  const meta = 'meta' in resource && isObject(resource.meta) ? resource.meta : {};
  const tags = Array.isArray(meta['tag']) ? (meta['tag'] as readonly unknown[]) : [];
  return { ...resource, meta: { ...meta, tag: [...tags, importTag(importId)] } };
}

/** Content-based name of a file (RFC 6920): 'ni:///sha-256;' and the hash in base64url. `sha256` is hexadecimal. */
export function contentName(sha256: string): string {
  const bytes = (sha256.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `ni:///sha-256;${base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}`;
}

/** SHA-256 of a file, in hexadecimal. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...sum].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Parses an import's Provenance for screens. */
export const importProvenance = lenientObject({
  id: text,
  recorded: text,
  agent: list(lenientObject({ who: reference })),
  entity: list(lenientObject({ what: reference })),
});
