import { SNOMED, LOINC } from '@phr/clinical/codings';
import { LOCALES } from '@phr/contract/locale';
import { dictionaryWords } from '@phr/fhir/concepts';
import { IDENTIFIER_BASE } from '@phr/fhir/identifiers';
import { languageOf } from '@phr/i18n/locale';
import { localized, type Localized } from '@phr/i18n/localized';
import { readTable } from './table.ts';

/** Value sets of every installation, by the name used in the `valueset` search parameter. */
export type ValueSet =
  | 'occupation'
  | 'relationship'
  | 'vaccine'
  | 'lab-test'
  | 'condition'
  | 'symptom-post-covid'
  | 'symptom-basic'
  | 'symptom-critical';

/** A stored value set entry. `display` is Vietnamese, `designation` has all languages. */
export interface Concept {
  readonly resourceType: 'Concept';
  readonly id: string;
  readonly code: string;
  readonly display: string;
  readonly system: string;
  readonly valueset: readonly ValueSet[];
  readonly designation: readonly { readonly language: string; readonly value: string }[];
  /** Name of an occupation that stays when codes are renumbered. */
  readonly slug?: string;
  /** An exact equivalent in another code system. */
  readonly mapping?: readonly { readonly system: string; readonly code: string }[];
}

const CVX = 'http://hl7.org/fhir/sid/cvx';
const ICD10 = 'http://hl7.org/fhir/sid/icd-10';
const ROLE_CODE = 'http://terminology.hl7.org/CodeSystem/v3-RoleCode';
const OCCUPATION = `${IDENTIFIER_BASE}/occupation`;
const SYMPTOM = `${IDENTIFIER_BASE}/symptom`;

/**
 * All reference concepts in list order.
 * @throws Error if a data file is unreadable
 */
export function referenceConcepts(): readonly Concept[] {
  return [
    ...readTable('occupations.tsv', ['code', 'slug', 'vi', 'en']).map(({ code, slug, vi, en }) => ({
      ...concept(['occupation'], OCCUPATION, code, localized(vi, en)),
      slug,
    })),
    ...readTable('relationships.tsv', ['code', 'vi', 'en']).map(({ code, vi, en }) =>
      concept(['relationship'], ROLE_CODE, code, localized(vi, en)),
    ),
    ...coded('vaccines.tsv', 'vaccine', CVX),
    ...coded('lab-tests.tsv', 'lab-test', LOINC),
    ...coded('conditions.tsv', 'condition', ICD10),
    ...readTable('symptoms.tsv', ['code', 'valuesets', 'snomed', 'vi', 'en']).map(
      ({ code, valuesets, snomed, vi, en }) => ({
        ...concept(valuesets.split(';').filter(isSymptomSet), SYMPTOM, code, localized(vi, en)),
        ...(snomed === '' ? {} : { mapping: [{ system: SNOMED, code: snomed }] }),
      }),
    ),
  ];
}

/** Codes of public systems. Entries without text use the dictionary, so that a code has one name everywhere. */
function coded(file: string, valueset: ValueSet, system: string): readonly Concept[] {
  return readTable(file, ['code', 'vi', 'en']).map(({ code, vi, en }) => {
    const words = vi === '' ? dictionaryWords({ system, code }) : localized(vi, en);
    if (words === undefined) throw new Error(`${file}: ${code} has no words`);
    return concept([valueset], system, code, words);
  });
}

function concept(valueset: readonly ValueSet[], system: string, code: string, words: Localized): Concept {
  const kind = valueset[0]?.replace(/^symptom-.*/, 'symptom') ?? '';
  return {
    resourceType: 'Concept',
    id: `${kind}-${code}`,
    code,
    display: words[LOCALES[0]],
    system,
    valueset,
    designation: LOCALES.map((locale) => ({ language: languageOf(locale), value: words[locale] })),
  };
}

function isSymptomSet(name: string): name is ValueSet {
  return name === 'symptom-post-covid' || name === 'symptom-basic' || name === 'symptom-critical';
}
