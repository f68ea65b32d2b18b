import type { Locale } from '@phr/contract/host-api';
import { textFaults } from '@phr/testing/text-faults';
import uiVi from '@phr/ui/locales/vi-VN' with { type: 'json' };
import en from './en-US.json' with { type: 'json' };
import vi from './vi-VN.json' with { type: 'json' };
import { SHELL_ROUTES } from '../core/routes.ts';

test('[I18N-02] [UX-01] both languages are complete, repeat no shared text, and title every screen', () => {
  expect(
    textFaults({ 'vi-VN': vi, 'en-US': en } satisfies Record<Locale, object>, {
      shared: uiVi,
      screens: SHELL_ROUTES.map(({ screen }) => screen),
    }),
  ).toEqual([]);
});
