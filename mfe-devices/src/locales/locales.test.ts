import type { Locale } from '@phr/contract/host-api';
import { textFaults } from '@phr/testing/text-faults';
import manifest from '../../module.json' with { type: 'json' };
import en from './en-US.json' with { type: 'json' };
import vi from './vi-VN.json' with { type: 'json' };

test('[I18N-02] both languages are complete, and every screen of the module has a title', () => {
  expect(
    textFaults({ 'vi-VN': vi, 'en-US': en } satisfies Record<Locale, object>, {
      screens: manifest.routes.map(({ screen }) => screen),
    }),
  ).toEqual([]);
});
