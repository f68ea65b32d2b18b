import type { Registry } from '@phr/contract/registry';
import { calledName, slotsFor } from './dashboard.model.ts';
import { offerOf, TODAY } from '../../testing/offer-of.ts';

const module = (
  name: string,
  enabled: boolean,
  ...slots: Registry['modules'][number]['current']['manifest']['slots']
): Registry['modules'][number] => ({
  name,
  enabled,
  loadTimeoutMs: 1,
  current: {
    version: '1.0.0',
    container: 'c',
    entry: '/m/a.js',
    integrity: '',
    manifest: { name, contract: '^1.0.0', access: 'signed-in', routes: [], calls: [], slots },
  },
});

test("[ARCH-04] [DASH-06] [DASH-07] shows modules' slots for a place in order, those turned off too", () => {
  const registry: Registry = {
    schema: 1,
    publishedAt: '',
    modules: [
      module(
        'mfe-b',
        true,
        { slot: 'later', place: 'dashboard.main', order: 20 },
        { slot: 'side', place: 'dashboard.side', order: 1 },
      ),
      module('mfe-a', true, { slot: 'first', place: 'dashboard.main', order: 10, height: 496 }),
      module('mfe-off', false, { slot: 'off', place: 'dashboard.main', order: 1 }),
    ],
  };
  expect(slotsFor(offerOf(registry), 'dashboard.main', 360).map(({ slot }) => slot)).toEqual(['off', 'first', 'later']);
  expect(slotsFor(offerOf(registry), 'dashboard.side', 360).map(({ slot }) => slot)).toEqual(['side']);
  // height reserved until the slot is mounted
  expect(slotsFor(offerOf(registry), 'dashboard.main', 360).map(({ height }) => height)).toEqual([200, 496, 200]);
});

test('the place of the tiles is as high as they stand at a width, so that nothing moves when they come', () => {
  const heightAt = (width: number) =>
    slotsFor(offerOf(TODAY), 'dashboard.main', width).find(({ slot }) => slot === 'latest-vitals')?.height;
  expect([360, 479, 480, 751, 752, 991, 992, 1920].map(heightAt)).toEqual([656, 656, 560, 560, 352, 352, 560, 560]);
});

test('[DASH-02] a person is greeted by the last word of the name', () => {
  expect(calledName('TRẦN MINH CHÂU')).toBe('Châu');
  expect(calledName('  ÁNH ')).toBe('Ánh');
  expect(calledName('')).toBe('');
});
