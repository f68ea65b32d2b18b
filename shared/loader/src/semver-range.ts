/**
 * True if `version` (1.2.3) is in a range: a caret (^1.2.0), or comparators as normalized by the release service
 * ('>=1.0.0 <2.0.0', alternatives separated by '||'). False for anything else.
 */
export function satisfies(version: string, range: string): boolean {
  const have = parse(version);
  return (
    have !== undefined &&
    range.split('||').some((part) =>
      part
        .trim()
        .split(/\s+/)
        .every((comparator) => holds(have, comparator)),
    )
  );
}

type Version = readonly [major: number, minor: number, patch: number];

function holds(have: Version, comparator: string): boolean {
  const [, sign = '', text = ''] = /^([\^<>]?=?)(.*)/.exec(comparator) ?? [];
  const want = parse(text);
  if (want === undefined) return false;
  const order = have[0] - want[0] || have[1] - want[1] || have[2] - want[2];
  // Below 1.0.0 a minor version may break, as in npm's caret rule.
  if (sign === '^') return order >= 0 && have[0] === want[0] && (want[0] > 0 || have[1] === want[1]);
  if (order > 0) return sign.startsWith('>');
  return order < 0 ? sign.startsWith('<') : sign === '' || sign.endsWith('=');
}

function parse(text: string): Version | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}
