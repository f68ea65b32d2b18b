import { EVERYDAY_CODES } from '@phr/clinical/everyday-codes';
import { arrange, chosenIn, moveTo, namesShown, toggle } from './arrangement.model.ts';

test('[DASH-14] the default vital tiles are heart rate, temperature, glucose, blood pressure', () => {
  expect(EVERYDAY_CODES).toEqual(['8867-4', '8310-5', '15074-8', '85354-9']);
});

test.each([
  [undefined, ['a', 'b']],
  ['', ['a', 'b']],
  ['not json', ['a', 'b']],
  ['{"a":1}', ['a', 'b']],
  ['["b","x","b"]', ['b', 'x']],
  ['[1,"b"]', ['b']],
  ['[]', []],
])('[DASH-18] the choice %p is read as %p', (property, chosen) => {
  expect(chosenIn(property, ['a', 'b'])).toEqual(chosen);
});

test('[DASH-11] [DASH-12] things are switched on and off and moved; what is shown keeps its order', () => {
  const list = arrange(['c', 'gone', 'a'], ['a', 'b', 'c']);
  expect(list).toEqual([
    { name: 'c', isShown: true },
    { name: 'a', isShown: true },
    { name: 'b', isShown: false },
  ]);
  expect(namesShown(toggle(list, 'b'))).toEqual(['c', 'a', 'b']);
  expect(namesShown(toggle(list, 'c'))).toEqual(['a']);
  expect(namesShown(moveTo(list, 'a', 0))).toEqual(['a', 'c']);
  expect(moveTo(list, 'b', -1).map(({ name }) => name)).toEqual(['b', 'c', 'a']);
  expect(moveTo(list, 'c', 9).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(moveTo(list, 'gone', 0)).toBe(list);
});
