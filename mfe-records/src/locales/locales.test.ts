import type { Locale } from '@phr/contract/host-api';
import { textFaults } from '@phr/testing/text-faults';
import manifest from '../../module.json' with { type: 'json' };
import en from './en-US.json' with { type: 'json' };
import slotEn from './slot.en-US.json' with { type: 'json' };
import slotVi from './slot.vi-VN.json' with { type: 'json' };
import vi from './vi-VN.json' with { type: 'json' };

test('[I18N-02] both languages are complete, and every screen of the module has a title', () => {
  expect(
    textFaults({ 'vi-VN': { ...slotVi, ...vi }, 'en-US': { ...slotEn, ...en } } satisfies Record<Locale, object>, {
      screens: manifest.routes.map(({ screen }) => screen),
    }),
  ).toEqual([]);
});

test('no text of the slot is written a second time', () => {
  expect(Object.keys(slotVi).filter((key) => key in vi)).toEqual([]);
  expect(Object.keys(slotEn).filter((key) => key in en)).toEqual([]);
});
