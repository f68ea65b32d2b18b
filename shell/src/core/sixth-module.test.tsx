/** @jest-environment ./shared/build/src/jest-browser.cjs */
import type { ModuleManifest, Registry } from '@phr/contract/registry';
import { ModuleLoadError } from '@phr/loader/load-error';
import { parseManifest } from '@phr/loader/registry';
import { screen, waitFor } from '@testing-library/react';
import { MenuIcon } from './menu-icon.tsx';
import { MenuLink } from './menu-link.tsx';
import { features, menuGroups, quickLinks } from './menu.model.ts';
import { ModulePlace } from './module-place.tsx';
import { titlesIn } from './titles.ts';
import { screensToFind } from '../features/search/search.model.ts';
import { entryOf, offerOf, TODAY } from '../testing/offer-of.ts';
import { createFakeShell, renderIn } from '../testing/fake-shell.tsx';

const label = { 'vi-VN': 'Ghi chú', 'en-US': 'Notes' };
const OUTLINE = 'M4 4h16v16h-16z M8 9h8 M8 13h5';
const way = { screen: 'notes', label, icon: OUTLINE, order: 5 };
const SIXTH: ModuleManifest = {
  schema: 2,
  name: 'mfe-sixth',
  title: label,
  contract: '^1.2.0',
  access: 'signed-in',
  door: 'record',
  routes: [
    { screen: 'notes', path: '/notes', layout: 'app', needsMainPatient: true, title: label, find: ['Sổ tay'] },
    { screen: 'note', path: '/notes/:id', layout: 'app', needsMainPatient: true, title: label, menu: 'notes' },
  ],
  menu: [{ ...way, group: 'record' }],
  tiles: [{ ...way, name: 'NOTES' }],
  quickLinks: [way],
  shortcuts: [{ screen: 'notes', label, order: 5 }],
  slots: [],
  calls: [],
};
const withSixth = (): Registry => ({ ...TODAY, modules: [...TODAY.modules, entryOf(SIXTH)] });

test('what manifests say comes out of a registry as it went in, but for budgets and approvals', () => {
  const all: readonly (ModuleManifest & { readonly approvals?: unknown })[] = [
    ...TODAY.modules.map(({ current }) => current.manifest),
    SIXTH,
  ];
  for (const { budgets: _budgets, approvals: _approvals, ...manifest } of all)
    expect(parseManifest(structuredClone({ ...manifest, budgets: [] }), manifest.name, 'manifest')).toEqual(manifest);
});

test('a module that only its manifest tells of stands in menu, tiles, links and search', async () => {
  const { shell } = await createFakeShell({ registry: withSixth() });
  const offer = shell.offer.get();
  const last = { text: label, icon: OUTLINE, screen: 'notes' };
  expect(menuGroups(offer, true)[0].at(-1)).toMatchObject(last);
  expect([...features(offer)].at(-1)).toEqual(['NOTES', expect.objectContaining(last)]);
  expect(quickLinks(offer).at(-1)).toMatchObject(last);
  const titleOf = titlesIn(shell.routes.get(), shell.texts.get());
  expect(['notes', 'note', 'help'].map(titleOf)).toEqual(['Ghi chú', 'Ghi chú', 'Trợ giúp']);
  expect(
    screensToFind(offer, shell.routes.get(), true, titleOf)
      .map(({ item }) => item)
      .filter(({ key }) => /^notes?$/.test(key)),
  ).toEqual([{ key: 'notes', title: 'Ghi chú', href: '/notes' }]);
});

test("its link has its outline as a sign and stays marked on the module's other screens", async () => {
  const { shell } = await createFakeShell({ registry: withSixth(), path: '/notes/7' });
  const [item] = menuGroups(offerOf(withSixth()), true)[0].slice(-1);
  if (item === undefined) throw new Error('no item');
  renderIn(shell, <MenuLink item={item} className={undefined} />);
  const link = screen.getByRole('link', { name: 'Ghi chú' });
  expect(link).toHaveAttribute('href', '/notes');
  expect(link).toHaveAttribute('aria-current', 'true');
  expect(link.querySelector('path')).toHaveAttribute('d', OUTLINE);
});

test('any icon of the product is a sign; the place of one that it does not have stays free', async () => {
  const { shell } = await createFakeShell();
  const { container } = renderIn(
    shell,
    <>
      <MenuIcon name="IconBluetooth" />
      <MenuIcon name="IconOfTomorrow" />
    </>,
  );
  await waitFor(() => expect(container.querySelector('.tabler-icon-bluetooth')).not.toBeNull());
  expect([...container.querySelectorAll('svg')].map((svg) => svg.getAttribute('width'))).toEqual(['1.5rem', '1.5rem']);
});

test('the card in its place says which module could not be loaded', async () => {
  const { shell } = await createFakeShell({
    registry: withSixth(),
    module: async () => {
      throw new ModuleLoadError('network', SIXTH.name);
    },
  });
  renderIn(
    shell,
    <ModulePlace module={SIXTH.name} part="app" kind="view" screen="notes" overlayRoot={document.body} />,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Ghi chú: không tải được phần này');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ghi chú');
});
