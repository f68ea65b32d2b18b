import { goalsIn, personIn, pregnanciesIn } from './judging-person.ts';
import { sourceUri } from './source.ts';

const goal = (more: object = {}) => ({ resourceType: 'Goal', id: 'g', lifecycleStatus: 'active', ...more });
const provenance = (...agent: object[]) => ({
  resourceType: 'Provenance',
  target: [{ reference: 'Patient/p' }, { reference: 'Goal/g' }],
  agent,
});
const DOCTOR = { reference: 'Practitioner/1', display: 'BS. Hà' };
const HERSELF = { reference: 'Patient/p' };
const typed = (code: string, who: object) => ({ type: { coding: [{ code }] }, who });

describe('who set a goal', () => {
  test.each([
    ['nobody says', [goal()], undefined],
    ['its Provenance', [goal(), provenance({ who: DOCTOR })], DOCTOR],
    ['a professional before the person', [goal(), provenance({ who: HERSELF }, { who: DOCTOR })], DOCTOR],
    ['the author, not who passed it on', [goal(), provenance(typed('transmitter', DOCTOR))], undefined],
    ['the author by type', [goal(), provenance(typed('author', DOCTOR))], DOCTOR],
    ["the server's stamp", [goal({ meta: { source: sourceUri('facility') } })], { type: 'Organization' }],
    ['the stamp of the person', [goal({ meta: { source: sourceUri('person') } })], { type: 'Patient' }],
    [
      'whom it names, before the stamp',
      [goal({ meta: { source: sourceUri('facility') }, expressedBy: HERSELF })],
      undefined,
    ],
    ['another goal has another Provenance', [goal({ id: 'other' }), provenance({ who: DOCTOR })], undefined],
  ])('%s', (_, resources, author) => {
    expect(goalsIn(resources)[0]?.author).toEqual(author);
  });
});

describe('days of a pregnancy', () => {
  const condition = (code: string, more: object = {}) => ({
    resourceType: 'Condition',
    clinicalStatus: { coding: [{ code: 'active' }] },
    code: { coding: [{ code }] },
    onsetDateTime: '2026-01-10',
    ...more,
  });
  const status = (code: string, at: string, more: object = {}) => ({
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ code: '82810-3' }] },
    valueCodeableConcept: { coding: [{ code }] },
    effectiveDateTime: at,
    ...more,
  });
  const TEN_MONTHS = [{ from: '2026-01-10', to: '2026-11-10' }];
  test.each([
    ['ICD-10 O00', [condition('O00.1')], TEN_MONTHS],
    ['ICD-10 O9A', [condition('O9A.2')], TEN_MONTHS],
    ['ICD-10 Z33', [condition('Z33')], TEN_MONTHS],
    ['SNOMED CT', [condition('77386006')], TEN_MONTHS],
    ['another code', [condition('Z34'), condition('O'), condition('I10')], []],
    [
      'an end',
      [condition('O13', { abatementDateTime: '2026-06-01T10:00:00Z' })],
      [{ from: '2026-01-10', to: '2026-06-01' }],
    ],
    ['over, nobody knows when', [condition('O13', { clinicalStatus: { coding: [{ code: 'resolved' }] } })], []],
    ['refuted', [condition('O13', { verificationStatus: { coding: [{ code: 'refuted' }] } })], []],
    ['when it was recorded', [condition('O13', { onsetDateTime: undefined, recordedDate: '2026-01-10' })], TEN_MONTHS],
    ['no day', [condition('O13', { onsetDateTime: '2026' })], []],
    ['a status of a day', [status('LA15173-0', '2026-01-10T08:00:00+07:00')], TEN_MONTHS],
    [
      'a status that ends it',
      [condition('O13'), status('LA26683-5', '2026-03-01')],
      [{ from: '2026-01-10', to: '2026-03-01' }],
    ],
    ['a status that was before it', [condition('O13'), status('LA26683-5', '2025-03-01')], TEN_MONTHS],
    ['a status entered in error', [status('77386006', '2026-01-10', { status: 'entered-in-error' })], []],
  ])('%s', (_, resources, spans) => {
    expect(pregnanciesIn(resources)).toEqual(spans);
  });

  test('a man has none, and who is judged has birth date and sex', () => {
    expect(personIn({ birthDate: '1990-01-01', gender: 'female' }, [condition('Z33')])).toEqual({
      birthDate: '1990-01-01',
      sex: 'female',
      pregnancies: TEN_MONTHS,
    });
    expect(personIn({ birthDate: undefined, gender: 'male' }, [condition('Z33')])).toEqual({ sex: 'male' });
  });
});
