import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';
import { LOINC, MDC, SNOMED, systemOf } from '@phr/clinical/code-systems';
import type { CodeableConcept, Coding } from './datatypes.ts';
import { CODE_WORDS, VACCINE_WORDS } from './dictionary.codes.ts';
import { loincWords } from './dictionary.loinc.ts';
import { SNOMED_WORDS } from './dictionary.snomed.ts';
import { isWrittenVital, vitalWords } from './dictionary.vitals.ts';
import { sentWords, tidy } from './sent-words.ts';

const CVX = 'http://hl7.org/fhir/sid/cvx';

/** Our own translation of a coding; undefined if there is none, and always for a coding without system. */
export function dictionaryWords({ system: written, code }: Coding): Localized | undefined {
  if (code === undefined || written === undefined) return undefined;
  const system = systemOf(written);
  const vital = system === LOINC || system === SNOMED || system === MDC ? vitalWords(code) : undefined;
  if (vital !== undefined && isWrittenVital(code)) return vital;
  if (system === LOINC) return loincWords(code) ?? vital;
  if (system === SNOMED) return own(SNOMED_WORDS, code) ?? vital;
  if (vital !== undefined) return vital;
  if (system === CVX) return own(VACCINE_WORDS, code);
  const name =
    system
      .toLowerCase()
      .replace(/^urn:oid:/, '')
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '';
  const table = own(CODE_WORDS, name) ?? own(CODE_WORDS, name.replace(/-cs$/, ''));
  return table === undefined ? undefined : own(table, code);
}

/**
 * A concept in words, never a code. Vietnamese: the sender's Vietnamese text, else our translation, else the sender's
 * text. English: the sender's text, else our translation. Undefined if there are no words.
 */
export function conceptWords(concept: CodeableConcept | undefined, locale: Locale): string | undefined {
  const sent = sentWords(concept, locale);
  const ours = concept?.coding?.map(dictionaryWords).find((found) => found !== undefined);
  // some Vietnamese words have no distinctive letter ("Tái phát"), so compare with our own
  const isOther =
    sent !== undefined && ours !== undefined && sent.words !== ours[locale] && Object.values(ours).includes(sent.words);
  if (sent?.inLanguage === true && !isOther && !(ours !== undefined && isForTerminologists(sent.words)))
    return sent.words;
  return ours === undefined ? sent?.words : tidy(ours[locale]);
}

/** Detects LOINC long names: 'Glucose [Moles/volume] in Blood', 'Blood pressure panel with all children optional'. */
function isForTerminologists(words: string): boolean {
  return /\[[^\][]+\]|\bpanel (?:with|-)|^Blood pressure panel/.test(words);
}

/** The same for a list, comma-separated. */
export function conceptsWords(concepts: readonly CodeableConcept[] | undefined, locale: Locale): string | undefined {
  const words = [
    ...new Set((concepts ?? []).map((concept) => conceptWords(concept, locale)).filter((text) => text !== undefined)),
  ];
  return words.length > 0 ? words.join(', ') : undefined;
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A coding as a concept. */
export function codingConcept(coding: Coding | undefined): CodeableConcept | undefined {
  return coding === undefined ? undefined : { coding: [coding] };
}

const onlyCode = (code: string, system: string) =>
  localized(`chỉ có mã ${code}${system} (không ghi tên)`, `only the code ${code}${system} (no name given)`);

/** A concept in words, falling back to its code and code system. Undefined if empty. */
export function toldConcept(concept: CodeableConcept | undefined, locale: Locale): string | undefined {
  const words = conceptWords(concept, locale);
  if (words !== undefined) return words;
  const coding = concept?.coding?.find(({ code }) => code !== undefined);
  return coding?.code === undefined ? undefined : onlyCode(coding.code, systemWords(coding.system))[locale];
}

/** The same for a list, comma-separated. */
export function toldConcepts(concepts: readonly CodeableConcept[] | undefined, locale: Locale): string | undefined {
  const words = (concepts ?? []).map((concept) => toldConcept(concept, locale)).filter((text) => text !== undefined);
  return words.length > 0 ? [...new Set(words)].join(', ') : undefined;
}

const SYSTEMS: readonly (readonly [part: string, name: string])[] = [
  ['snomed', 'SNOMED CT'],
  ['loinc', 'LOINC'],
  ['icd-10', 'ICD-10'],
  ['rxnorm', 'RxNorm'],
  ['/ndc', 'NDC'],
  ['/cvx', 'CVX'],
  ['/atc', 'ATC'],
  ['unii', 'UNII'],
];

/** ' NDC' for a code system; empty if its name means nothing to a reader. */
export function systemWords(system: string | undefined): string {
  const name = SYSTEMS.find(([part]) => system?.toLowerCase().includes(part) === true)?.[1];
  return name === undefined ? '' : ` ${name}`;
}
