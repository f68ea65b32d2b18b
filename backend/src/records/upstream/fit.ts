import { indexColumns } from '../../fhir/index-columns.ts';
import type { Resource } from '../../fhir/resource.ts';
import type { DateCondition, SearchQuery } from '../../fhir/search-query.ts';

/**
 * True if a resource matches a search by our own rules. Servers may ignore unknown conditions and differ in case,
 * diacritics and dates; what we return matches anyway.
 */
export function fits(resource: Resource, query: SearchQuery): boolean {
  const { fold, date, ...columns } = indexColumns(resource);
  const tokens = new Set(columns.tokens);
  const identifiers = new Set(columns.identifiers);
  return (
    (query.ids === undefined || query.ids.includes(resource.id ?? '')) &&
    (query.codes === undefined || query.codes.some((code) => tokens.has(`code=${code}`))) &&
    query.tokens.every(({ values, not }) => values.some((value) => tokens.has(value)) !== not) &&
    query.identifiers.every((values) => values.some((value) => identifiers.has(value))) &&
    query.contains.every((word) => fold.includes(word)) &&
    query.dates.every((condition) => holds(condition, date))
  );
}

function holds(
  { prefix, start, end }: DateCondition,
  date: { readonly start: Date; readonly end: Date } | undefined,
): boolean {
  if (date === undefined) return prefix === 'ne';
  switch (prefix) {
    case 'ge':
      return date.end >= start;
    case 'gt':
      return date.end > end;
    case 'le':
      return date.start <= end;
    case 'lt':
      return date.start < start;
    case 'eq':
      return date.start >= start && date.end <= end;
    case 'ne':
      return !(date.start >= start && date.end <= end);
  }
}
