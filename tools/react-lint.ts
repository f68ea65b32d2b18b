// node tools/react-lint.ts
// What the rules about components and hooks say of everything. They need no types, so this runs beside types-and-lint.ts (ADR 0081).
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { lintAll } from './lint/report.ts';
import { IGNORED, REACT_RULES } from './lint/shared-config.ts';
import { ROOT } from './workspace.ts';

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfigFile: true,
  overrideConfig: [
    IGNORED,
    { ...REACT_RULES, languageOptions: { parser: tseslint.parser } },
    // what other rules are told in the code is none of these rules' business
    { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  ],
});
process.exitCode = (await lintAll(eslint)) > 0 ? 1 : 0;
