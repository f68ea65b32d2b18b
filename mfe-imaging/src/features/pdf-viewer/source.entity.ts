import { type FileSource, fileSourceOf, isKey } from '../../files/source.ts';

/** Source of the document: as in every viewer, or a URL to be verified as the storage's own. */
export type Source = FileSource | { readonly kind: 'address'; readonly address: string };

/** Parses `diagnosticReportId, qr, id, url` of the URL; undefined if none is usable. */
export function sourceOf(params: URLSearchParams): Source | undefined {
  return fileSourceOf(params) ?? sourceOfUrl(params.get('url') ?? '');
}

function sourceOfUrl(url: string): Source | undefined {
  return keysOf(url).length > 0 ? { kind: 'address', address: url } : undefined;
}

/** Storage keys a URL may stand for: its path, or its path after a bucket name. Empty for non-web URLs. */
export function keysOf(address: string): readonly string[] {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '') return [];
  const path = url.pathname.slice(1);
  return [path, path.slice(path.indexOf('/') + 1)].filter(isKey);
}

/**
 * The storage's newly signed URL for the file of a URL, among those given for its keys: same file, same origin.
 * Undefined for a foreign URL (D-69): only the storage's own files are opened, and expired signatures are renewed.
 */
export function sameFile(address: string, signed: readonly string[]): string | undefined {
  const { origin, pathname } = new URL(address);
  return signed.find((one) => {
    const own = new URL(one);
    return own.origin === origin && own.pathname === pathname;
  });
}
