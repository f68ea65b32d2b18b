import { normalizeText } from '@phr/fhir/normalize-text';

/** A name as it is read aloud: components of PN in their order (family first), an ideographic form in brackets. PS3.5 6.2. */
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
 * True when the name in a file is not that of the viewed person. Case, marks, order and separators do not matter; a file with fewer names
 * (middle name left out) agrees when at least two agree. A file without a name says nothing.
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
