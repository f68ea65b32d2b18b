import { absenceIn, isWithheld } from './absent.ts';
import type { HumanName } from './datatypes.ts';
import { normalizeText } from './normalize-text.ts';

/** What to show when there is no name: a key of the texts. */
export type MissingName = 'name.notGiven' | 'name.withheld';

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const PREFERENCE = ['official', 'usual', undefined, 'temp', 'nickname', 'anonymous'];

/** A name as it is read: its text, else the given names and then the family name (D-22). Undefined when no part is there. */
export function formatName(name: HumanName | undefined): string | undefined {
  const given = [...(name?.given ?? [])];
  const family = name?.family;
  if (name?.text !== undefined) return tidy(name.text);
  if (family !== undefined && CJK.test(family) && given.every((part) => CJK.test(part)))
    return tidy(`${family}${given.join('')}`);
  const words = tidy([...given, family].filter((part) => part !== undefined).join(' '));
  return words === '' ? undefined : words;
}

/** The name to call a person by: official before usual, the one that can be read. Old names are never chosen. */
export function nameOf(names: readonly HumanName[] | undefined): string | undefined {
  const current = names?.filter(({ use }) => use !== 'old' && use !== 'maiden') ?? [];
  const ordered = PREFERENCE.flatMap((use) => current.filter((name) => name.use === use));
  return ordered.map(formatName).find((name) => name !== undefined);
}

/** The placeholder for a person without a name. */
export function missingName(names: readonly HumanName[] | undefined): MissingName {
  const withheld =
    names?.some((name) => [name, name._text, name._family].some((part) => isWithheld(absenceIn(part)))) === true;
  return withheld ? 'name.withheld' : 'name.notGiven';
}

/** True when a folded query is part of any of the names, in any script and order of parts. */
export function matchesName(names: readonly HumanName[] | undefined, query: string): boolean {
  const all = normalizeText(
    (names ?? [])
      .flatMap((name) => [name.text, name.family, ...(name.given ?? [])])
      .filter((part) => part !== undefined)
      .join(' '),
  );
  return normalizeText(query)
    .split(' ')
    .every((word) => all.includes(word));
}

/** First letters for a picture's place: of the first and last word; a question mark without a name. */
export function initials(name: string | undefined): string {
  const words = tidy(name ?? '')
    .split(' ')
    .filter((word) => word !== '');
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = [first, last].map((word) => (word === undefined ? '' : ([...word][0] ?? ''))).join('');
  return letters === '' ? '?' : letters.toUpperCase();
}

/** A name for Patient.name as the platform stores it: upper case, the last word is the family name (D-22). */
export function humanName(fullName: string): HumanName {
  const text = tidy(fullName).toUpperCase();
  const words = text.split(' ');
  const family = words.pop();
  return {
    use: 'official',
    text,
    ...(family === undefined ? {} : { family }),
    ...(words.length > 0 ? { given: words } : {}),
  };
}

/** Composed characters (NFC) and single spaces. */
function tidy(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
