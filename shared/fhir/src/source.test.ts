import { isOwnEntry, readSource, sourceUri } from './source.ts';

test('the stamp of the server decides whose an entry is, whatever its performers say', () => {
  const hospital = [{ reference: 'Organization/bv' }];
  for (const [source, own] of [
    ['person', true],
    ['partner', true],
    ['device', true],
    ['service', false],
    ['facility', false],
  ] as const) {
    expect([
      source,
      isOwnEntry({ meta: { source: sourceUri(source) }, performer: hospital }),
      isOwnEntry({ meta: { source: `${sourceUri(source)}#req-1` } }),
    ]).toEqual([source, own, own]);
  }
});

test('[VIT-25] without a stamp the performers decide: none of them is a professional (D-45)', () => {
  for (const meta of [undefined, {}, { source: 'https://hospital.test/his' }, { source: `${sourceUri('person')}x` }]) {
    expect([
      isOwnEntry({ meta }),
      isOwnEntry({ meta, performer: [{ reference: 'Patient/an' }] }),
      isOwnEntry({ meta, performer: [{ reference: 'Practitioner/1' }] }),
    ]).toEqual([true, true, false]);
  }
  expect([readSource(undefined), readSource(7), readSource('https://phr.example/source/')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
