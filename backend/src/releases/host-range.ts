import { Range, validRange } from 'semver';

/**
 * A semver range as hosts read it: a caret stays one, since every host knows those; any other is a list of comparators, '>=1.0.0 <2.0.0', alternatives parted
 * by '||', so that a browser compares numbers and nothing else. Undefined for what is no range of released versions.
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
