import { originOf } from './judging.ts';
import type { Observation } from './observation.ts';
import { type Source, sourceUri } from './source.ts';

const DOCTOR = { reference: 'Practitioner/1', display: 'BS. Mai' };
const LABORATORY = [{ coding: [{ code: 'laboratory' }] }];
const originOfOne = (parts: object) => originOf({ resourceType: 'Observation', ...parts } as unknown as Observation);
const stamped = (source: Source) => ({ meta: { source: sourceUri(source) } });

test('a result is the word of a facility by its stamp, its performer, or because a laboratory made it', () => {
  const facility = { kind: 'facility' };
  expect(originOfOne(stamped('facility'))).toEqual(facility);
  expect(originOfOne({ ...stamped('facility'), performer: [{ reference: 'Patient/1' }] })).toEqual(facility);
  expect(originOfOne({ performer: [DOCTOR] })).toEqual({ ...facility, name: 'BS. Mai' });
  expect(originOfOne({ category: LABORATORY })).toEqual(facility);
  expect(originOfOne({ performer: [{ display: 'Nhà thuốc An Bình' }] })).toEqual({
    ...facility,
    name: 'Nhà thuốc An Bình',
  });
});

test('a result is the word of the person who performed it, and of nobody known without any sign', () => {
  expect(originOfOne({ performer: [{ reference: 'Patient/1' }] })).toEqual({ kind: 'person' });
  expect(originOfOne({ performer: [{ type: 'Patient', display: 'Mai' }] })).toEqual({ kind: 'person' });
  expect(originOfOne({})).toEqual({ kind: 'unknown' });
});

test('what was entered here is the word of the person or of the device, whatever stands in it', () => {
  const sources = ['person', 'partner', 'device'] as const;
  expect(sources.map((source) => originOfOne({ ...stamped(source), performer: [DOCTOR] }).kind)).toEqual([
    'person',
    'person',
    'device',
  ]);
});
