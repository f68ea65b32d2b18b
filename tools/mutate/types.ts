// Whether the compiler detects a break in the mutated file itself.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { filesBelow } from './areas.ts';
import { type Point, broken } from './points.ts';

/** The compiler's view of the workspace. */
export function compilerOptionsOf(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root).options;
}

/**
 * A function that returns whether a break causes a type error in its file. One language service holds all files that a
 * run mutates: the program is built once, after which each break only requires a check of one file.
 */
export function typeCheck(root: string, files: readonly string[]): (point: Point) => boolean {
  const options = compilerOptionsOf(root);
  const declared = filesBelow(root).filter((file) => file.endsWith('.d.ts'));
  const roots = [...new Set([...declared, ...files])].map((file) => path.join(root, file));
  const changed = new Map<string, { readonly text: string; readonly version: number }>();
  let version = 0;
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => roots,
    getScriptVersion: (file) => String(changed.get(file)?.version ?? 0),
    getScriptSnapshot: (file) => {
      const text = changed.get(file)?.text ?? ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
  });
  const faultsOf = (file: string): number =>
    service.getSyntacticDiagnostics(file).length + service.getSemanticDiagnostics(file).length;
  const whole = new Map<string, number>();
  return (point) => {
    const file = path.join(root, point.file);
    const source = readFileSync(file, 'utf8');
    if (!whole.has(file)) whole.set(file, faultsOf(file));
    version += 1;
    changed.set(file, { text: broken(source, point), version });
    const faults = faultsOf(file);
    version += 1;
    changed.set(file, { text: source, version });
    return faults > (whole.get(file) ?? 0);
  };
}
