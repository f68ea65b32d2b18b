/** True when `version` (1.2.3) lies in a caret range (^1.2.0), the only form that module.json uses. Anything else is false. */
export function satisfies(version: string, range: string): boolean {
  const have = parse(version);
  const want = /^\^/.test(range) ? parse(range.slice(1)) : undefined;
  if (!have || !want) return false;
  // Below 1.0.0 a minor may break, as npm's caret says.
  const fixed = want.major > 0 ? [want.major] : [0, want.minor];
  if (have.major !== fixed[0] || (fixed.length > 1 && have.minor !== fixed[1])) return false;
  return have.minor > want.minor || (have.minor === want.minor && have.patch >= want.patch);
}

function parse(text: string): { major: number; minor: number; patch: number } | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor), patch: Number(patch) };
}
