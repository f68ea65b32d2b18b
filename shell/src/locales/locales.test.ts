import { textFaults } from '@phr/testing/text-faults';
import uiVi from '@phr/ui/locales/vi' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import vi from './vi.json' with { type: 'json' };
import { SHELL_ROUTES } from '../core/routes.ts';

test('[I18N-02] [UX-01] both languages are complete, repeat no shared text, and title every screen', () => {
  expect(textFaults(vi, en, { shared: uiVi, screens: SHELL_ROUTES.map(({ screen }) => screen) })).toEqual([]);
});
