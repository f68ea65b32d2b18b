import { validate } from './validate.ts';

const vaccination = {
  resourceType: 'Immunization',
  status: 'completed',
  vaccineCode: { text: 'Sởi' },
  patient: { reference: 'Patient/p' },
};
const faultsOf = (more: object) =>
  validate({ ...vaccination, ...more }, 'Immunization').map(({ code, expression }) => `${code} ${expression}`);

test('a required element may say why it has no value, and nothing else fills it', () => {
  const because = (url: string) => ({ extension: [{ url, valueCode: 'unknown' }] });
  const reason = because('http://hl7.org/fhir/StructureDefinition/data-absent-reason');
  expect(faultsOf({ occurrenceDateTime: '2020-01-01' })).toEqual([]);
  expect(faultsOf({ _occurrenceDateTime: reason })).toEqual([]);
  expect(faultsOf({ _occurrenceString: reason })).toEqual([]);
  expect(faultsOf({})).toEqual(['required Immunization.occurrenceDateTime']);
  expect(faultsOf({ _occurrenceDateTime: because('http://x.example/other') })).toEqual([
    'required Immunization.occurrenceDateTime',
  ]);
});
