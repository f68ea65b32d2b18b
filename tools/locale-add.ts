// Starts a new language: a file beside each text file, with its keys and empty texts. Usage: pnpm locale:add fr-FR
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOCALES } from '@phr/contract/locale';
import { neededKeys } from '@phr/testing/text-faults';
import { ROOT } from './workspace.ts';

type Texts = Readonly<Record<string, string>>;

const PACKAGES = '{shell,mfe-*,shared/*,backend,e2e/fixtures/*}';
const [MODEL] = LOCALES;

/** The text files of the reference language, as paths from the root. */
export function modelFiles(root = ROOT): readonly string[] {
  return globSync(`${PACKAGES}/src/**/locales/*${MODEL}.json`, { cwd: root }).toSorted();
}

/** The file with the same texts in another language. */
export const fileIn = (file: string, locale: string): string => file.replace(`${MODEL}.json`, `${locale}.json`);

/** The texts of a file; undefined when there is no such file. */
export function readTexts(root: string, file: string): Texts | undefined {
  const place = path.join(root, file);
  return existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as Texts) : undefined;
}

/**
 * Writes the missing parts of a language: keys without texts, and the line that loads a file where the others are
 * loaded. Returns the changed files.
 */
export function addLocale(locale: string, root = ROOT): readonly string[] {
  const written: string[] = [];
  const write = (file: string, before: string | undefined, text: string): void => {
    if (text === before) return;
    writeFileSync(path.join(root, file), text);
    written.push(file);
  };
  for (const model of modelFiles(root)) {
    const known = LOCALES.map((one) => readTexts(root, fileIn(model, one)) ?? {});
    const file = fileIn(model, locale);
    const own = readTexts(root, file);
    const texts = neededKeys(known, locale).map((key) => [key, own?.[key] ?? '']);
    write(file, own && `${JSON.stringify(own, null, 2)}\n`, `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`);
  }
  const loader = new RegExp(`'${MODEL}': \\(\\) =>\\s*import\\([^)]*${MODEL}\\.json[^)]*\\)`, 'g');
  for (const file of globSync(`${PACKAGES}/src/**/*.{ts,tsx}`, { cwd: root })) {
    const source = readFileSync(path.join(root, file), 'utf8');
    if (source.includes(`${locale}.json`)) continue;
    write(
      file,
      source,
      source.replace(loader, (line) => `${line},\n${line.replaceAll(MODEL, locale)}`),
    );
  }
  return written;
}

if (import.meta.main) {
  const [tag = ''] = process.argv.slice(2);
  if (!LOCALES.some((locale) => locale === tag)) {
    console.error(
      `Add '${tag}' to LOCALES in shared/contract/src/locale.ts first: the compiler then names what it lacks.`,
    );
    process.exit(1);
  }
  for (const file of addLocale(tag)) console.log(file);
  console.log(
    '\nTranslate the texts. `pnpm run format`, `pnpm run typecheck` and tools/locale-gaps.test.ts name what is left.',
  );
}
