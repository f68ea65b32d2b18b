import { identifierKey, indexColumns, patientsOf, withoutVersion } from './index-columns.ts';
import type { Resource } from './resource.ts';

const loinc = { system: 'http://loinc.org', code: '8867-4' };
const observation = (more: object = {}): Resource => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [loinc, { code: 'own' }, { system: 'x' }, null] },
  subject: { reference: 'Patient/an' },
  ...more,
});

test('of a result its person, day, codes and identifiers are found', () => {
  expect(
    indexColumns(
      observation({
        effectiveDateTime: '2026-11-20',
        encounter: { reference: 'Encounter/1|2' },
        meta: { tag: [{ system: 's', code: 't' }] },
        identifier: [{ system: 's', value: '1' }, { value: '2' }, { value: '2' }, { system: 's' }, { value: 5 }, 'x'],
      }),
    ),
  ).toEqual({
    patients: ['an'],
    patientId: 'an',
    date: { start: new Date('2026-11-19T17:00:00Z'), end: new Date('2026-11-20T16:59:59.999Z') },
    tokens: expect.arrayContaining([
      'status=final',
      'code=8867-4',
      'code=http://loinc.org|8867-4',
      'code=own',
      'encounter=Encounter/1',
      '_tag=t',
      '_tag=s|t',
    ]) as unknown,
    identifiers: ['s|1', '|2'],
    fold: '',
  });
  expect(indexColumns(observation()).tokens).toHaveLength(4);
});

test.each<[string, object, string | undefined, string | undefined]>([
  [
    'a period',
    { effectivePeriod: { start: '2026-11-20', end: '2026-11-21' } },
    '2026-11-19T17:00:00.000Z',
    '2026-11-21T16:59:59.999Z',
  ],
  [
    'a period without an end',
    { effectivePeriod: { start: '2026-11-20' } },
    '2026-11-19T17:00:00.000Z',
    '9999-12-31T00:00:00.000Z',
  ],
  [
    'a period without a start',
    { effectivePeriod: { end: '2026-11-20' } },
    '2026-11-20T16:59:59.999Z',
    '2026-11-20T16:59:59.999Z',
  ],
  [
    'the first date that can be read',
    { effectiveDateTime: 'soon', issued: '2026-11-20T00:00:00Z' },
    '2026-11-20T00:00:00.000Z',
    '2026-11-20T00:00:00.999Z',
  ],
  ['no date', {}, undefined, undefined],
  ['what is no date', { effectiveDateTime: 5, effectivePeriod: { start: 5, end: 'x' } }, undefined, undefined],
])('a result is found by %s', (_, more, start, end) => {
  const { date } = indexColumns(observation(more));
  expect([date?.start.toISOString(), date?.end.toISOString()]).toEqual([start, end]);
});

test('names are found without marks, flags and references by what they say', () => {
  expect(
    indexColumns({ resourceType: 'Organization', name: 'Bệnh viện Đức', alias: ['BVĐ', 5], type: [{ text: 'x' }] }),
  ).toMatchObject({ patients: [], patientId: undefined, tokens: [], fold: 'benh vien duc bvd' });
  const role = {
    resourceType: 'PractitionerRole',
    active: true,
    code: [{ coding: [{ code: 'doctor' }] }],
    healthcareService: [{ reference: 'HealthcareService/1' }, 'HealthcareService/2', {}],
  };
  expect([...indexColumns(role).tokens].toSorted()).toEqual([
    'active=true',
    'role=doctor',
    'service=HealthcareService/1',
    'service=HealthcareService/2',
  ]);
  expect(indexColumns({ resourceType: 'Concept', display: 'Đau đầu', valueset: ['a', 'a'] }).tokens).toEqual([
    'valueset=a',
    'display=dau dau',
  ]);
  expect(indexColumns({ resourceType: 'Starship', name: 'x' })).toMatchObject({
    tokens: [],
    fold: '',
    date: undefined,
  });
});

test('each code is there once, however many there are', () => {
  const coding = Array.from({ length: 20 }, (_, at) => ({ code: `c${at % 10}` }));
  expect(indexColumns(observation({ code: { coding } })).tokens.filter((one) => one.startsWith('code='))).toEqual(
    Array.from({ length: 10 }, (_, at) => `code=c${at}`),
  );
});

test('a resource belongs to the persons whom it names, and a person to itself', () => {
  const of = (more: object) => patientsOf({ resourceType: 'Observation', ...more });
  expect([
    of({ subject: { reference: 'Patient/an' } }),
    of({ subject: { reference: 'https://other.example/fhir/Patient/an' } }),
    of({ subject: { reference: 'Group/g' } }),
    of({ subject: { display: 'An' } }),
    of({}),
  ]).toEqual([['an'], [], [], [], []]);
  expect(patientsOf({ resourceType: 'Patient', id: 'an' })).toEqual(['an']);
  expect(patientsOf({ resourceType: 'Patient' })).toEqual([]);
  const member = (id: string) => ({ entity: { reference: `Patient/${id}` } });
  expect(patientsOf({ resourceType: 'Group', member: [member('a'), member('b'), member('a')] })).toEqual(['a', 'b']);
});

test('keys of identifiers and addresses without their version', () => {
  expect([identifierKey('s', '1'), identifierKey(undefined, '1')]).toEqual(['s|1', '|1']);
  expect(['a|1', 'a', '|1'].map(withoutVersion)).toEqual(['a', 'a', '']);
});
