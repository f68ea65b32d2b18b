import { isConditional } from './conditional.ts';

const modifierExtension = [{ url: 'x' }];

test.each<[string, unknown, boolean]>([
  ['a modifier of all', { resourceType: 'X', modifierExtension }, true],
  ['a modifier of a part in a list', { component: [{ a: 1 }, { modifierExtension }] }, true],
  ['a modifier of a part', { a: { b: { modifierExtension } } }, true],
  ['rules that nobody knows', { resourceType: 'X', implicitRules: 'urn:x' }, true],
  ['rules of what is inside', { contained: [{ resourceType: 'X', implicitRules: 'urn:x' }] }, true],
  ['rules of what is no resource', { implicitRules: 'urn:x' }, false],
  ['a modifier of a target that a reader has put inline', { subject: { resource: { modifierExtension } } }, false],
  ['other extensions', { extension: [{ url: 'x' }], a: null, b: 1 }, false],
  ['nothing', null, false],
  ['a text', 'modifierExtension', false],
])('whether all of an entry may mean something else: %s', (_, value, expected) => {
  expect(isConditional(value)).toBe(expected);
});
