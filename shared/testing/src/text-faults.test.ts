import { textFaults } from './text-faults.ts';

test('[I18N-02] complete texts have no fault', () => {
  expect(
    textFaults({ a: 'Có {n} mục', 'screen.x': 'Màn' }, { a: '{n} items', 'screen.x': 'Screen' }, { screens: ['x'] }),
  ).toEqual([]);
});

test('[I18N-02] every fault is named', () => {
  const faults = textFaults(
    { only: 'Chỉ', empty: ' ', places: '{n} mục', free: '{n}', own: 'x' },
    { empty: 'x', places: 'items', free: 'x', own: 'x', late: 'x' },
    { otherPlaces: ['free'], shared: { own: 'y' }, screens: ['home'] },
  );
  expect(faults).toEqual([
    'only is missing in English',
    'empty is empty',
    'places has different places',
    'late is missing in Vietnamese',
    'own is a shared text',
    'screen home has no title',
  ]);
});
