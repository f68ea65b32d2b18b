import { type FileSource, fileSourceOf } from '../../files/source.ts';

/** Where the document comes from: what every viewer takes, or a key of the storage. */
export type Source = FileSource | { readonly kind: 'key'; readonly key: string };

/** Storage keys only: an address of anybody else's server is never opened. */
const KEY = /^(?![a-z][a-z0-9+.-]*:)(?!\/)(?!.*\.\.)[\w./-]{1,300}$/i;

/** Reads `diagnosticReportId, qr, id, url` of the address; undefined when nothing usable is named. */
export function sourceOf(params: URLSearchParams): Source | undefined {
  const key = params.get('url') ?? '';
  return fileSourceOf(params) ?? (KEY.test(key) ? { kind: 'key', key } : undefined);
}
