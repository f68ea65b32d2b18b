import { LOCALES, type Locale } from '@phr/contract/locale';
import type { ManifestText } from '@phr/contract/registry';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dirOf, manifestOf, MODULES } from './workspace.ts';

const textsOf = (name: string, locale: Locale): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path.join(dirOf(name), `src/locales/${locale}.json`), 'utf8'));

/** True for a shorter and a longer form of the same name: "Thiết bị" and "Thiết bị y tế". */
function isOneName(a: string, b: string): boolean {
  const [short, long] = [a.toLowerCase(), b.toLowerCase()].toSorted((x, y) => x.length - y.length);
  return long?.includes(short ?? long) === true;
}

/** The texts of links to screens, as in each module's manifest. */
function waysOf(module: string): readonly (readonly [kind: string, screen: string, label: ManifestText])[] {
  const { menu = [], tiles = [], quickLinks = [], shortcuts = [] } = manifestOf(module);
  return Object.entries({ menu, tiles, quickLinks, shortcuts }).flatMap(([kind, entries]) =>
    entries.map(({ screen, label }) => [kind, screen, label] as const),
  );
}

// Where the owner's menu uses another word than the title, the title has that word as its second line
// ("menu.<screen>").
test.each(MODULES.flatMap((module) => LOCALES.map((locale) => [module, locale] as const)))(
  'what leads to a screen of %s calls it as its title does, or as the line below that (%s)',
  (module, locale) => {
    const texts = textsOf(module, locale);
    const { routes } = manifestOf(module);
    const strange = waysOf(module).filter(([, screen, label]) => {
      const title = routes.find((route) => route.screen === screen)?.title?.[locale] ?? '';
      const name = label[locale] ?? '';
      return !isOneName(name, title) && texts[`menu.${screen}`] !== name;
    });
    expect(strange).toEqual([]);
  },
);

test.each(LOCALES)('the doors, the menu and the tiles of the shell are called as their screens are (%s)', (locale) => {
  const texts = textsOf('shell', locale);
  const pairs = {
    'door.record': 'menu.personalRecord',
    'menu.familyHealth': 'screen.family',
    'menu.help': 'screen.help',
    'menu.personalRecord': 'screen.profile',
    'menu.qrCode': 'screen.patient-qrs',
    'menu.settings': 'screen.setting',
    'bottom.scanQr': 'screen.qr-scanner',
    'tile.FAMILY': 'screen.family',
  };
  expect(Object.entries(pairs).filter(([a, b]) => !isOneName(texts[a] ?? a, texts[b] ?? b))).toEqual([]);
});

// A door and the screen behind it say one word.
test.each(LOCALES)('the doors to modules are called as the screens behind them are (%s)', (locale) => {
  const titles = new Map(
    MODULES.flatMap((name) => manifestOf(name).routes).map(({ screen, title }) => [screen, title]),
  );
  const texts = textsOf('shell', locale);
  const { doors } = JSON.parse(readFileSync(path.join(dirOf('shell'), 'src/core/order.json'), 'utf8'));
  expect([texts['door.readings'], texts['door.record']]).toEqual(
    [doors.readings, doors.record].map(([first]: readonly [string]) => titles.get(first)?.[locale]),
  );
});
