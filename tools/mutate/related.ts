// Which tests have to do with a file, the nearest first.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { filesBelow, isTest } from './areas.ts';
import { compilerOptionsOf } from './types.ts';

const stemOf = (file: string): string => file.replace(/(?:\.test)?\.tsx?$/, '');

/** The distance in steps of each file that can be reached from the start. */
function distances(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, number> {
  const steps = new Map([[start, 0]]);
  for (const [file, step] of steps)
    for (const one of next.get(file) ?? []) if (!steps.has(one)) steps.set(one, step + 1);
  return steps;
}

/** Which files import which in the workspace, as resolved by the compiler. */
function importsOf(root: string, files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const options = compilerOptionsOf(root);
  const cache = ts.createModuleResolutionCache(root, (name) => name, options);
  const known = new Set(files);
  const resolve = (name: string, file: string): string => {
    const from = path.join(root, file);
    const { resolvedModule } = ts.resolveModuleName(name, from, options, ts.sys, cache);
    return path.relative(root, resolvedModule?.resolvedFileName ?? '').replaceAll(path.sep, '/');
  };
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'), true, true);
      const ours = importedFiles.filter(({ fileName }) => /^[.@]/.test(fileName));
      return [file, new Set(ours.map(({ fileName }) => resolve(fileName, file)).filter((one) => known.has(one)))];
    }),
  );
}

/**
 * A function that returns the tests that import a file, directly or through other files: first the test with the same
 * name beside it, then by distance, then by number of imports. Tests of the tools and browser tests are not included.
 */
export function relatedTests(root: string): (file: string) => readonly string[] {
  const files = filesBelow(root).filter((file) => /\.tsx?$/.test(file) && !/^(?:tools|e2e)\//.test(file));
  const imports = importsOf(root, files);
  const importers = new Map<string, Set<string>>(files.map((file) => [file, new Set()]));
  for (const [file, imported] of imports) for (const one of imported) importers.get(one)?.add(file);
  const width = new Map<string, number>();
  return (file) => {
    const tests = [...distances(file, importers)].filter(([other]) => isTest(other));
    for (const [test] of tests) if (!width.has(test)) width.set(test, distances(test, imports).size);
    const rank = ([test, steps]: readonly [string, number]): number =>
      stemOf(test) === stemOf(file) ? 0 : steps * 100_000 + (width.get(test) ?? 0);
    return tests.toSorted((a, b) => rank(a) - rank(b)).map(([test]) => test);
  };
}
