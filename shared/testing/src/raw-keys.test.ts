/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { localeKeys, rawKeyFinder, shownTexts } from './raw-keys.ts';

const PACKAGES = localeKeys();
const rawKeys = rawKeyFinder();

test('[I18N-02] the keys of every package with texts are known', () => {
  expect([...PACKAGES.keys()].toSorted()).toEqual([
    'mfe-booking',
    'mfe-devices',
    'mfe-imaging',
    'mfe-records',
    'mfe-vitals',
    'shared/ui',
    'shell',
  ]);
});

test.each([...PACKAGES])('[I18N-02] every key of %s is noticed where its text should stand', (_name, keys) => {
  expect(keys.length).toBeGreaterThan(50);
  expect(keys.filter((key) => rawKeys([`Xem ${key.replace(/_(?:one|other)$/, '')}: 3`]).length !== 1)).toEqual([]);
});

test.each([
  ['a text', (key: string) => `<p>Xin chào</p><p>${key}</p>`],
  ['a text beside a value', (key: string) => `<p>120 mmHg, <b>${key}</b></p>`],
  ['a label', (key: string) => `<button aria-label="${key}"></button>`],
  ['a title', (key: string) => `<abbr title="${key}">HA</abbr>`],
  ['a placeholder', (key: string) => `<input placeholder="${key}">`],
  ['the text of a picture', (key: string) => `<img alt="${key}">`],
])('[I18N-02] a key in %s is noticed, for one key of each package', (_place, page) => {
  for (const [key = ''] of PACKAGES.values()) {
    document.body.innerHTML = page(key);
    expect(rawKeys(shownTexts())).toEqual([key.replace(/_(?:one|other)$/, '')]);
  }
});

test('[I18N-02] a key that no file has is noticed beside its like', () => {
  expect(rawKeys(['screen.no-such-screen', 'device.type.unheardOf', 'no.such.thing'])).toEqual([
    'screen.no-such-screen',
    'device.type.unheardOf',
  ]);
});

test('addresses, e-mail, numbers, codes and sentences are no keys', () => {
  expect(
    rawKeys([
      'https://device.type/screen.encounters',
      'help@screen.phr.vn, www.screen.vn:80',
      '36.6 °C, 1.2.840.10008.5.1, v1.2.0, J00.0',
      'ket-qua.pdf',
    ]),
  ).toEqual([]);
  document.body.innerHTML = '<script>screen.encounters</script><style>device.name{}</style><p>Huyết áp</p>';
  expect(rawKeys(shownTexts())).toEqual([]);
});
