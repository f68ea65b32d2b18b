import { dateOrder } from '@phr/fhir/dates';
import { isSameTest } from './previous.model.ts';
import type { Report } from './report.entity.ts';
import type { Result } from './result.entity.ts';
import { isWithdrawn } from './status.model.ts';

/** Other reports that a report is offered to be compared with. */
const OFFERED = 5;

/** One test in both reports. */
export interface Shared {
  readonly left: Result;
  readonly right: Result;
}

/** Valid reports sharing a result code with this one, nearest in time first; empty without codes. */
export function comparableReports(report: Report, all: readonly Report[]): readonly Report[] {
  if (report.boardCode === undefined) return [];
  const at = ({ effective, issued }: Report) => dateOrder(effective ?? issued);
  const distance = (one: Report) => Math.abs(at(one) - at(report));
  return all
    .filter(
      ({ id, boardCode, results, status }) =>
        id !== report.id && boardCode === report.boardCode && results.length > 0 && !isWithdrawn(status),
    )
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, OFFERED);
}

/** Common results in the second's order: by LOINC code, else by name if both are uncoded. */
export function sharedResults(left: readonly Result[], right: readonly Result[]): readonly Shared[] {
  const isKnown = ({ details }: Result) => details !== undefined;
  return right.filter(isKnown).flatMap((one) => {
    const other = left.filter(isKnown).find((candidate) => isShared(candidate, one));
    return other === undefined ? [] : [{ left: other, right: one }];
  });
}

function isShared(one: Result, other: Result): boolean {
  if (one.details?.loinc.length === 0 && other.details?.loinc.length === 0) return one.name === other.name;
  return isSameTest(one.details, other.details);
}
