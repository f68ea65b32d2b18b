import type { ESLint } from 'eslint';

/** Lints everything and prints what is found; answers how many errors these are. A warning fails nothing, as with `eslint .`. */
export async function lintAll(eslint: ESLint): Promise<number> {
  const results = await eslint.lintFiles(['.']);
  const told = await (await eslint.loadFormatter('stylish')).format(results);
  if (told !== '') console.error(told);
  return results.reduce((errors, { errorCount }) => errors + errorCount, 0);
}
