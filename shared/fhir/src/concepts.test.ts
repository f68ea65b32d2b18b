import {
  codingConcept,
  conceptsWords,
  conceptWords,
  dictionaryWords,
  systemWords,
  toldConcept,
  toldConcepts,
} from './concepts.ts';

const coded = (system: string, code: string, more: object = {}) => ({ coding: [{ system, code }], ...more });
const STATUS = 'http://terminology.hl7.org/CodeSystem/condition-clinical';

test.each([
  ['a vital sign of LOINC', 'http://loinc.org', '8867-4', 'Nhịp tim'],
  ['a vital sign in an address of SNOMED', 'http://snomed.info/sct', '56342008', 'Nhiệt độ'],
  ['another result of LOINC', 'http://loinc.org', '3151-8', 'Lưu lượng oxy thở vào'],
  ['a vaccine', 'http://hl7.org/fhir/sid/cvx', '207', 'COVID-19 (Moderna)'],
  ['a code of HL7', STATUS, 'active', 'Đang mắc'],
  ['the same with a slash at the end', `${STATUS}/`, 'active', 'Đang mắc'],
  ['the same in capitals', STATUS.toUpperCase(), 'active', 'Đang mắc'],
  ['a code that nobody knows', STATUS, 'toString', undefined],
  ['a vital sign of another system', 'http://other.example', '8867-4', undefined],
  ['a system that nobody knows', 'http://other.example/toString', 'name', undefined],
])('%s has words of our own', (_, system, code, words) => {
  expect(dictionaryWords({ system, code })?.['vi-VN']).toBe(words);
});

test('a code without a system, and a system without a code, have none', () => {
  expect([dictionaryWords({ code: 'active' }), dictionaryWords({ system: STATUS })]).toEqual([undefined, undefined]);
});

test.each([
  ['text in the language of the reader', { text: 'Đau đầu' }, 'Đau đầu', 'Đau đầu'],
  ['our own words beside a foreign text', coded(STATUS, 'active', { text: 'aktiv' }), 'Đang mắc', 'aktiv'],
  ['our own words where there is no text', coded(STATUS, 'active'), 'Đang mắc', 'Active'],
  [
    'a long name of LOINC',
    coded('http://loinc.org', '8867-4', { text: 'Heart rate [Rate]' }),
    'Nhịp tim',
    'Heart rate',
  ],
  ['a code alone', coded('http://x.example', '1'), undefined, undefined],
  ['nothing', undefined, undefined, undefined],
])('a concept is told by %s', (_, concept, vi, en) => {
  expect([conceptWords(concept, 'vi-VN'), conceptWords(concept, 'en-US')]).toEqual([vi, en]);
});

test('lists are told once each, and codes without words by their system', () => {
  const [pain, code] = [{ text: 'Đau' }, coded('http://hl7.org/fhir/sid/ndc', '7')];
  expect([
    conceptsWords([pain, code, pain, { text: 'Sốt' }], 'vi-VN'),
    conceptsWords([code], 'vi-VN'),
    conceptsWords(undefined, 'vi-VN'),
    toldConcepts([pain, code, pain], 'vi-VN'),
    toldConcepts([{}], 'vi-VN'),
    toldConcepts(undefined, 'vi-VN'),
    toldConcept({ coding: [{ system: 'x' }, { code: '7' }] }, 'en-US'),
    toldConcept({ coding: [] }, 'vi-VN'),
  ]).toEqual([
    'Đau, Sốt',
    undefined,
    undefined,
    'Đau, chỉ có mã 7 NDC (không ghi tên)',
    undefined,
    undefined,
    'only the code 7 (no name given)',
    undefined,
  ]);
});

test.each([
  ['http://snomed.info/sct', ' SNOMED CT'],
  ['http://LOINC.org', ' LOINC'],
  ['http://hl7.org/fhir/sid/icd-10', ' ICD-10'],
  ['http://www.nlm.nih.gov/research/umls/rxnorm', ' RxNorm'],
  ['http://hl7.org/fhir/sid/cvx', ' CVX'],
  ['http://www.whocc.no/atc', ' ATC'],
  ['http://fdasis.nlm.nih.gov/unii', ' UNII'],
  ['http://x.example', ''],
  [undefined, ''],
])('the code system %s is called "%s"', (system, words) => {
  expect(systemWords(system)).toBe(words);
});

test('a coding alone is a concept', () => {
  expect([codingConcept({ code: 'x' }), codingConcept(undefined)]).toEqual([{ coding: [{ code: 'x' }] }, undefined]);
});
