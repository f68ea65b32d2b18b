import type { Locale } from '@phr/contract/host-api';
import { LOINC } from '@phr/clinical/codings';
import { conceptWords } from '@phr/fhir/concepts';
import { list, lenientObject, text } from '@phr/fhir/json';
import { defined, readable } from '@phr/fhir/reading';
import { isWithdrawn } from '../reports/status.model.ts';

/** One report of a board (ReportItem of the service catalogue). */
export interface BoardReport {
  readonly id: string;
  /** First code of the report, else its text (D-63): names its board. */
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

/** Reads the reports of an answer; those without id or code are left out. */
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

/** What a report is called: in the words of the language on screen where its code is a LOINC one that has some, else as it was sent. */
export function nameOf({ code, name }: Pick<BoardReport, 'code' | 'name'>, locale: Locale): string | undefined {
  const isLoinc = /^\d{1,7}-\d$/.test(code);
  return conceptWords(
    { ...(name !== undefined && { text: name }), ...(isLoinc && { coding: [{ system: LOINC, code }] }) },
    locale,
  );
}

/** The report before the newest one, as the service counts them: a withdrawn one is none. */
export function previousOf(newest: BoardReport, all: readonly BoardReport[]): BoardReport | undefined {
  return newest.previousAt === undefined
    ? undefined
    : all.find(({ id, at, status = '' }) => id !== newest.id && at === newest.previousAt && !isWithdrawn(status));
}

/** The codes in a device's setting, JSON texts written by whoever arranged the screens; none in a text that is no list of codes. */
export function codesIn(setting: string | undefined): readonly string[] {
  try {
    return list(text)(JSON.parse(setting ?? '[]')) ?? [];
  } catch {
    return [];
  }
}
