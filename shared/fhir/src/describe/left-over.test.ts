import { leftOver } from './left-over.ts';

const EXTENSION = 'http://hl7.org/fhir/StructureDefinition/';
const of = (resource: object, ...read: readonly string[]) =>
  leftOver('Observation', { resourceType: 'Observation', ...resource }, new Set(read), 'vi-VN');

test('what was not read is named, each element once, and what was read is not', () => {
  expect(of({ method: { text: 'a' }, note: [{ text: 'b' }, { text: 'c' }], colour: 1 }, 'method.text')).toEqual([
    'Ghi chú',
    'colour',
  ]);
  expect(of({ note: [{ text: 'b' }, { text: 'c' }] }, 'note.text')).toEqual(['Ghi chú']);
  expect(of({ _oddStatus: { id: 'x', odd: 1 } })).toEqual(['oddStatus']);
});

test('extensions that mean nothing to a reader, and reasons that are told elsewhere, are not named', () => {
  const harmless = [{ url: `${EXTENSION}rendering-style`, valueString: 'x' }];
  const absent = [{ url: `${EXTENSION}data-absent-reason`, valueCode: 'masked' }];
  const other = [{ url: `${EXTENSION}odd`, valueString: 'x' }];
  expect([
    of({ method: { extension: harmless } }),
    of({ method: { extension: absent } }),
    of({ method: { extension: other } }).length,
    of({ method: { extension: [...harmless, ...other] } }).length,
    // only extensions are such
    of({ component: harmless }).length,
  ]).toEqual([[], [], 1, 1, 1]);
});

test('a narrative that says more than the entry is named', () => {
  const text = (status: string) => of({ text: { status, div: '<div>x</div>' } });
  expect([text('generated').length, text('additional').length]).toEqual([0, 1]);
});
