import { readConsent } from './consent.entity.ts';

const read = (provision: object) =>
  readConsent({ resourceType: 'Consent', id: 'c', status: 'active', provision }, 'vi-VN');

test('a consent opens the whole record only if unlimited; an unknown limit is still a limit', () => {
  expect(read({ type: 'permit' })).toMatchObject({ isWhole: true, parts: [] });
  expect(read({ class: [{ system: 'http://hl7.org/fhir/resource-types', code: 'Immunization' }] })).toMatchObject({
    isWhole: false,
    parts: [{ words: 'Tiêm chủng' }],
  });
  const shared = (code: string) => ({ coding: [{ system: 'https://phr.example/fhir/CodeSystem/shared-data', code }] });
  expect(read({ code: [shared('phone'), shared('fullName')] })).toMatchObject({
    isWhole: false,
    parts: [{ key: 'consent.part.phone' }, { key: 'consent.part.fullName' }],
  });
  expect(read({ code: [{ coding: [{ system: 'urn:other', code: 'x' }] }] })).toMatchObject({
    isWhole: false,
    parts: [],
  });
});
