import path from 'node:path';
import ts from 'typescript';

/** Declarations by the names of their files ('card.d.ts'). */
export type Declarations = ReadonlyMap<string, string>;
/** Which part of a version a change raises at least. */
export type Bump = 'patch' | 'minor' | 'major';

export interface ApiChanges {
  readonly bump: Bump;
  /** The changes in words, the most important first. */
  readonly changes: readonly string[];
}

const OPTIONS: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};

/**
 * The changes from one API to another, as found by the compiler. Existing uses must still compile: if old props are not
 * assignable to new ones, the change is major, and the same holds for a value that can no longer be used as the old
 * one. Other additions are minor; changes of comments alone are a patch.
 * @param dir folder of the package, from which types of other packages are resolved
 */
export function compareApis(dir: string, before: Declarations, now: Declarations): ApiChanges {
  const gone = [...before.keys()].filter((file) => !now.has(file)).map((file) => `${file} is gone`);
  const came = [...now.keys()].filter((file) => !before.has(file)).map((file) => `${file} came`);
  const differing = [...before]
    .filter(([file, text]) => now.has(file) && bare(now.get(file) ?? '') !== bare(text))
    .map(([file]) => file);
  const { breaks, news } = compared(dir, before, now, differing);
  const major = [...gone, ...breaks];
  const minor = [...came, ...news, ...differing.map((file) => `${file} changed`)];
  if (major.length > 0) return { bump: 'major', changes: major };
  return minor.length > 0 ? { bump: 'minor', changes: minor } : { bump: 'patch', changes: [] };
}

/** A declaration without its comments. */
function bare(text: string): string {
  const source = ts.createSourceFile('one.d.ts', text, ts.ScriptTarget.ES2024);
  return ts.createPrinter({ removeComments: true }).printFile(source);
}

function compared(dir: string, before: Declarations, now: Declarations, files: readonly string[]) {
  if (files.length === 0) return { breaks: [], news: [] };
  const room = path.join(dir, '.compared');
  const texts = new Map<string, string>();
  for (const [side, declarations] of [
    ['before', before],
    ['now', now],
  ] as const)
    for (const [file, text] of declarations) texts.set(path.join(room, side, file), text);
  const names = namesIn(texts, room, files);
  const check = path.join(room, 'check.ts');
  const lines = names.both.map(lineOf);
  texts.set(check, lines.join('\n'));
  const program = programOf(texts, [check]);
  const faults = ts.getPreEmitDiagnostics(program, program.getSourceFile(check));
  const breaks = faults.map(({ start = 0, messageText }) => {
    const line = program.getSourceFile(check)?.getLineAndCharacterOfPosition(start).line ?? 0;
    const { file, name } = names.both[line] ?? { file: '', name: '' };
    return `${file}: ${name} no longer takes what it took: ${ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 300)}`;
  });
  return { breaks: [...names.gone, ...breaks], news: names.came };
}

interface Named {
  readonly file: string;
  readonly name: string;
  readonly isValue: boolean;
  /** How many type parameters it has. */
  readonly parameters: number;
  /** A component, or another function of something. */
  readonly takes: boolean;
}

/** What both sides export, and what only one of them does. */
function namesIn(texts: ReadonlyMap<string, string>, room: string, files: readonly string[]) {
  const program = programOf(texts, [...texts.keys()]);
  const exportsOf = (side: string, file: string) => exportsIn(program, path.join(room, side, file));
  const [both, gone, came]: [Named[], string[], string[]] = [[], [], []];
  for (const file of files) {
    const [old, fresh] = [exportsOf('before', file), exportsOf('now', file)];
    for (const [name, found] of old)
      if (fresh.has(name)) both.push({ file, name, ...found });
      else gone.push(`${file}: ${name} is gone`);
    came.push(...[...fresh.keys()].filter((name) => !old.has(name)).map((name) => `${file}: ${name} came`));
  }
  return { both, gone, came };
}

function exportsIn(program: ts.Program, file: string): ReadonlyMap<string, Omit<Named, 'file' | 'name'>> {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const found = module === undefined ? [] : checker.getExportsOfModule(module);
  return new Map(
    found.map((symbol) => {
      const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const parameters = own.declarations?.flatMap((one) =>
        ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) ? (one.typeParameters ?? []) : [],
      );
      const isValue = (own.flags & ts.SymbolFlags.Value) !== 0;
      const takes = isValue && checker.getTypeOfSymbol(own).getCallSignatures()[0]?.parameters[0] !== undefined;
      return [symbol.name, { isValue, takes, parameters: parameters?.length ?? 0 }];
    }),
  );
}

/**
 * A line that compiles as long as nothing breaks: a new value in place of the old one, an old type where the new one is
 * expected, and each property that could be passed, since the compiler accepts a type that lacks only optional
 * properties.
 */
function lineOf({ file, name, isValue, parameters, takes }: Named, at: number): string {
  const of = (side: string) => `import('./${side}/${file.replace(/\.d\.ts$/, '.js')}')`;
  const args = parameters === 0 ? '' : `<${Array.from({ length: parameters }, () => 'any').join(', ')}>`;
  const [old, now] = ['before', 'now'].map((side) => `${isValue ? 'typeof ' : ''}${of(side)}.${name}${args}`);
  const given = (type: string | undefined) => (isValue ? `keyof Parameters<${type}>[0]` : `keyof ${type}`);
  const stands = (at: string, from: string | undefined, to: string | undefined) =>
    `declare const v${at}: ${from}; export const w${at}: ${to} = v${at};`;
  return [
    isValue ? stands(`${at}`, now, old) : stands(`${at}`, old, now),
    ...(isValue && !takes ? [] : [stands(`${at}k`, given(old), given(now))]),
  ].join(' ');
}

/** Files of the compiler and of other packages, which are the same for each comparison. */
const parsed = new Map<string, ts.SourceFile | undefined>();

function programOf(texts: ReadonlyMap<string, string>, roots: readonly string[]): ts.Program {
  // without information about folders it requests only files, and so finds those that exist only here
  const { directoryExists: _none, ...host } = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => texts.has(file) || fileExists.call(host, file);
  host.readFile = (file) => texts.get(file) ?? readFile.call(host, file);
  host.getSourceFile = (file, ...rest) => {
    const text = texts.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, ts.ScriptTarget.ES2024, true);
    if (!parsed.has(file)) parsed.set(file, getSourceFile.call(host, file, ...rest));
    return parsed.get(file);
  };
  return ts.createProgram([...roots], OPTIONS, host);
}
