/**
 * Negative when `one` is the older version, positive when it is the newer one. A pre-release (1.2.0-rc.1) comes before
 * its release (semver 11).
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (const [at, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (let at = 0; at < Math.max(a.pre.length, b.pre.length); at += 1) {
    const difference = compareIdentifiers(a.pre[at], b.pre[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly pre: readonly string[] } {
  const [bare = ''] = version.split('+');
  const dash = bare.indexOf('-');
  const core = dash < 0 ? bare : bare.slice(0, dash);
  return { numbers: core.split('.').map(Number), pre: dash < 0 ? [] : bare.slice(dash + 1).split('.') };
}

/** Numbers come before words, and fewer identifiers before more. */
function compareIdentifiers(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return (one === undefined ? 0 : 1) - (other === undefined ? 0 : 1);
  const [a, b] = [one, other].map((text) => /^\d+$/.test(text));
  if (a === true && b === true) return Number(one) - Number(other);
  if (a !== b) return a === true ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}
