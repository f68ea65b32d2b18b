/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { accountPage } from './account-page.ts';

test('a page of the identity service opens in the language of the app, whatever else its address holds', () => {
  expect(accountPage('https://id.test/forgot', 'en-US')).toBe('https://id.test/forgot?ui_locales=en-US&lang=en');
  expect(accountPage('https://kc.test/realms/phr/account?tab=2#pw', 'vi-VN')).toBe(
    'https://kc.test/realms/phr/account?tab=2&ui_locales=vi-VN&lang=vi#pw',
  );
});
