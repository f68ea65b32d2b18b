import { LOINC, systemOf } from '@phr/clinical/code-systems';
import type { CodeableConcept } from '../datatypes.ts';
import { normalizeText } from '../normalize-text.ts';
import ROWS from './generated/rows.json' with { type: 'json' };
import type { ResultRow } from './rows.ts';

const ALL = ROWS as unknown as readonly ResultRow[];

/** A result as sent by a laboratory. */
export interface SentResult {
  readonly code?: CodeableConcept;
  /** Unit of its value: UCUM code and printed form. */
  readonly unit?: { readonly code?: string; readonly unit?: string };
  /** As text, or a specimen type code. */
  readonly specimen?: string;
  /** The report it belongs to. */
  readonly report?: CodeableConcept;
}

export interface Match {
  readonly row: ResultRow;
  /** False if the number's unit is unknown to the row: explained, but never called high or low. */
  readonly unitFits: boolean;
}

/** Filler words in a name that do not say what is measured. */
const AROUND = /^(?:dinh luong|do hoat do|xet nghiem)\s+|\s*[([]mau[)\]]$/g;
/** Words for urine in a name, specimen or report. */
const URINE = /\b(?:nieu|nuoc tieu|urine|urinary|ua)\b/;

/**
 * The row of a result, by its LOINC code, else by a printed name; undefined unless exactly one matches. Names must
 * match whole: nothing is guessed from parts. A code whose printed name belongs to another row matches none, since code
 * lists do mislabel.
 */
export function matchResult(sent: SentResult): Match | undefined {
  const byCode = rowsOf(codesOf(sent.code));
  const byName =
    namesOf(sent.code)
      .map(rowsPrinted)
      .find((rows) => rows.length > 0) ?? [];
  if (byCode.length > 0 && byName.length > 0 && !byName.some((row) => byCode.includes(row))) return undefined;
  const candidates = byCode.length > 0 ? byCode : byName.filter(({ kind }) => kind !== 'vital' && kind !== 'nom');
  // an ambiguous name needs the unit to decide
  const isClear = candidates.length === 1;
  const [row, ...others] = candidates.filter((one) => isOfSpecimen(one, sent) && (isClear || hasUnit(one, sent)));
  if (row === undefined || others.length > 0) return undefined;
  return { row, unitFits: hasUnit(row, sent) };
}

function codesOf(code: CodeableConcept | undefined): readonly string[] {
  return (code?.coding ?? []).flatMap(({ system, code: value }) =>
    system !== undefined && systemOf(system) === LOINC && value !== undefined ? [value] : [],
  );
}

function rowsOf(codes: readonly string[]): readonly ResultRow[] {
  return ALL.filter(({ loinc }) => loinc.some((code) => codes.includes(code)));
}

/** All names sent with a code, the sender's own first. */
function namesOf(code: CodeableConcept | undefined): readonly string[] {
  return [code?.text, ...(code?.coding ?? []).map(({ display }) => display)].flatMap((name) => name ?? []);
}

function rowsPrinted(name: string): readonly ResultRow[] {
  const query = folded(name);
  return ALL.filter(({ printed }) => printed.some((one) => folded(one) === query));
}

function folded(name: string): string {
  let text = normalizeText(name);
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replaceAll(AROUND, '').trim();
  }
  return text;
}

/**
 * A urine result needs words or a code for urine; with such words no other result matches. The report's own words count
 * if it is a urine test.
 */
function isOfSpecimen({ group, loinc }: ResultRow, { code, specimen, report }: SentResult): boolean {
  const isUrine =
    [...namesOf(code), ...namesOf(report), specimen ?? ''].some((text) => URINE.test(normalizeText(text))) ||
    rowsOf(codesOf(report)).some((row) => row.group === 'urine');
  return group === 'urine' ? isUrine || codesOf(code).some((one) => loinc.includes(one)) : !isUrine;
}

function hasUnit({ kind, units }: ResultRow, { unit }: SentResult): boolean {
  if (kind !== 'qn') return true;
  const said = [unit?.code, unit?.unit].flatMap((text) => text ?? []);
  return units.some(({ code, printed }) => said.includes(code) || (printed !== undefined && said.includes(printed)));
}
