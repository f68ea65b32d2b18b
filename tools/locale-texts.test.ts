import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { dirOf, MODULES } from './workspace.ts';

/** Source text of packages, without tests and text files. */
async function sourceOf(dirs: readonly string[]): Promise<string> {
  const texts = await Promise.all(
    dirs.map(async (dir) => {
      const files = (await readdir(path.join(dir, 'src'), { recursive: true })).filter(
        (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
      );
      return Promise.all(
        ['module.json', ...files.map((name) => path.join('src', name))].map((name) =>
          readFile(path.join(dir, name), 'utf8').catch(() => ''),
        ),
      );
    }),
  );
  return texts.flat().join('\n');
}

/** Patterns of the keys that a source builds from parts, e.g. `device.type.${type}`. */
function patternsIn(source: string): readonly RegExp[] {
  const templates = [...source.matchAll(/`([a-zA-Z][\w.]*\$\{[^`\n]*)`/g)].map(([, template = '']) =>
    template.split(/\$\{[^}]*\}/),
  );
  return templates
    .filter((parts) => parts.every((part) => /^[\w.]*$/.test(part)))
    .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`));
}

const shared = (await readdir(dirOf('shared'))).map((name) => dirOf(path.join('shared', name)));

test.each(['shell', ...MODULES])('every text of %s is used', async (name) => {
  const texts: object = JSON.parse(await readFile(path.join(dirOf(name), 'src/locales/vi-VN.json'), 'utf8'));
  const source = await sourceOf([dirOf(name), ...shared.filter((dir) => !dir.endsWith('node_modules'))]);
  const patterns = patternsIn(source);
  // the ends of plural forms are i18next's
  const keys = Object.keys(texts).map((key) => key.replace(/_(?:zero|one|two|few|many|other)$/, ''));
  expect(keys.length).toBeGreaterThan(20);
  expect(
    keys.filter(
      (key) =>
        !["'", '"', '`'].some((quote) => source.includes(`${quote}${key}${quote}`)) &&
        !patterns.some((pattern) => pattern.test(key)),
    ),
  ).toEqual([]);
});
