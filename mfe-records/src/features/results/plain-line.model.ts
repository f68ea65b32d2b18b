import type { Asked, PlainWords } from '../reports/plain-results.model.ts';
import type { Result } from '../reports/result.entity.ts';
import { countsOf, type Counts } from '../reports/result.model.ts';
import { isWithdrawn } from '../reports/status.model.ts';
import type { ListedReport } from './listed-report.entity.ts';

/** What a list may tell of a report's results: how many lie where, nothing of sensitive ones. */
export type PlainLine = Counts | 'hidden';

/**
 * What the line of a report says. Results that are told in their details alone are not counted; nothing is told before it is known which these are, and nothing
 * of a report that was withdrawn. Undefined for a report without results.
 */
export function plainLine(
  { told, status }: Pick<ListedReport, 'told' | 'status'>,
  words: Pick<PlainWords, 'isSensitive'> | undefined,
  asked: (result: Result) => Asked,
): PlainLine | undefined {
  const known = told.filter(({ details }) => details !== undefined);
  if (isWithdrawn(status) || known.length === 0) return undefined;
  const open = words === undefined ? [] : known.filter((result) => !words.isSensitive(asked(result)));
  return open.length === 0 ? 'hidden' : countsOf(open);
}

/** True for a report that a list of those with something outside shows. */
export function hasOutside(line: PlainLine | undefined): boolean {
  return typeof line === 'object' && line.outside > 0;
}
