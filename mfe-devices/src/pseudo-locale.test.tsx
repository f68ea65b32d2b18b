import { LOCALES } from '@phr/contract/locale';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import { shownIn, speakPseudo, unmarkedWords } from '@phr/testing/pseudo-locale';
import { screen } from '@testing-library/dom';

speakPseudo(import.meta.jest, ['mfe-devices/src/locales', 'shared/ui/src/locales']);
const { mountView } = await import('@phr/module-kit/mount');
const { default: module } = await import('./module.ts');

test.each(LOCALES)('[I18N-02] every word of a screen is a text of its language: %s', async (locale) => {
  const device = {
    resourceType: 'Device',
    id: 'd1',
    status: 'active',
    deviceName: [{ name: 'Omron', type: 'user-friendly-name' }],
    identifier: [{ system: 'https://phr.example/sid/device-id', value: '123' }],
  };
  const host = createFakeHost({ path: '/medical-devices', settings: { locale }, respond: () => searchset([device]) });
  await openPart(mountView, module, host);
  await screen.findByText('Omron');
  const shown = shownIn(document.body);
  expect(shown.split('⟦').length).toBeGreaterThan(5);
  expect(unmarkedWords(shown)).toEqual(['Omron']);
});
