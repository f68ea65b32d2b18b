import { localized, perLocale } from './localized.ts';

test('something is made for each language', () => {
  expect(perLocale((locale) => locale.length)).toEqual({ 'vi-VN': 5, 'en-US': 5 });
  expect(localized('Có', 'Yes')).toEqual({ 'vi-VN': 'Có', 'en-US': 'Yes' });
});
