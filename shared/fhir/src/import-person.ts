import { humanName } from './datatypes.ts';
import { isObject, lenientObject, list, text } from './json.ts';
import { formatName } from './names.ts';
import { normalizeText } from './normalize-text.ts';

// Whether a file is about the person whose record it is imported into.

/** Identifying facts in a file or record. */
export interface PersonFacts {
  readonly name?: string | undefined;
  readonly gender?: string | undefined;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly birthDate?: string | undefined;
}

export type PersonFact = 'name' | 'gender' | 'birthDate';

/**
 * 'none': the file names nobody. 'same': all three facts are present on both sides and equal. 'ask': something differs
 * or is missing, so the importing person decides. 'refuse': name and birth date differ.
 */
export type PersonVerdict = 'none' | 'same' | 'ask' | 'refuse';

export interface PersonCheck {
  readonly verdict: PersonVerdict;
  readonly differs: readonly PersonFact[];
}

/** Compares a file's person with the record's. Names ignore case, diacritics and order. */
export function comparePerson(file: PersonFacts | undefined, record: PersonFacts): PersonCheck {
  const known = FACTS.filter((fact) => clean(file?.[fact]) !== undefined);
  if (known.length === 0) return { verdict: 'none', differs: [] };
  const both = known.filter((fact) => clean(record[fact]) !== undefined);
  const differs = both.filter((fact) => !EQUAL[fact](file?.[fact] ?? '', record[fact] ?? ''));
  if (differs.includes('name') && differs.includes('birthDate')) return { verdict: 'refuse', differs };
  const isWhole = both.length === FACTS.length && isFullDate(file?.birthDate) && isFullDate(record.birthDate);
  return { verdict: isWhole && differs.length === 0 ? 'same' : 'ask', differs };
}

const FACTS = ['name', 'gender', 'birthDate'] as const satisfies readonly PersonFact[];
const EQUAL: Readonly<Record<PersonFact, (a: string, b: string) => boolean>> = {
  name: (a, b) => folded(a) === folded(b),
  gender: (a, b) => a === b,
  // a year matches any day in it
  birthDate: (a, b) => a.startsWith(b) || b.startsWith(a),
};

/** An unknown gender is not a fact. */
function clean(fact: string | undefined): string | undefined {
  return fact === undefined || fact.trim() === '' || fact === 'unknown' ? undefined : fact;
}

function folded(name: string): string {
  return normalizeText(name).replace(/[.,]/g, ' ').split(/\s+/).filter(Boolean).toSorted().join(' ');
}

function isFullDate(date: string | undefined): boolean {
  return date?.length === 10;
}

const patient = lenientObject({ name: list(humanName), gender: text, birthDate: text });

/** The facts in a Patient resource. */
export function personFacts(resource: unknown): PersonFacts {
  const read = patient(resource);
  return { name: formatName(read?.name?.[0]), gender: read?.gender, birthDate: read?.birthDate };
}

/** The facts of a FHIR file's Patient; undefined if it has none. */
export function personOf(json: unknown): PersonFacts | undefined {
  const resources = isObject(json) && Array.isArray(json['entry']) ? json['entry'].map(resourceIn) : [json];
  const found = resources.find((one) => isObject(one) && one['resourceType'] === 'Patient');
  return found === undefined ? undefined : personFacts(found);
}

function resourceIn(entry: unknown): unknown {
  return isObject(entry) ? entry['resource'] : undefined;
}
