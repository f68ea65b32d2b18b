import type { SearchEntry } from '@phr/contract/today';
import { LOCALES, type Locale } from '@phr/contract/locale';
import type { ScreenPlace } from '@phr/contract/screens';
import { codeableConcept, type CodeableConcept, reference } from '@phr/fhir/datatypes';
import { conceptWords } from '@phr/fhir/concepts';
import { describe } from '@phr/fhir/describe';
import { typeWords } from '@phr/fhir/dictionary.types';
import { isObject, lenientObject, list, text } from '@phr/fhir/json';
import { describedNow } from '../described/described.entity.ts';
import { statusOf } from '../described/described.model.ts';
import { isWithdrawn } from '../reports/status.model.ts';

/** Longest title and detail that a host takes, characters. */
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
 * How one resource of the record is found: by its words in every language and by its codes. Undefined for one without an id, withdrawn, entered in error or
 * ruled out. @param placeOf the screen that shows it
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

/** The rows of a report that came along with it, each found by its name and codes. Rows that were withdrawn are left out, and so are all of a withdrawn report. */
export function readRows(resource: unknown, locale: Locale): readonly SearchEntry[] {
  const raw = wire(resource);
  const report = readFound(resource, locale, (id) => ({ screen: 'report-details', params: { id } }));
  if (report === undefined) return [];
  const rows = (raw?.result ?? []).map((target) => wire(target.resource)).filter((row) => row !== undefined);
  return rows.flatMap(({ code, status }): readonly SearchEntry[] => {
    const title = conceptWords(code, locale);
    if (title === undefined || isVoid('Observation', status)) return [];
    const detail = cut(
      [report.title, describe(resource, locale).when].filter((part) => part !== undefined).join(' · '),
    );
    return [{ title: cut(title), detail, words: wordsOf(code), place: report.place }];
  });
}

/** Nothing that was taken back is found; a cancelled report was never one, a cancelled order is a fact. */
function isVoid(type: string, status: string | undefined): boolean {
  if (status === undefined) return false;
  return type === 'DiagnosticReport' || type === 'Observation'
    ? isWithdrawn(status)
    : status === 'entered-in-error' || status === 'refuted';
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
