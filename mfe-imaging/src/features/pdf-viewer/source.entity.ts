import { type FileSource, fileSourceOf, isKey } from '../../files/source.ts';

/** Where the document comes from: what every viewer takes, or an address that must prove to be the storage's own. */
export type Source = FileSource | { readonly kind: 'address'; readonly address: string };

/** Reads `diagnosticReportId, qr, id, url` of the address; undefined when nothing usable is named. */
export function sourceOf(params: URLSearchParams): Source | undefined {
  return fileSourceOf(params) ?? sourceOfUrl(params.get('url') ?? '');
}

function sourceOfUrl(url: string): Source | undefined {
  return keysOf(url).length > 0 ? { kind: 'address', address: url } : undefined;
}

/** Keys that an address of the storage may stand for: its path, and its path behind the name of a bucket. None for what is no address of the web. */
export function keysOf(address: string): readonly string[] {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '') return [];
  const path = url.pathname.slice(1);
  return [path, path.slice(path.indexOf('/') + 1)].filter(isKey);
}

/**
 * The storage's own new address for the file of an address, out of those that it gave for its keys: the same file on the same origin.
 * Undefined for anybody else's address (D-69): only what the storage itself names is opened, and what was signed long ago is signed anew.
 */
export function sameFile(address: string, signed: readonly string[]): string | undefined {
  const { origin, pathname } = new URL(address);
  return signed.find((one) => {
    const own = new URL(one);
    return own.origin === origin && own.pathname === pathname;
  });
}
