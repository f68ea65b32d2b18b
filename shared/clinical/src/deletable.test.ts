import { isDeletable } from './deletable.ts';

test('[VIT-25] what the patient entered is deletable', () => {
  expect(isDeletable({})).toBe(true);
  expect(isDeletable({ performer: [] })).toBe(true);
  expect(isDeletable({ performer: [{ reference: 'Patient/1' }] })).toBe(true);
  expect(isDeletable({ performer: [{ reference: 'Patient/Organization' }] })).toBe(true);
  expect(isDeletable({ performer: [{ reference: 'urn:uuid:0d7b6a52-4f5b-4a3e-9d6a-000000000000' }] })).toBe(true);
});

test.each([
  ['relative', { reference: 'Organization/1' }],
  ['absolute', { reference: 'https://example.org/fhir/Organization/1' }],
  ['versioned', { reference: 'Organization/1/_history/2' }],
  ['by type only', { type: 'Organization' }],
  ['type beside a uuid', { reference: 'urn:uuid:0d7b6a52-4f5b-4a3e-9d6a-000000000000', type: 'Practitioner' }],
  ['a clinician', { reference: 'Practitioner/1' }],
  ['a role', { reference: 'PractitionerRole/1' }],
])('[VIT-25] a reading of a provider is not deletable: %s', (_, performer) => {
  expect(isDeletable({ performer: [{ reference: 'Patient/1' }, performer] })).toBe(false);
});
