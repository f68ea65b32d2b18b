import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EVERYDAY_CODES } from '../shared/clinical/src/everyday-codes.ts';
import { LOCALES } from '@phr/contract/locale';
import { type ManifestText, type ModuleManifest, PLACES, type WayEntry } from '@phr/contract/registry';
import { SHELL_ROUTES } from '../shell/src/core/routes.ts';
import { dirOf, manifestOf, MODULES, ROOT } from './workspace.ts';

const MANIFESTS = MODULES.map(manifestOf);
const waysOf = ({ menu = [], tiles = [], quickLinks = [] }: ModuleManifest): readonly WayEntry[] => [
  ...menu,
  ...tiles,
  ...quickLinks,
];
const linksOf = (manifest: ModuleManifest) => [...waysOf(manifest), ...(manifest.shortcuts ?? [])];
const each = <Value>(valuesOf: (manifest: ModuleManifest) => readonly Value[]): readonly Value[] =>
  MANIFESTS.flatMap(valuesOf);

test('[I18N-02] titles and labels of manifests have words in every language', () => {
  const texts: readonly (ManifestText | undefined)[] = each((manifest) => [
    manifest.title,
    ...manifest.routes.map(({ title }) => title),
    ...linksOf(manifest).map(({ label }) => label),
    ...(manifest.partner === undefined ? [] : [manifest.partner.title]),
  ]);
  expect(texts.length).toBeGreaterThan(80);
  expect(texts.filter((text) => !LOCALES.every((locale) => (text?.[locale] ?? '').trim() !== ''))).toEqual([]);
});

test('a title in a manifest is the one that the screen itself has', () => {
  for (const { name, routes } of MANIFESTS)
    for (const locale of LOCALES) {
      const own = JSON.parse(readFileSync(path.join(dirOf(name), `src/locales/${locale}.json`), 'utf8')) as Readonly<
        Record<string, string>
      >;
      const said = routes.map(({ screen, title }) => [screen, title?.[locale]]);
      expect(said).toEqual(routes.map(({ screen, title }) => [screen, own[`screen.${screen}`] ?? title?.[locale]]));
    }
});

test('ways lead to own screens; icons, places, withheld calls and menus are those that there are', () => {
  const icons = readFileSync(path.join(ROOT, 'shared/ui/src/icons.tsx'), 'utf8');
  for (const manifest of MANIFESTS) {
    const screens = manifest.routes.map(({ screen }) => screen);
    expect(screens).toEqual(expect.arrayContaining(linksOf(manifest).map(({ screen }) => screen)));
    expect(screens).toEqual(expect.arrayContaining(manifest.routes.flatMap(({ menu }) => menu ?? [])));
    expect(waysOf(manifest).filter(({ icon }) => !icons.includes(`as ${icon} }`))).toEqual([]);
    expect(PLACES).toEqual(expect.arrayContaining(manifest.slots.map(({ place }) => place)));
    expect(manifest.calls).toEqual(expect.arrayContaining([...(manifest.partner?.without ?? [])]));
  }
});

test("[DASH-14] everyday readings are shown until others are chosen; the owner's order names what there is", () => {
  const settings = each(({ slots }) => slots.flatMap((slot) => slot.settings ?? []));
  expect(settings.map((one) => one.default)).toEqual([EVERYDAY_CODES]);
  const { doors, tiles, ...lists } = JSON.parse(
    readFileSync(path.join(ROOT, 'shell/src/core/order.json'), 'utf8'),
  ) as Readonly<Record<string, readonly string[]>> & { readonly doors: Readonly<Record<string, readonly string[]>> };
  const { shownTiles = [], ...menus } = lists;
  const screens = [...SHELL_ROUTES, ...each(({ routes }) => routes)].map(({ screen }) => screen);
  expect(screens).toEqual(expect.arrayContaining([...Object.values(doors), ...Object.values(menus)].flat()));
  expect(tiles).toEqual(expect.arrayContaining([...each(({ tiles: own = [] }) => own).map(({ name }) => name)]));
  expect(tiles).toEqual(expect.arrayContaining([...shownTiles]));
});
