import { isDeletable, type PerformerReference } from '@phr/clinical/deletable';

/**
 * Whom an entry of a record comes from, as the server that stored it says: the person or somebody who keeps the record ('person'), the same on a
 * partner's page ('partner'), a meter through a hub ('device'), the product itself ('service'), or a hospital, laboratory or insurer ('facility').
 */
export type Source = 'person' | 'partner' | 'device' | 'service' | 'facility';

const SOURCES: readonly Source[] = ['person', 'partner', 'device', 'service', 'facility'];
const BASE = 'https://phr.example/source/';

/** `meta.source` of an entry. */
export function sourceUri(source: Source): string {
  return BASE + source;
}

/** Reads `meta.source`; undefined for what this product did not stamp. Some servers add the id of a request behind a number sign. */
export function readSource(uri: unknown): Source | undefined {
  const name = typeof uri === 'string' && uri.startsWith(BASE) ? uri.slice(BASE.length).split('#')[0] : undefined;
  return SOURCES.find((source) => source === name);
}

/** True for what was entered for the person in this product, which the person may take back. */
export function isOwnSource(source: Source): boolean {
  return source === 'person' || source === 'partner' || source === 'device';
}

/** The parts of a resource that say whom it comes from. */
export interface Sourced {
  readonly meta?: { readonly source?: string } | undefined;
  readonly performer?: readonly PerformerReference[] | undefined;
}

/** True for an entry of the person's own: by the server's stamp, and without one (older entries, other servers) when no professional performed it (D-45). */
export function isOwnEntry({ meta, performer }: Sourced): boolean {
  const source = readSource(meta?.source);
  return source === undefined ? isDeletable(performer === undefined ? {} : { performer }) : isOwnSource(source);
}
