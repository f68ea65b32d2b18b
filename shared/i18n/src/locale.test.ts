import { LOCALES } from '@phr/contract/locale';
import { languageOf, LOCALE_NAMES, matchLocale } from './locale.ts';

test.each([
  ['en-US', 'en-US'],
  ['EN-us', 'en-US'],
  ['en', 'en-US'],
  ['en-GB', 'en-US'],
  ['en-Latn-GB', 'en-US'],
  ['vi', 'vi-VN'],
  ['vi_VN.UTF-8', 'vi-VN'],
  ['en_GB@euro', 'en-US'],
  // the first match, not the first tag
  ['fr-FR, en;q=0.8, vi;q=0.7', 'en-US'],
  ['fr en vi', 'en-US'],
  // no match
  ['e', 'vi-VN'],
  ['english', 'vi-VN'],
  ['fr-FR', 'vi-VN'],
  ['C.UTF-8', 'vi-VN'],
  ['*', 'vi-VN'],
  ['', 'vi-VN'],
])('what is asked for as "%s" is %s', (asked, locale) => {
  expect(matchLocale(asked)).toBe(locale);
});

test('what was asked for first wins, and nothing asked for is Vietnamese', () => {
  expect(matchLocale(undefined, 'fr', 'en', 'vi')).toBe('en-US');
  expect(matchLocale('vi', 'en')).toBe('vi-VN');
  expect(matchLocale(undefined)).toBe('vi-VN');
  expect(matchLocale()).toBe('vi-VN');
});

test('each language has a name of its own, and one that addresses carry', () => {
  expect(LOCALES.map((locale) => [languageOf(locale), LOCALE_NAMES[locale]])).toEqual([
    ['vi', 'Tiếng Việt'],
    ['en', 'English'],
  ]);
});
