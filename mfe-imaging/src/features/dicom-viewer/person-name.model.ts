import { normalizeText } from '@phr/fhir/normalize-text';

/** A name as spoken: PN components in order (family first), ideographic form in brackets. PS3.5 6.2. */
export function displayName(personName: string): string {
  const [alphabetic = '', ideographic = ''] = personName.split('=').map((group) =>
    group
      .split('^')
      .map((part) => part.trim())
      .filter(Boolean)
      .join(' '),
  );
  if (alphabetic === '' || ideographic === '' || alphabetic === ideographic) return alphabetic || ideographic;
  return `${alphabetic} (${ideographic})`;
}

/**
 * True if the file names another person. Ignores case, diacritics, order and separators; with omitted names (middle
 * names), two matches suffice. A file without a name never differs.
 */
export function namesDiffer(inFile: string | undefined, viewed: string | undefined): boolean {
  const file = new Set(words(inFile));
  const person = new Set(words(viewed));
  if (file.size === 0 || person.size === 0) return false;
  const common = [...file].filter((word) => person.has(word)).length;
  return common < Math.min(file.size, person.size) || (common < 2 && file.size !== person.size);
}

const words = (name: string | undefined): string[] =>
  normalizeText(name?.split('=')[0] ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
