import type { Locale } from '@phr/contract/host-api';
import { textFaults } from '@phr/testing/text-faults';
import uiVi from '@phr/ui/locales/vi-VN' with { type: 'json' };
import manifest from '../../module.json' with { type: 'json' };
import bookingEn from './booking.en-US.json' with { type: 'json' };
import bookingVi from './booking.vi-VN.json' with { type: 'json' };
import en from './en-US.json' with { type: 'json' };
import vi from './vi-VN.json' with { type: 'json' };

test('[I18N-02] both languages are complete, and every screen of the module has a title', () => {
  expect(
    textFaults({ 'vi-VN': vi, 'en-US': en } satisfies Record<Locale, object>, {
      screens: manifest.routes.map(({ screen }) => screen),
    }),
  ).toEqual([]);
});

test('[I18N-02] the texts of a booking are complete in both languages and are written nowhere else', () => {
  expect(
    textFaults({ 'vi-VN': bookingVi, 'en-US': bookingEn } satisfies Record<Locale, object>, {
      shared: { ...uiVi, ...vi },
    }),
  ).toEqual([]);
});
