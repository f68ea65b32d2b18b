import { usePatient } from '@phr/module-kit/host';
import type { PlainWords } from '../reports/plain-results.model.ts';
import type { ListedReport } from './listed-report.entity.ts';
import { plainLine, type PlainLine } from './plain-line.model.ts';

/** The line of each report of the person on screen. */
export function useLines(words: PlainWords | undefined): (report: ListedReport) => PlainLine | undefined {
  const birthDate = usePatient().viewed?.birthDate;
  return (report) =>
    plainLine(report, words, (result) => ({
      result,
      ...(report.code === undefined ? {} : { report: report.code }),
      ...(birthDate === undefined ? {} : { birthDate }),
    }));
}
