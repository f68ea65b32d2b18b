import type { Locale } from '@phr/contract/locale';
import { createCatalog } from './catalog.ts';
import { format } from './format.ts';

test('places are filled; one without a value stays, and a value is never read as a text', () => {
  expect(format('{a} and {b}', { a: 1, b: '{a}' })).toBe('1 and {a}');
  expect(format('{a} and {b}', { a: 0 })).toBe('0 and {b}');
  expect(format('plain')).toBe('plain');
});

test('a text is found by its key; without one there is nothing to show', () => {
  const { t, find } = createCatalog('en-US', { a: 'A {x}' });
  expect([t('a', { x: 'y' }), find('a'), find('b')]).toEqual(['A y', 'A {x}', undefined]);
  expect(createCatalog<string>('en-US', {}).t('b')).toBe('');
});

test('[I18N-02] what is counted is said in the plural form of the language', () => {
  const texts = { a: '{n} items', a_one: '{n} item' };
  const { t } = createCatalog('en-US', texts);
  expect([0, 1, 2, 1.5].map((n) => t('a', { n }))).toEqual(['0 items', '1 item', '2 items', '1.5 items']);
  // text in place of a number does not select a plural
  expect(t('a', { n: '1' })).toBe('1 items');
  // Vietnamese has a single plural form
  expect(createCatalog('vi-VN', texts).t('a', { n: 1 })).toBe('1 items');
});

test('a language with more forms than English has them all', () => {
  const { t } = createCatalog('pl-PL' as Locale, {
    a: '{count} wpisu',
    a_one: '{count} wpis',
    a_few: '{count} wpisy',
    a_many: '{count} wpisów',
  });
  expect([1, 2, 5, 22, 1.5].map((count) => t('a', { count }))).toEqual([
    '1 wpis',
    '2 wpisy',
    '5 wpisów',
    '22 wpisy',
    '1.5 wpisu',
  ]);
});
