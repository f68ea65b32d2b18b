import { Range, validRange } from 'semver';

/**
 * Converts a semver range to the form that hosts can read. A caret range is kept, since every host supports it. Any
 * other range becomes a list of comparators ('>=1.0.0 <2.0.0') with alternatives separated by '||', so that a browser
 * only has to compare numbers. Undefined when the text is not a range of released versions.
 */
export function hostRange(range: string): string | undefined {
  if (/^\^\d+\.\d+\.\d+$/.test(range)) return range;
  if (validRange(range) === null) return undefined;
  const comparators = new Range(range).set.map((all) =>
    all.map(({ value }) => (value === '' ? '>=0.0.0' : value.replace(/-0$/, ''))),
  );
  // no host is of a version before a release
  if (comparators.flat().some((comparator) => comparator.includes('-'))) return undefined;
  return comparators.map((all) => all.join(' ')).join(' || ');
}
