import { authorsIn } from './authors.ts';

const placesOf = (resource: { readonly [element: string]: unknown }): readonly string[] =>
  authorsIn(resource).map(({ steps, value }) => `${steps.join('.')} ${String(value)}`);

test('authors are found wherever a type has them, in lists and in what is inside', () => {
  expect(
    placesOf({
      resourceType: 'Procedure',
      performer: [{ actor: 'a', onBehalfOf: 'b' }, { actor: 'c' }, {}, null],
      recorder: 'd',
      asserter: undefined,
      location: 'no author',
      note: [{ authorReference: 'e' }, { authorString: 'x' }],
      contained: [
        { resourceType: 'Observation', performer: ['f', 'g'] },
        { resourceType: 'Location', note: { authorReference: 'h' }, performer: 'no author' },
        'text',
      ],
    }),
  ).toEqual([
    'performer.0.actor a',
    'performer.1.actor c',
    'performer.0.onBehalfOf b',
    'recorder d',
    'note.0.authorReference e',
    'contained.0.performer.0 f',
    'contained.0.performer.1 g',
    'contained.1.note.authorReference h',
  ]);
  expect(placesOf({ resourceType: 'toString', performer: 'x', contained: 'x' })).toEqual([]);
});
