import { neededKeys, textFaults } from './text-faults.ts';

test('[I18N-02] complete texts have no fault', () => {
  expect(
    textFaults(
      {
        'vi-VN': { a: 'Có {n} mục', 'screen.x': 'Màn' },
        'en-US': { a: '{n} items', a_one: '{n} item', 'screen.x': 'Screen' },
      },
      { screens: ['x'] },
    ),
  ).toEqual([]);
});

test('[I18N-02] every fault is named', () => {
  const faults = textFaults(
    {
      'vi-VN': { only: 'Chỉ', empty: ' ', places: '{n} mục', free: '{n}', own: 'x', a: '{n} a', a_one: '{n} a' },
      'en-US': { empty: 'x', places: 'items', free: 'x', own: 'x', late: 'x', a: '{n} a', a_one: '' },
    },
    { otherPlaces: ['free'], shared: { own: 'y' }, screens: ['home'] },
  );
  expect(faults).toEqual([
    'empty is empty in vi-VN',
    'late is missing in vi-VN',
    'a_one is no plural form of vi-VN',
    'only is missing in en-US',
    'places has other places in en-US',
    'a_one is empty in en-US',
    'own is a shared text',
    'screen home has no title',
  ]);
});

test('what is counted needs the plural forms of each language, as that language has them', () => {
  const texts = [
    { a: 'x', b: '{n} x' },
    { a: 'x', b: '{n} xs', b_one: '{n} x' },
  ];
  expect(neededKeys(texts, 'vi-VN')).toEqual(['a', 'b']);
  expect(neededKeys(texts, 'en-US')).toEqual(['a', 'b', 'b_one']);
  expect(neededKeys(texts, 'pl-PL').toSorted()).toEqual(['a', 'b', 'b_few', 'b_many', 'b_one']);
});
