import { absenceIn, isWithheld } from './absent.ts';
import type { HumanName } from './datatypes.ts';
import { normalizeText } from './normalize-text.ts';

/** Text key shown if there is no name. */
export type MissingName = 'name.notGiven' | 'name.withheld';

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const PREFERENCE = ['official', 'usual', undefined, 'temp', 'nickname', 'anonymous'];

/** Formats a name: its text, else given names then family name (D-22). Undefined if empty. */
export function formatName(name: HumanName | undefined): string | undefined {
  const given = [...(name?.given ?? [])];
  const family = name?.family;
  if (name?.text !== undefined) return tidy(name.text);
  if (family !== undefined && CJK.test(family) && given.every((part) => CJK.test(part)))
    return tidy(`${family}${given.join('')}`);
  const words = tidy([...given, family].filter((part) => part !== undefined).join(' '));
  return words === '' ? undefined : words;
}

/** The name to display: official before usual, first readable one. Never an old name. */
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

/** True if a normalized query is contained in any of the names, in any script and order of parts. */
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

/** Initials for an avatar, from the first and last word; '?' without a name. */
export function initials(name: string | undefined): string {
  const words = tidy(name ?? '')
    .split(' ')
    .filter((word) => word !== '');
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = [first, last].map((word) => (word === undefined ? '' : ([...word][0] ?? ''))).join('');
  return letters === '' ? '?' : letters.toUpperCase();
}

/** Builds Patient.name as stored by the platform: upper case, the last word is the family name (D-22). */
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

/** Normalizes to NFC and single spaces. */
function tidy(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
