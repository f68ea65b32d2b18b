import * as plainDate from '@phr/time/plain-date';

/** Spans that the board offers; `custom` is what was typed. */
export const SPANS = ['3m', '1y', 'all'] as const;
export type Span = (typeof SPANS)[number] | 'custom';

/** Time range of the board; days as YYYY-MM-DD, open where missing. */
export interface BoardRange {
  readonly span: Span;
  readonly from?: string;
  readonly to?: string;
}

const MONTHS = { '3m': 3, '1y': 12 } as const;

/**
 * Parses the range in a URL: `?from=&to=` or `?range=`; a year by default.
 * @param today YYYY-MM-DD
 */
export function rangeOf(search: URLSearchParams, today: string): BoardRange {
  const [from, to] = ['from', 'to'].map((name) => search.get(name) ?? '').map(plainDate.parse);
  if (from !== undefined || to !== undefined)
    return { span: 'custom', ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const span = SPANS.find((one) => one === search.get('range')) ?? '1y';
  return span === 'all' ? { span } : { span, from: plainDate.add(today, { months: -MONTHS[span] }) };
}

/** The range as URL parameters; none for the default. */
export function paramsOf(range: BoardRange): Readonly<Record<string, string>> {
  if (range.span !== 'custom') return range.span === '1y' ? {} : { range: range.span };
  const { from, to } = range;
  if (from === undefined && to === undefined) return { range: 'all' };
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** True for ranges that have the same address. */
export function isSameRange(one: BoardRange, other: BoardRange): boolean {
  return JSON.stringify(paramsOf(one)) === JSON.stringify(paramsOf(other));
}
