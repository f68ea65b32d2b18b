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

/** A result with what the judge of values says of it. */
export interface Judged {
  readonly result: ListedObservation;
  readonly raw: Observation;
  readonly verdict: WholeVerdict;
}

/** The readings of one vital sign: the newest, and how many of them there are. */
export interface Readings extends Judged {
  readonly times: number;
  /** How many of them are in her target; undefined where nobody judges the newest. */
  readonly onTarget: number | undefined;
}

/** The results that count, each judged. Those without a number, and those that stand apart, are left out. */
export function judgedOf(rows: readonly ListedObservation[], context: JudgingContext): readonly Judged[] {
  return rows.flatMap((result) =>
    result.raw === undefined || result.standing !== 'current'
      ? []
      : [{ result, raw: result.raw, verdict: verdictOf(result.raw, context) }],
  );
}

/** One entry for each vital sign that was measured, the most dangerous first, then the newest. @param judged newest first */
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
 * A reading in words for a doctor. A range that was stored beside a number is left out where the judge has another: two targets on one line are none. Of what the
 * person measured herself nobody is named.
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

/** One result that lies outside what is expected, in words; a component of a panel bears the name of both. */
export interface Outside {
  readonly result: Result;
  readonly described: ListedObservation;
}

/**
 * The results that lie outside what is expected, as the screens of reports tell them, and those that were found; the most dangerous first, then the newest. The
 * newest of each test counts: what has come back into its range since is no finding any more. @param tested newest first @param words what a component's value and range are called
 */
export function outsideOf(
  tested: readonly Tested[],
  words: { readonly value: string; readonly reference: string },
): readonly Outside[] {
  const seen = new Set<string>();
  const found = tested.flatMap(({ listed, results }) => {
    if (listed.standing !== 'current') return [];
    // what was ordered and is not answered takes the place of nothing
    const told = results.filter(({ value }) => value !== undefined);
    const keysOf = (result: Result): readonly string[] => {
      const part = result.id === listed.id ? '' : result.name;
      return (listed.codes.length > 0 ? listed.codes : [listed.title]).map((code) => `${code}|${part}`);
    };
    const newest = told.filter((result) => !keysOf(result).some((key) => seen.has(key)));
    for (const key of told.flatMap(keysOf)) seen.add(key);
    return newest.filter(isTold).map((result) => ({
      result,
      described: result.id === listed.id ? listed : componentOf(listed, result, words),
    }));
  });
  return found.toSorted((a, b) => worstFirst(levelOf(a), levelOf(b)));
}

const levelOf = ({ result }: Outside) => result.details?.verdict.level;

/** "Positive" has no range to be outside of; a doctor asks for it all the same. */
function isTold(result: Result): boolean {
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
 * A person without the ties to other records, by which the app finds a family: they name nobody, and a doctor reads nothing in them. That a record was replaced
 * stays.
 */
export function withoutTies(patient: unknown): unknown {
  if (!isObject(patient) || !Array.isArray(patient['link'])) return patient;
  const isTie = (link: unknown): boolean => isObject(link) && (link['type'] === 'seealso' || link['type'] === 'refer');
  return { ...patient, link: patient['link'].filter((link) => !isTie(link)) };
}
