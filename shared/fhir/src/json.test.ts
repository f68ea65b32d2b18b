import { flag, list, number, lenientObject, text } from './json.ts';

const person = lenientObject({ name: text, age: number, nick: list(text), alive: flag });

test('odd values are left out and nothing throws', () => {
  expect(person({ name: ' ', age: Number.NaN, nick: [1, 'a', null, ''], alive: 'yes' })).toEqual({ nick: ['a'] });
  expect(person('x')).toBeUndefined();
  expect(person([])).toBeUndefined();
  expect(person(null)).toBeUndefined();
});

test('a single value counts as a list of one', () => {
  expect(person({ nick: 'a' })).toEqual({ nick: ['a'] });
  expect(person({ nick: [] })).toEqual({});
});

test('elements that are not read stay for the next update', () => {
  expect(person({ name: 'A', other: { x: 1 } })).toEqual({ name: 'A', other: { x: 1 } });
});
