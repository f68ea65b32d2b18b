// node tools/types-and-lint.ts
// Runs `tsc` and `eslint` on everything with a single program, so that rules with types reuse what the compiler has
// already checked (ADR 0068).
import { ESLint } from 'eslint';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './workspace.ts';

/** The program of the workspace's configuration. Throws when that cannot be read. */
function wholeProgram(): ts.Program {
  const config = ts.getParsedCommandLineOfConfigFile(path.join(ROOT, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic(fault) {
      throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'));
    },
  });
  if (config === undefined) throw new Error('There is no tsconfig.json.');
  const { fileNames, options, errors } = config;
  return ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
}

/** Prints the compiler's errors; returns their number. */
function checkTypes(program: ts.Program): number {
  const faults = ts.getPreEmitDiagnostics(program);
  const format = {
    getCurrentDirectory: () => ROOT,
    getCanonicalFileName: (name: string) => name,
    getNewLine: () => '\n',
  };
  if (faults.length > 0) console.error(ts.formatDiagnosticsWithColorAndContext(faults, format));
  return faults.length;
}

/**
 * Prints the findings of the rules in eslint.config.js; returns the number of errors. A warning is not a failure, as
 * with `eslint .`.
 */
async function lint(program: ts.Program): Promise<number> {
  const eslint = new ESLint({
    cwd: ROOT,
    overrideConfig: [
      {
        files: ['**/*.{ts,tsx}'],
        languageOptions: { parserOptions: { projectService: false, programs: [program] } },
      },
    ],
  });
  const results = await eslint.lintFiles(['.']);
  const output = await (await eslint.loadFormatter('stylish')).format(results);
  if (output !== '') console.error(output);
  return results.reduce((errors, { errorCount }) => errors + errorCount, 0);
}

const program = wholeProgram();
const faults = checkTypes(program) + (await lint(program));
process.exitCode = faults > 0 ? 1 : 0;
