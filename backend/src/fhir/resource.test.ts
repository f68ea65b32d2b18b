import { parseJson } from '../kit/content/json-text.ts';
import { eachElement, isId, isResource, newId, parseReference, pathOf, textAt, valuesAt } from './resource.ts';

test('values are found at a path through lists, without what is not there', () => {
  const value = { a: [{ b: 1 }, { b: [2, null, [3]] }, { c: 4 }, null, 'b'], constructorLike: 1 };
  expect([valuesAt(value, 'a.b'), valuesAt(value, 'a.b.c'), valuesAt(value, 'constructor'), valuesAt(5, 'a')]).toEqual([
    [1, 2, 3],
    [],
    [],
    [],
  ]);
  expect([textAt({ a: [5, 'x', 'y'] }, 'a'), textAt({ a: 5 }, 'a')]).toEqual(['x', undefined]);
});

test('each element is visited with its name, holder and path, lists member by member', () => {
  const seen: string[] = [];
  eachElement({ a: 1, b: [{ c: 'x' }, [2]], d: null }, (element, key, holder, steps) => {
    seen.push(`${key} ${pathOf(steps)} ${JSON.stringify(element)} of ${Object.keys(holder).join()}`);
  });
  expect(seen).toEqual([
    'a a 1 of a,b,d',
    'b b[0] {"c":"x"} of a,b,d',
    'c b[0].c "x" of c',
    'b b[1][0] 2 of a,b,d',
    'd d null of a,b,d',
  ]);
});

test('a number that is kept as it was written is one element', () => {
  const seen: string[] = [];
  eachElement(parseJson('{"a":1.50}'), (_element, key) => seen.push(key));
  expect(seen).toEqual(['a']);
});

test.each([
  ['Patient/an-1.2', { type: 'Patient', id: 'an-1.2' }],
  ['Patient/an/_history/3', { type: 'Patient', id: 'an' }],
  ['Patient/an/_history/x', undefined],
  [`Patient/${'a'.repeat(64)}`, { type: 'Patient', id: 'a'.repeat(64) }],
  [`Patient/${'a'.repeat(65)}`, undefined],
  ['patient/an', undefined],
  ['Patient/', undefined],
  ['#an', undefined],
  ['https://other.example/fhir/Patient/an', undefined],
])('the reference %s', (reference, parsed) => {
  expect(parseReference(reference)).toEqual(parsed);
});

test('ids and resources are known by their form', () => {
  expect(['a-1.B', 'a'.repeat(64), 'a'.repeat(65), '', 'a b', 'a_b'].map(isId)).toEqual([
    ...[true, true],
    ...[false, false, false, false],
  ]);
  expect([{ resourceType: 'X' }, { resourceType: 5 }, {}, null, 'X', []].map(isResource)).toEqual([
    true,
    ...[false, false, false, false, false],
  ]);
});

test('a new id is a UUID of version 7, which begins with the time', () => {
  const id = newId(Date.parse('2026-11-20T00:00:00Z'));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-11-20T00:00:00Z'));
  expect(newId(1)).toMatch(/^00000000-0001-7/);
  expect(isId(newId())).toBe(true);
});
