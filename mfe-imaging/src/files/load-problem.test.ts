/** @jest-environment ./shared/build/src/jest-browser.cjs */
import en from '../locales/en-US.json' with { type: 'json' };
import vi from '../locales/vi-VN.json' with { type: 'json' };
import { codeProblem, LOAD_PROBLEMS, LoadError, problemOf } from './load-problem.ts';

test.each([
  [new LoadError('denied'), 'denied'],
  [new DOMException('', 'AbortError'), 'stopped'],
  ['dicomParser.readPart10Header: DICM prefix not found at location 132', 'notDicom'],
  [{ error: new Error('no decoder for transfer syntax 1.2.3') }, 'unsupported'],
  [{ exception: 'dicomParser.readFixedString: attempt to read past end of buffer' }, 'cut'],
  [{ error: { message: 'The pixel data is missing' } }, 'noImage'],
  ['147872', 'broken'],
  [new Event('error'), 'broken'],
  [undefined, 'broken'],
])('a rejection with %p is told as "%s"', (reason, problem) => expect(problemOf(reason)).toBe(problem));

test('every problem has its words in both languages', () => {
  const problems = LOAD_PROBLEMS.filter((problem) => problem !== 'stopped');
  for (const texts of [vi, en])
    expect(Object.keys(texts)).toEqual(expect.arrayContaining(problems.map((problem) => `viewer.problem.${problem}`)));
  // a language has the forms of one that it needs
  const keys = (texts: object) =>
    Object.keys(texts)
      .filter((key) => !key.endsWith('_one'))
      .toSorted();
  expect(keys(vi)).toEqual(keys(en));
});

test('code that cannot be fetched without a network is a matter of the network, and of the page otherwise', () => {
  const { jest } = import.meta;
  const line = jest.spyOn(navigator, 'onLine', 'get');
  expect(
    [true, false].map((isOnline) => {
      line.mockReturnValue(isOnline);
      return codeProblem();
    }),
  ).toEqual(['viewer', 'offline']);
  line.mockRestore();
});
