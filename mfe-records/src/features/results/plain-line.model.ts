import type { ExplanationInput, PlainWords } from '../reports/plain-results.model.ts';
import type { Result } from '../reports/result.entity.ts';
import { countsOf, type Counts } from '../reports/result.model.ts';
import { isWithdrawn } from '../reports/status.model.ts';
import type { ListedReport } from './listed-report.entity.ts';

/** Data of a report's line: counts, without sensitive results. */
export type PlainLine = Counts | 'hidden';

/**
 * A report's summary line. Details-only results are not counted; nothing is shown until they are known, or for a
 * withdrawn report. Undefined without results.
 */
export function plainLine(
  { told, status }: Pick<ListedReport, 'told' | 'status'>,
  words: Pick<PlainWords, 'isSensitive'> | undefined,
  asked: (result: Result) => ExplanationInput,
): PlainLine | undefined {
  const known = told.filter(({ details }) => details !== undefined);
  if (isWithdrawn(status) || known.length === 0) return undefined;
  const open = words === undefined ? [] : known.filter((result) => !words.isSensitive(asked(result)));
  return open.length === 0 ? 'hidden' : countsOf(open);
}

/** True for a report with results outside range. */
export function hasOutside(line: PlainLine | undefined): boolean {
  return typeof line === 'object' && line.outside > 0;
}
