import type { Locale } from '@phr/contract/host-api';
import { LOINC } from '@phr/clinical/codings';
import { conceptWords } from '@phr/fhir/concepts';
import { list, lenientObject, text } from '@phr/fhir/json';
import { defined, readable } from '@phr/fhir/reading';
import { isWithdrawn } from '../reports/status.model.ts';

/** A report of a board (ReportItem of the service catalogue). */
export interface BoardReport {
  readonly id: string;
  /** The report's first code, else its text (D-63): key of its board. */
  readonly code: string;
  readonly status?: string;
  readonly name?: string;
  readonly at?: string;
  readonly performer?: string;
  readonly conclusion?: string;
  /** When the valid report before it was made. */
  readonly previousAt?: string;
}

const wire = list(
  lenientObject({
    id: text,
    code: text,
    status: text,
    codeText: text,
    effectiveDateTime: text,
    performerDisplay: text,
    conclusion: text,
    previousAt: text,
  }),
);

/** Parses the response's reports; those without id or code are dropped. */
export function readBoardReports(body: unknown): readonly BoardReport[] {
  return (wire(body) ?? []).flatMap((raw) =>
    raw.id === undefined || raw.code === undefined
      ? []
      : [
          {
            id: raw.id,
            code: raw.code,
            ...defined({
              // A bare code is no name.
              name: raw.codeText === raw.code && /\d/.test(raw.code) ? undefined : raw.codeText,
              status: raw.status,
              at: readable(raw.effectiveDateTime),
              performer: raw.performerDisplay,
              conclusion: raw.conclusion,
              previousAt: readable(raw.previousAt),
            }),
          },
        ],
  );
}

/** Name of a report: our translation of its LOINC code, else as sent. */
export function nameOf({ code, name }: Pick<BoardReport, 'code' | 'name'>, locale: Locale): string | undefined {
  const isLoinc = /^\d{1,7}-\d$/.test(code);
  return conceptWords(
    { ...(name !== undefined && { text: name }), ...(isLoinc && { coding: [{ system: LOINC, code }] }) },
    locale,
  );
}

/** The previous report by the service's count, which excludes withdrawn ones. */
export function previousOf(newest: BoardReport, all: readonly BoardReport[]): BoardReport | undefined {
  return newest.previousAt === undefined
    ? undefined
    : all.find(({ id, at, status = '' }) => id !== newest.id && at === newest.previousAt && !isWithdrawn(status));
}

/** Codes in a device setting (JSON); empty if unreadable. */
export function codesIn(setting: string | undefined): readonly string[] {
  try {
    return list(text)(JSON.parse(setting ?? '[]')) ?? [];
  } catch {
    return [];
  }
}
