import { isDeletable, type PerformerReference } from '@phr/clinical/deletable';

/**
 * Origin of an entry as stamped by the server that stored it: the person or a keeper of the record ('person'), the same
 * on a partner's page ('partner'), a meter through a hub ('device'), the product itself ('service'), or a hospital,
 * laboratory or insurer ('facility').
 */
export type Source = 'person' | 'partner' | 'device' | 'service' | 'facility';

const SOURCES: readonly Source[] = ['person', 'partner', 'device', 'service', 'facility'];
const BASE = 'https://phr.example/source/';

/** Builds `meta.source`. */
export function sourceUri(source: Source): string {
  return BASE + source;
}

/** Parses `meta.source`; undefined unless stamped by this product. Some servers append a request id after '#'. */
export function readSource(uri: unknown): Source | undefined {
  const name = typeof uri === 'string' && uri.startsWith(BASE) ? uri.slice(BASE.length).split('#')[0] : undefined;
  return SOURCES.find((source) => source === name);
}

/** True for entries made on the person's behalf in this product, which the person may delete. */
export function isOwnSource(source: Source): boolean {
  return source === 'person' || source === 'partner' || source === 'device';
}

/** The parts of a resource that identify its origin. */
export interface Sourced {
  readonly meta?: { readonly source?: string } | undefined;
  readonly performer?: readonly PerformerReference[] | undefined;
}

/**
 * True for the person's own entry: by the server's stamp, or without one (older entries, other servers) if no
 * professional performed it (D-45).
 */
export function isOwnEntry({ meta, performer }: Sourced): boolean {
  const source = readSource(meta?.source);
  return source === undefined ? isDeletable(performer === undefined ? {} : { performer }) : isOwnSource(source);
}
