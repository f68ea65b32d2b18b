import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string): string => readFileSync(path.resolve(file), 'utf8');

/** Names of the custom properties of a style sheet in order: those of the light theme, then those of the dark one. */
function coloursOf(sheet: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [, name = '', value = ''] of sheet.matchAll(/(--c-[\w-]+):\s*(#[0-9a-f]{6})/gi))
    found.set(name, [...(found.get(name) ?? []), value]);
  return found;
}

test('[UX-39] the pages have the colours of the app in both looks', () => {
  const app = coloursOf(read('shared/ui/src/base.css'));
  const pages = [...coloursOf(read('backend/src/kit/pages/pages.css'))];
  expect(pages.length).toBeGreaterThan(10);
  for (const [name, [light, dark = light]] of pages) {
    const [appLight, appDark = appLight] = app.get(name) ?? [];
    expect([name, light, dark]).toEqual([name, appLight, appDark]);
  }
});

test('the pages use no colour that has no name, and show the mark of the app', () => {
  const sheet = read('backend/src/kit/pages/pages.css');
  const used = new Set([...sheet.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const known = coloursOf(sheet);
  expect([...used].filter((name) => !known.has(name ?? ''))).toEqual([]);
  expect(read('backend/src/kit/pages/logo.svg')).toBe(read('shell/src/services/pwa/icons/app.svg'));
});
