import { IMPORT_SYSTEM } from './import-system.ts';
import { contentName, sha256Of, withImportTag } from './imports.ts';

const tag = { system: IMPORT_SYSTEM, code: 'i1' };

test.each<[string, object, object]>([
  ['without a stamp', {}, { tag: [tag] }],
  ['with a stamp', { meta: { source: 's' } }, { source: 's', tag: [tag] }],
  ['with tags', { meta: { tag: [{ code: 'x' }] } }, { tag: [{ code: 'x' }, tag] }],
  ['with tags that are no list', { meta: { tag: { code: 'x' } } }, { tag: [tag] }],
  ['with a stamp that is none', { meta: 'x' }, { tag: [tag] }],
])('an entry %s has the tag of its import', (_, resource, meta) => {
  expect(withImportTag({ resourceType: 'X', ...resource }, 'i1')).toEqual({ resourceType: 'X', meta });
});

test('a file is named by its content', async () => {
  const sum = await sha256Of(new TextEncoder().encode('abc'));
  expect(sum).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(contentName(sum)).toBe('ni:///sha-256;ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  expect(contentName('fb')).toBe('ni:///sha-256;-w');
});
