import type { Locale } from '@phr/contract/host-api';
import { reference } from '@phr/fhir/datatypes';
import { lenientObject, list } from '@phr/fhir/json';
import type { JudgingContext } from '@phr/fhir/judging';
import { readReport, type Report } from '../reports/report.entity.ts';
import { readResult, type Result } from '../reports/result.entity.ts';

/** A listed report, with included results. */
export interface ListedReport extends Report {
  readonly told: readonly Result[];
}

const wire = lenientObject({ result: list(reference) });

/** Parses a DiagnosticReport with inline results; undefined without an id. */
export function readListedReport(resource: unknown, locale: Locale, context: JudgingContext): ListedReport | undefined {
  const report = readReport(resource, locale);
  if (report === undefined) return undefined;
  const inline = (wire(resource)?.result ?? []).map((target) => readResult(target.resource, locale, context) ?? []);
  return { ...report, told: inline.flat() };
}
