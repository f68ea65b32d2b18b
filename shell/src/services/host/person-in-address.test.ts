import { personIn, withoutPerson, withPerson } from './person-in-address.ts';

test.each(['/a', '/a?x=1', '/a#h', '/a?x=1&y=2#h'])('the person is named in %s and taken out again', (path) => {
  const named = withPerson(path, 'pa/1');
  expect(personIn(new URL(named, 'https://phr.test').search)).toBe('pa/1');
  expect(named.endsWith('#h')).toBe(path.endsWith('#h'));
  expect(withoutPerson(named)).toBe(path);
});

test('a person before other parameters is taken out, too, and nothing that only looks alike', () => {
  expect(withoutPerson('/a?p=1&x=2')).toBe('/a?x=2');
  expect(withoutPerson('/a?sp=1&pp=2#p=3')).toBe('/a?sp=1&pp=2#p=3');
  expect(personIn('?sp=1')).toBeUndefined();
});
