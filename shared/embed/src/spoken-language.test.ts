/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createSpokenLanguage } from './spoken-language.ts';

const changed = () => new Promise((resolve) => setTimeout(resolve));

test('[UX-40] a view on a page of a partner says its language, and which words are Vietnamese in English', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = place.attachShadow({ mode: 'open' });
  const [view, overlays] = [document.createElement('div'), document.createElement('div')];
  root.append(view, overlays);
  view.innerHTML = '<p>Seen by <b>BS. Đặng Thuỳ Dương</b></p>';
  const language = createSpokenLanguage([view, overlays]);
  const bold = view.querySelector('b');

  language.set('vi-VN');
  expect([view.lang, overlays.lang, bold?.lang]).toEqual(['vi-VN', 'vi-VN', '']);
  language.set('en-US');
  expect([view.lang, overlays.lang, bold?.lang]).toEqual(['en-US', 'en-US', 'vi']);
  const dialog = document.createElement('p');
  dialog.textContent = 'Huyết áp';
  overlays.append(dialog);
  await changed();
  expect(dialog.lang).toBe('vi');

  language.end();
  expect([bold?.lang, dialog.lang]).toEqual(['', '']);
});
