/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { markSignedIn } from './signed-in-mark.ts';

test('the mark is there while somebody is signed in, and never on a shared device', () => {
  markSignedIn('signed-in', false);
  expect(document.cookie).toBe('phr_signed_in=1');
  markSignedIn('loading', false);
  expect(document.cookie).toBe('phr_signed_in=1');
  markSignedIn('anonymous', false);
  expect(document.cookie).toBe('');
  markSignedIn('signed-in', true);
  expect(document.cookie).toBe('');
});
