import { readDescribed, type Described } from '../described/described.entity.ts';
import { currentOf, mergedByCode } from './merged.model.ts';

const CLINICAL = 'http://terminology.hl7.org/CodeSystem/condition-clinical';
const VERIFICATION = 'http://terminology.hl7.org/CodeSystem/condition-ver-status';
const ICD = 'http://hl7.org/fhir/sid/icd-10';
const SNOMED = 'http://snomed.info/sct';

const condition = (id: string, code: object, clinical = 'active', more: object = {}): Described => {
  const found = readDescribed(
    {
      resourceType: 'Condition',
      id,
      code,
      clinicalStatus: { coding: [{ system: CLINICAL, code: clinical }] },
      ...more,
    },
    'vi-VN',
  );
  if (found === undefined) throw new Error('no condition');
  return found;
};
const icd = (code: string, text = code) => ({ coding: [{ system: ICD, code }], text });
const told = (rows: readonly Described[]) =>
  mergedByCode(rows).map(({ newest: { id }, earlier }) => [id, earlier.length + 1]);

test('entries with one code are one disease, told by the newest, with how often it was recorded', () => {
  const rows = [
    condition('new', icd('I10', 'Tăng huyết áp')),
    condition('e', icd('E11')),
    condition('old', icd('I10')),
  ];
  expect(told(rows)).toEqual([
    ['new', 2],
    ['e', 1],
  ]);
});

test('a code that joins two others makes all three one; one code of two systems is two diseases', () => {
  const both = {
    coding: [
      { system: ICD, code: 'I10' },
      { system: SNOMED, code: '38341003' },
    ],
  };
  const snomed = { coding: [{ system: SNOMED, code: '38341003' }] };
  expect(told([condition('a', both), condition('b', snomed), condition('c', icd('I10'))])).toEqual([['a', 3]]);
  expect(told([condition('a', icd('10')), condition('b', { coding: [{ system: SNOMED, code: '10' }] })])).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
});

test('without codes the words count, whatever their case and accents', () => {
  expect(told([condition('a', { text: 'Hen phế quản' }), condition('b', { text: 'HEN PHE QUAN' })])).toEqual([
    ['a', 2],
  ]);
});

test('the newest status holds: what is over now was a disease before', () => {
  const over = [condition('a', icd('J45'), 'resolved'), condition('b', icd('J45'))];
  expect(currentOf(mergedByCode(over))).toEqual([]);
  expect(currentOf(mergedByCode(over.toReversed())).map(({ newest }) => newest.id)).toEqual(['b']);
});

test('a mistake neither counts nor speaks for the disease', () => {
  const mistake = { verificationStatus: { coding: [{ system: VERIFICATION, code: 'entered-in-error' }] } };
  expect(told([condition('wrong', icd('I10'), 'active', mistake), condition('right', icd('I10'))])).toEqual([
    ['right', 1],
  ]);
});
