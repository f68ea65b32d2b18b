import { ATC_GROUPS, type AtcGroup } from './atc-groups.ts';
import type { CodeableConcept } from './datatypes.ts';
import { negationOf } from './describe/tell.ts';
import { standingOf } from './describe/standing.ts';
import { isConditional } from './conditional.ts';
import { isObject } from './json.ts';
import { asWords, brandIngredients } from './medicine-brands.ts';
import { normalizeText } from './normalize-text.ts';
import * as r4 from './resources.ts';
import type { Localized } from '@phr/i18n/localized';

// Matches a medicine against recorded allergies: by the same code, the same ingredient, or a position in the ATC
// classification. A brand stands for its ingredients. Whole words only: no result means nothing was found, never that a
// medicine is safe.

/** The codes and names of an allergy's substance. */
export interface Allergen {
  readonly codes: readonly string[];
  readonly names: readonly string[];
  /** Recorded as no medicine: food, or something of the surroundings. */
  readonly isNoMedicine?: boolean;
}

/** How a medicine matches an allergy: by substance, or by group. */
export interface Fit {
  readonly isGroup: boolean;
  /** Name of the group, for a group match. */
  readonly group?: Localized;
  /** Name of the substance, where the record names it otherwise than by itself, such as by a brand. */
  readonly substance?: Localized;
}

const SNOMED = 'http://snomed.info/sct';
const ATC = 'http://www.whocc.no/atc';

/**
 * The substance of a current AllergyIntolerance; undefined for a past, refuted or erroneous one, and for "no known
 * allergies".
 */
export function allergenOf(resource: unknown): Allergen | undefined {
  const read = r4.allergyIntolerance(resource);
  if (read === undefined) return undefined;
  const standing = standingOf('AllergyIntolerance', resource, negationOf(read.code), isConditional(resource));
  if (standing !== 'current') return undefined;
  const { codes, names } = asWritten([read.code, ...(read.reaction ?? []).map(({ substance }) => substance)]);
  const categories = read.category ?? [];
  const isNoMedicine = categories.length > 0 && categories.every((one) => one === 'food' || one === 'environment');
  return { codes, names: withIngredients(names), ...(isNoMedicine ? { isNoMedicine } : {}) };
}

const withIngredients = (names: readonly string[]): readonly string[] => [
  ...new Set([...names, ...names.flatMap(brandIngredients)]),
];

/** A medicine's ingredients, from its codes, name and ingredient list. */
export function ingredientsOf(resource: unknown): Allergen {
  const use = r4.medicationUse(resource);
  const target = use?.medicationReference;
  const contained = use?.contained?.find((part) => `#${String(part['id'])}` === target?.reference);
  const medication = contained ?? target?.resource;
  const parts: readonly unknown[] =
    isObject(medication) && Array.isArray(medication['ingredient']) ? medication['ingredient'] : [];
  const substances = parts.map((part) =>
    isObject(part) ? r4.condition({ code: part['itemCodeableConcept'] })?.code : undefined,
  );
  const display = target?.display === undefined ? undefined : { text: target.display };
  const { codes, names } = asWritten([
    use?.medicationCodeableConcept,
    r4.medication(medication)?.code,
    display,
    ...substances,
  ]);
  return { codes, names: withIngredients(names.flatMap(ingredientNames)) };
}

function asWritten(concepts: readonly (CodeableConcept | undefined)[]): Allergen {
  const codes = concepts.flatMap((concept) =>
    (concept?.coding ?? []).flatMap(({ system, code }) => (code === undefined ? [] : [`${system ?? ''}|${code}`])),
  );
  const names = concepts.flatMap((concept) => [
    concept?.text,
    ...(concept?.coding ?? []).map(({ display }) => display),
  ]);
  return {
    codes: [...new Set(codes)],
    names: [...new Set(names.filter((name) => name !== undefined).map(normalizeText))],
  };
}

/** 'amoxicillin + acid clavulanic 625 mg, vien' yields two names: the text before the strength, split at '+'. */
function ingredientNames(name: string): readonly string[] {
  const words = name.replace(/\([^()]*\)/g, ' ').split(/[\d,]/, 1)[0] ?? '';
  return words
    .split(/[+/&]| va | and /)
    .map((part) => part.trim())
    .filter((part) => part.length > 2);
}

/** How a medicine matches an allergy; undefined if no known rule matches. */
export function fitOf(allergen: Allergen, medicine: Allergen): Fit | undefined {
  if (allergen.codes.some((code) => medicine.codes.includes(code))) return { isGroup: false };
  const held = heldBy(medicine);
  const meant = groupsOf(allergen).find(({ atc }) =>
    atc.some((prefix) => held.some((code) => code.startsWith(prefix))),
  );
  if (meant?.isGroup === false) return { isGroup: false, substance: meant.words };
  if (allergen.names.some((name) => medicine.names.some((one) => one === name || one.startsWith(`${name} `))))
    return { isGroup: false };
  return meant === undefined ? undefined : { isGroup: true, group: meant.words };
}

/**
 * True if both are known well enough that no match means no known conflict. An unknown brand, or an allergen of an
 * unknown kind, has not been compared at all.
 */
export function isComparable(allergen: Allergen, medicine: Allergen): boolean {
  return heldBy(medicine).length > 0 && (allergen.isNoMedicine === true || groupsOf(allergen).length > 0);
}

/** ATC codes of a medicine: its own, and those of the substances and groups that it names. */
const heldBy = (medicine: Allergen): readonly string[] => [
  ...medicine.codes.filter((code) => code.startsWith(`${ATC}|`)).map((code) => code.slice(ATC.length + 1)),
  ...groupsOf(medicine).flatMap(({ atc }) => atc),
];

function groupsOf({ codes, names }: Allergen): readonly AtcGroup[] {
  const words = names.map(asWords).join('');
  return ATC_GROUPS.filter(
    (one) =>
      one.names.some((name) => words.includes(` ${name} `)) ||
      one.snomed?.some((code) => codes.includes(`${SNOMED}|${code}`)) === true,
  );
}
