import type { SearchEntry } from '@phr/contract/today';
import { LOCALES, type Locale } from '@phr/contract/locale';
import type { ScreenPlace } from '@phr/contract/screens';
import { codeableConcept, type CodeableConcept, reference } from '@phr/fhir/datatypes';
import { conceptWords } from '@phr/fhir/concepts';
import { describe } from '@phr/fhir/describe';
import { typeWords } from '@phr/fhir/dictionary.types';
import type { JudgingContext } from '@phr/fhir/judging';
import { isObject, lenientObject, list, text } from '@phr/fhir/json';
import { observation, type Observation, type ObservationComponent } from '@phr/fhir/observation';
import { levelWords } from '@phr/fhir/verdict-words';
import { describedNow } from '../described/described.entity.ts';
import { statusOf } from '../described/described.model.ts';
import { judgedOf, ownParts, formattedValue } from '../judging/judged.model.ts';
import { isWithdrawn } from '../reports/status.model.ts';

/** Maximum title and detail length accepted by hosts, in characters. */
const LONGEST = 200;

const wire = lenientObject({
  id: text,
  status: text,
  docStatus: text,
  code: codeableConcept,
  vaccineCode: codeableConcept,
  medicationCodeableConcept: codeableConcept,
  reasonCode: list(codeableConcept),
  result: list(reference),
});

/**
 * Search entry of a resource: texts in every language, and codes. Undefined without id, or if withdrawn, erroneous or
 * refuted.
 * @param placeOf returns the screen that shows it
 */
export function readFound(
  resource: unknown,
  locale: Locale,
  placeOf: (id: string) => ScreenPlace,
): SearchEntry | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined || !isObject(resource)) return undefined;
  const described = describedNow(resource, locale);
  if (isVoid(described.type, described.statusCode) || raw.docStatus === 'entered-in-error') return undefined;
  const concepts = [raw.code, raw.vaccineCode, raw.medicationCodeableConcept, ...(raw.reasonCode ?? [])];
  const kind = typeWords(described.type, locale);
  return {
    title: cut(described.title),
    detail: cut([kind, described.when, statusOf(described)?.words].filter((part) => part !== undefined).join(' · ')),
    words: [
      ...LOCALES.filter((other) => other !== locale).map((other) => describe(resource, other).title),
      ...(described.subtitle === undefined ? [] : [described.subtitle]),
      ...described.lines.map(({ value }) => value),
      ...concepts.flatMap(wordsOf),
    ],
    place: placeOf(raw.id),
  };
}

/**
 * Searchable rows of a report's contained results, found by name and codes, with value and verdict. Withdrawn rows are
 * left out, as are all rows of a withdrawn report.
 */
export function readRows(resource: unknown, locale: Locale, judging: RowJudging | undefined): readonly SearchEntry[] {
  const raw = wire(resource);
  const report = readFound(resource, locale, (id) => ({ screen: 'report-details', params: { id } }));
  if (report === undefined) return [];
  const when = describe(resource, locale).when;
  return (raw?.result ?? []).flatMap((target): readonly SearchEntry[] => {
    const row = observation(target.resource);
    if (row === undefined || isVoid('Observation', row.status)) return [];
    return [undefined, ...ownParts(row)].flatMap((part): readonly SearchEntry[] => {
      const { code } = part ?? row;
      const title = conceptWords(code, locale);
      if (title === undefined) return [];
      const told = [...toldOf(row, part, locale, judging), report.title, when];
      const detail = cut(told.filter((words) => words !== undefined).join(' · '));
      return [{ title: cut(title), detail, words: wordsOf(code), place: report.place }];
    });
  });
}

/** Withdrawn entries are not found; a cancelled report never existed, a cancelled order is a fact. */
function isVoid(type: string, status: string | undefined): boolean {
  if (status === undefined) return false;
  return type === 'DiagnosticReport' || type === 'Observation'
    ? isWithdrawn(status)
    : status === 'entered-in-error' || status === 'refuted';
}

/** Judging input for report rows, and words. Absent until the judge is known: until then nothing is judged. */
export interface RowJudging {
  readonly context: JudgingContext;
  /** Looks up the words of levels and sides. */
  readonly t: (key: string) => string;
}

/** Value, verdict and range owner of a row. A component of a panel is judged as a separate result. */
function toldOf(
  row: Observation,
  part: ObservationComponent | undefined,
  locale: Locale,
  judging: RowJudging | undefined,
): readonly (string | undefined)[] {
  const value = formattedValue(row, part, locale);
  if (judging === undefined) return [value];
  const { context, t } = judging;
  const { verdict = {}, words, range } = judgedOf(row, part, context, locale) ?? {};
  return [value, words, levelWords(verdict, { locale, t }), range];
}

/** A concept in every language, with its codes and the words that came with them. */
function wordsOf(concept: CodeableConcept | undefined): readonly string[] {
  return [
    ...LOCALES.map((locale) => conceptWords(concept, locale)),
    concept?.text,
    ...(concept?.coding ?? []).flatMap(({ code, display }) => [code, display]),
  ].filter((word) => word !== undefined);
}

const cut = (words: string): string => (words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words);
