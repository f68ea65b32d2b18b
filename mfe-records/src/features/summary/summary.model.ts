import type { WholeVerdict } from '@phr/clinical/assess/verdict';
import { worstFirst } from '@phr/clinical/levels';
import { vitalIn } from '@phr/clinical/codings';
import { type JudgingContext, verdictOf } from '@phr/fhir/judging';
import { LABELS } from '@phr/fhir/dictionary.labels';
import { isObject } from '@phr/fhir/json';
import type { Observation } from '@phr/fhir/resources';
import type { Locale } from '@phr/contract/locale';
import { type Described, readDescribed } from '../described/described.entity.ts';
import type { ListedObservation } from '../observations/listed-observation.entity.ts';
import type { Result } from '../reports/result.entity.ts';
import { isOutside } from '../reports/result.model.ts';
import type { Tested } from './summary.api.ts';

/** A result with its verdict. */
export interface Judged {
  readonly result: ListedObservation;
  readonly raw: Observation;
  readonly verdict: WholeVerdict;
}

/** Readings of a vital sign: the newest, and their number. */
export interface Readings extends Judged {
  readonly times: number;
  /** Number in target; undefined if the newest is unjudged. */
  readonly onTarget: number | undefined;
}

/** Judged results, without those lacking a number or excluded. */
export function judgedOf(rows: readonly ListedObservation[], context: JudgingContext): readonly Judged[] {
  return rows.flatMap((result) =>
    result.raw === undefined || result.standing !== 'current'
      ? []
      : [{ result, raw: result.raw, verdict: verdictOf(result.raw, context) }],
  );
}

/**
 * One entry per measured vital sign, most dangerous first, then newest.
 * @param judged newest first
 */
export function readingsOf(judged: readonly Judged[]): readonly Readings[] {
  const vitals = new Set(judged.flatMap(({ raw }) => vitalIn(raw.code) ?? []));
  const each = [...vitals].flatMap((vital) => {
    const all = judged.filter(({ raw }) => vitalIn(raw.code) === vital);
    const [newest] = all;
    if (newest === undefined) return [];
    const onTarget = newest.verdict.level === undefined ? undefined : all.filter(isOnTarget).length;
    return [{ ...newest, times: all.length, onTarget }];
  });
  return each.toSorted((a, b) => worstFirst(a.verdict.level, b.verdict.level));
}

/**
 * A reading in words for a doctor. The stored range is omitted if the judge uses another: two targets on one line
 * confuse. The person is not named as performer of own measurements.
 */
export function readingWords({ result, verdict }: Judged, locale: Locale): Described {
  const { original } = result;
  const told =
    verdict.level !== undefined && isObject(original) ? readDescribed(withoutRanges(original), locale) : undefined;
  const { lines, ...rest } = told ?? result;
  const performer = LABELS.performer[locale];
  return { ...rest, lines: result.isByPatient ? lines.filter(({ label }) => label !== performer) : lines };
}

function withoutRanges(json: object): { readonly [key: string]: unknown } {
  const { referenceRange: _range, component, ...rest }: { readonly [key: string]: unknown } = { ...json };
  return Array.isArray(component)
    ? { ...rest, component: component.map((part: unknown) => (isObject(part) ? withoutRanges(part) : part)) }
    : rest;
}

/** A result outside expectation, in words; a panel's component has both names. */
export interface Outside {
  readonly result: Result;
  readonly described: ListedObservation;
}

/**
 * Results outside expectation, as on report screens, and positive findings; most dangerous first, then newest. Only
 * each test's newest counts: values back in range are no findings.
 * @param tested newest first
 * @param words formats a component's value and range
 */
export function outsideOf(
  tested: readonly Tested[],
  words: { readonly value: string; readonly reference: string },
): readonly Outside[] {
  const names = new Set<string>();
  const found = tested.flatMap(({ listed, results }) => {
    if (listed.standing !== 'current') return [];
    // an unanswered order does not replace a result
    const told = results.filter(({ value }) => value !== undefined);
    const keysOf = (result: Result): readonly string[] => {
      const part = result.id === listed.id ? '' : result.name;
      return (listed.codes.length > 0 ? listed.codes : [listed.title]).map((code) => `${code}|${part}`);
    };
    const newest = told.filter((result) => !keysOf(result).some((key) => names.has(key)));
    for (const key of told.flatMap(keysOf)) names.add(key);
    return newest.filter(isNotable).map((result) => ({
      result,
      described: result.id === listed.id ? listed : componentOf(listed, result, words),
    }));
  });
  return found.toSorted((a, b) => worstFirst(levelOf(a), levelOf(b)));
}

const levelOf = ({ result }: Outside) => result.details?.verdict.level;

/** "positive" has no range, but doctors ask for it */
function isNotable(result: Result): boolean {
  const { level, isNeutral } = result.details?.verdict ?? {};
  return isOutside(result) || (level !== undefined && level !== 'target' && isNeutral !== true);
}

function componentOf(
  panel: ListedObservation,
  { name, value, reference }: Result,
  words: Parameters<typeof outsideOf>[1],
): ListedObservation {
  const line = (label: string, told: string | undefined) => (told === undefined ? [] : [{ label, value: told }]);
  return {
    ...panel,
    title: `${panel.title}: ${name}`,
    lines: [...line(words.value, value), ...line(words.reference, reference)],
  };
}

function isOnTarget({ verdict }: Judged): boolean {
  return verdict.level === 'target';
}

/**
 * A Patient without links to other records, which the app uses for the family and which tell a doctor nothing.
 * `replaced-by` links stay.
 */
export function withoutTies(patient: unknown): unknown {
  if (!isObject(patient) || !Array.isArray(patient['link'])) return patient;
  const isTie = (link: unknown): boolean => isObject(link) && (link['type'] === 'seealso' || link['type'] === 'refer');
  return { ...patient, link: patient['link'].filter((link) => !isTie(link)) };
}
