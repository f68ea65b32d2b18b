import { pathPattern } from '@phr/loader/path-pattern';
import type { ModuleManifest, RouteEntry } from '@phr/contract/registry';

/** What others have: the screens of the shell, and those of the releases of other modules. */
export interface Claimed {
  readonly owner: string;
  readonly routes: readonly Pick<RouteEntry, 'screen' | 'path' | 'serves' | 'shows'>[];
}

/**
 * What is wrong with the places that a module claims, in words; empty for a manifest that may be offered. A path begins with a word, so that no module takes what
 * others, or nobody, have; a screen's name, an errand or a type that it is there for, and a path that another's pattern meets, belong to whoever has them; the range of the contract is one that hosts can read.
 */
export function claimFaults(
  { name, contract, routes }: Pick<ModuleManifest, 'name' | 'contract' | 'routes'>,
  others: readonly Claimed[],
): readonly string[] {
  const faults: string[] = [];
  if (!/^\^\d+\.\d+\.\d+$/.test(contract))
    faults.push(`contract "${contract}" is no range like ^1.2.0: no host would ever fit`);
  for (const { screen, path, serves = [], shows = [] } of routes) {
    if (!/^\/[\w-]/.test(path))
      faults.push(`${screen}: the path ${path} must begin with a word, it takes those of others`);
    for (const { owner, routes: theirs } of others.filter((other) => other.owner !== name)) {
      const same = theirs.find((their) => their.screen === screen || meet(path, their.path));
      if (same !== undefined) faults.push(`${screen} at ${path} is ${same.screen} at ${same.path} of ${owner}`);
      const taken = theirs.flatMap((their) => [their.screen, ...(their.serves ?? []), ...(their.shows ?? [])]);
      for (const claimed of [...serves, ...shows].filter((one) => taken.includes(one)))
        faults.push(`${screen}: ${claimed} is served or shown by ${owner}`);
    }
  }
  return faults;
}

/** True when some address fits both patterns. */
function meet(one: string, other: string): boolean {
  return pathPattern(one).match(example(other)) !== undefined || pathPattern(other).match(example(one)) !== undefined;
}

/** An address of a pattern. */
const example = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.startsWith(':') ? 'x' : part))
    .join('/');
