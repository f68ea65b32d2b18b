import { factorBetween } from '@phr/clinical/ucum';
import type { Locale } from '@phr/contract/locale';
import type { CodeableConcept } from '@phr/fhir/datatypes';
import {
  closingOf,
  explain,
  type Explained,
  type Explanation,
  type ResultVerdict,
  type TextSetting,
} from '@phr/fhir/plain-words/explain';
import { normalizeText } from '@phr/fhir/normalize-text';
import { matchResult } from '@phr/fhir/plain-words/match';
import { loadWords } from '@phr/fhir/plain-words/rows';
import { summarize } from '@phr/fhir/plain-words/summary';
import { ageInYears } from '@phr/time/age';
import type { Result, ResultDetails } from './result.entity.ts';

// Loaded with the first explained result, in a chunk of its own.

/** A result with the facts its text depends on. */
export interface ExplanationInput {
  readonly result: Result;
  /** Code of the report that it belongs to. */
  readonly report?: CodeableConcept;
  /** Of the person, YYYY-MM-DD or less of it. */
  readonly birthDate?: string;
}

/** Results in plain words, in one language, subject to the clinician-signed texts setting (R-S7). */
export interface PlainWords {
  readonly explain: (asked: ExplanationInput) => Explanation & { readonly closingWords?: string };
  /** Summary of a report in a few sentences; undefined below two judged results, or if texts are not shown. */
  readonly summarize: (asked: readonly ExplanationInput[]) => string | undefined;
  /** True for a result shown only on its own details page. */
  readonly isSensitive: (asked: ExplanationInput) => boolean;
  /** Conversion factor to another unit; undefined if not convertible. */
  readonly factor: (asked: ExplanationInput, from: string, to: string) => number | undefined;
}

export async function plainWords(locale: Locale, setting: TextSetting): Promise<PlainWords> {
  const words = await loadWords(locale);
  return {
    explain: (asked) => {
      const explanation = explain(explained(asked), words, locale, setting);
      const closingWords = closingOf([explanation], locale);
      return { ...explanation, ...(closingWords === undefined ? {} : { closingWords }) };
    },
    summarize: (asked) => (setting === 'off' ? undefined : summarize(asked.map(explained), words, locale)),
    isSensitive,
    factor: (asked, from, to) => factorFor(matchOf(asked)?.row.units ?? [], from, to),
  };
}

function matchOf({ result: { details }, report }: ExplanationInput): Explained['match'] {
  if (details === undefined) return undefined;
  const { code, unit, specimen } = details;
  return matchResult({
    code,
    ...(unit === undefined ? {} : { unit }),
    ...(specimen === undefined ? {} : { specimen }),
    ...(report === undefined ? {} : { report }),
  });
}

/** Accentless names of details-only results, since an unmatched name may still contain one. */
const PRIVATE =
  /\b(?:hiv|hbv|hcv|hpv|hb[sce] ?a[gb]|anti-?hb[sce]|giang mai|syphilis|treponema|rpr|vdrl|tpha|pap|papanicolaou|b?hcg|(?:sieu am |test |co |mang )thai|pregnancy)\b/;

/** By code, name or both: if they contradict, either suffices. */
function isSensitive(asked: ExplanationInput): boolean {
  const { code } = asked.result.details ?? {};
  const coding = code?.coding?.map(({ display: _display, ...one }) => one) ?? [];
  const names = [asked.result.name, code?.text, ...(code?.coding ?? []).map(({ display }) => display)];
  return (
    matchOf(asked)?.row.sensitivity !== undefined ||
    matchResult({ code: { coding } })?.row.sensitivity !== undefined ||
    names.some((name) => PRIVATE.test(normalizeText(name ?? '')))
  );
}

function explained(asked: ExplanationInput): Explained {
  const { result, birthDate } = asked;
  const { details } = result;
  const age = details?.at === undefined ? undefined : ageInYears(birthDate, details.at.slice(0, 10));
  return {
    match: matchOf(asked),
    verdict: details === undefined ? {} : verdictOf(details),
    circumstances: {
      ...(result.status === undefined ? {} : { status: result.status }),
      isAbsent: result.value === undefined,
      ...(age === undefined ? {} : { age }),
      needsSex: details?.needsSex === true,
      isSpoiled: details?.isSpoiled === true,
    },
  };
}

const FOUND = ['POS', 'DET'];
const NOT_FOUND = ['NEG', 'ND', 'NR'];
const CRITICAL: readonly (string | undefined)[] = ['veryHigh', 'veryLow', 'critical'];

/**
 * The laboratory's interpretation for explaining. What only our tables or goals judge is explained with the vital
 * signs.
 */
function verdictOf({ verdict, number, range, said }: ResultDetails): ResultVerdict {
  const isCritical = CRITICAL.includes(verdict.said) || verdict.level === 'veryDangerous';
  const place = placeOf(verdict, said);
  return {
    ...(place === undefined ? {} : { place }),
    ...(isCritical ? { isCritical } : {}),
    ...(verdict.doubts.includes('saidAgainstRange') ? { isContradicted: true } : {}),
    ...(number === undefined ? {} : { value: number.value }),
    ...(range?.low === undefined ? {} : { low: range.low }),
    ...(range?.high === undefined ? {} : { high: range.high }),
  };
}

function placeOf(verdict: ResultDetails['verdict'], said: readonly string[]): ResultVerdict['place'] {
  if (verdict.trace.judge !== 'facility') return undefined;
  if (said.some((code) => FOUND.includes(code))) return 'high';
  if (said.some((code) => NOT_FOUND.includes(code))) return 'low';
  const { direction, flag } = verdict;
  if (direction !== undefined) return direction;
  if (flag === 'N' || verdict.said === 'within') return 'within';
  return verdict.said === 'abnormal' || verdict.said === 'critical' ? 'abnormal' : undefined;
}

/** By the result's table, which converts moles and grams; else by powers of ten. */
function factorFor(
  units: readonly { readonly code: string; readonly printed?: string; readonly factor?: number }[],
  from: string,
  to: string,
): number | undefined {
  const known = (unit: string) => units.find(({ code, printed }) => code === unit || printed === unit)?.factor;
  const [a, b] = [known(from), known(to)];
  return a === undefined || b === undefined ? factorBetween(from, to) : a / b;
}
