import { z } from 'zod';
import { invalid } from './fhir-error.ts';
import { TYPES } from './resource-types.ts';
import type { RawQuery } from './search-query.ts';

/** Parameters of an export. */
export interface ExportQuery {
  /** Types of the record, the person first. */
  readonly types: readonly string[];
  /** Only what changed at or after this moment. */
  readonly since: Date | undefined;
}

const Instant = z.iso.datetime({ offset: true });
const RECORD = Object.entries(TYPES)
  .filter(([, { scope }]) => scope === 'patient')
  .map(([type]) => type);

/**
 * Parses Patient/$everything: `_type` (comma-separated) and `_since` (an instant).
 * @throws FhirError 400 for others and for unreadable values
 */
export function readExportQuery(query: RawQuery): ExportQuery {
  const unknown = Object.keys(query).find((name) => name !== '_type' && name !== '_since');
  if (unknown !== undefined) throw invalid(`${unknown} is not a parameter of $everything here`, unknown);
  const { _type: asked, _since: since } = query;
  const named = asked === undefined ? undefined : [asked].flat().flatMap((value) => value.split(','));
  const wrong = named?.find((type) => !RECORD.includes(type));
  if (wrong !== undefined) throw invalid('_type names types of a record', '_type');
  const from = Instant.optional().safeParse(since);
  if (!from.success) throw invalid('_since is an instant, e.g. 2026-03-01T08:30:00+07:00', '_since');
  return {
    types: RECORD.filter((type) => named?.includes(type) ?? true),
    since: from.data === undefined ? undefined : new Date(from.data),
  };
}
