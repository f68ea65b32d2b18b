import { validate } from './validate.ts';

const vaccination = {
  resourceType: 'Immunization',
  status: 'completed',
  vaccineCode: { text: 'x' },
  patient: { reference: 'Patient/1' },
};
const faults = (more: object) => validate({ ...vaccination, ...more }, 'Immunization').map(({ code }) => code);

test('a required element that says why it is absent is there; one that says nothing is not', () => {
  const extension = [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }];
  expect(faults({ occurrenceDateTime: '2026-11-20' })).toEqual([]);
  expect(faults({ _occurrenceDateTime: { extension } })).toEqual([]);
  expect(faults({})).toEqual(['required']);
  expect(
    faults({ _occurrenceDateTime: { extension: [{ url: 'https://phr.example/other', valueCode: 'x' }] } }),
  ).toEqual(['required']);
});
