import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const FORM = /_(?:zero|one|two|few|many)$/;

test('[I18N-02] a module counts by {count}: the one place by which its texts choose a plural form', () => {
  const files = globSync('mfe-*/src/locales/*.json', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(10);
  const wrong = files.flatMap((file) => {
    const texts = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Readonly<Record<string, string>>;
    return Object.entries(texts).flatMap(([key, text]) =>
      FORM.test(key) && text.includes('{n}') ? [`${file} ${key}`] : [],
    );
  });
  expect(wrong).toEqual([]);
});
