import { isCorrectable } from './correctable.ts';
import { IMPORT_SYSTEM } from './import-system.ts';
import { sourceUri } from './source.ts';

const own = {
  resourceType: 'Observation',
  performer: [{ reference: 'Patient/an' }],
  meta: { source: sourceUri('person') },
};

test.each<[string, unknown, boolean]>([
  ['what the person typed', own, true],
  ['what stands beside another tag', { ...own, meta: { ...own.meta, tag: [{ system: 'x' }, null] } }, true],
  ['what a meter sent', { ...own, meta: { source: sourceUri('device') } }, false],
  ['what names a meter', { ...own, device: { display: 'Omron' } }, false],
  ['what came from a file', { ...own, meta: { ...own.meta, tag: [{ system: IMPORT_SYSTEM }] } }, false],
  [
    'what a facility sent',
    { ...own, performer: [{ reference: 'Organization/1' }], meta: { source: sourceUri('facility') } },
    false,
  ],
  ['what is no entry', 'x', false],
])('may be corrected: %s', (_, resource, expected) => {
  expect(isCorrectable(resource)).toBe(expected);
});
