/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { screen } from '@testing-library/dom';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import manifest from '../module.json' with { type: 'json' };
import module from './module.ts';

test('the module offers every slot of its manifest, and a view for partners', async () => {
  const instance = await module.create(createFakeHost());
  const slotsOf = (isSource: boolean) =>
    manifest.slots.flatMap((one) => ('source' in one === isSource && one.place !== 'search' ? [one.slot] : []));
  expect(Object.keys(instance.slots)).toEqual(slotsOf(false));
  expect(Object.keys(instance.sources?.signals ?? {})).toEqual(slotsOf(true));
  expect(instance.sources?.search).toBeDefined();
  expect(Object.keys(instance.views)).toEqual(['app', 'blood-pressure']);
  instance.dispose();
});

test.each(manifest.routes)('[$screen] every route of the manifest has a screen', async ({ screen: name, path }) => {
  const texts: Readonly<Record<string, RegExp>> = { 'health-details': /Huyết áp/, 'health-boards': /Huyết áp/ };
  const { default: vi } = await import('./locales/vi-VN.json', { with: { type: 'json' } });
  const titles: Readonly<Record<string, string>> = vi;
  await openPart(
    mountView,
    module,
    createFakeHost({ path: path.replace(':name', 'bloodPressures').replace(':id', '1'), respond: () => searchset([]) }),
  );
  expect(
    await screen.findByRole('heading', { level: 1, name: texts[name] ?? titles[`screen.${name}`] ?? '' }),
  ).toBeInTheDocument();
});
