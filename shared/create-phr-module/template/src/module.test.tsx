import { screen } from '@testing-library/dom';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import manifest from '../module.json' with { type: 'json' };
import en from './locales/en-US.json' with { type: 'json' };
import vi from './locales/vi-VN.json' with { type: 'json' };
import module from './module.ts';

const GOAL = { resourceType: 'Goal', id: '1', description: { text: 'Đi bộ mỗi ngày' } };
const [route] = manifest.routes;

test('the screen shows the goals of the person', async () => {
  const host = createFakeHost({ path: route?.path ?? '/', respond: () => searchset([GOAL]) });
  await openPart(mountView, module, host);
  expect(await screen.findByText('Đi bộ mỗi ngày')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: vi['screen.__screen__'] })).toBeInTheDocument();
});

test('without goals it says so, on the dashboard too', async () => {
  await openPart(mountView, module, createFakeHost({ respond: () => searchset([]) }), 'newest');
  expect(await screen.findByText(vi.empty)).toBeInTheDocument();
});

test('both languages have the same words', () => {
  expect(Object.keys(en)).toEqual(Object.keys(vi));
});
