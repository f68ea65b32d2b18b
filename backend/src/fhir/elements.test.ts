import { readElements } from './elements.ts';
import { ContentFault, RESOURCE_LIMITS } from '../kit/content/limits.ts';
import { elementsOf } from './r4.ts';
import { TYPES } from './resource-types.ts';
import type { Resource } from './resource.ts';

const faults = (resource: Resource): readonly unknown[] =>
  readElements(resource).faults.map(({ path, diagnostics }) => [path, diagnostics]);
const observation = (more: object): Resource => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'x' },
  ...more,
});
const faultOf = (more: object, type = 'Observation'): unknown => {
  try {
    readElements({ ...observation(more), resourceType: type });
  } catch (error) {
    return error instanceof ContentFault ? [error.limit, error.path] : error;
  }
  return 'taken';
};

test('every type that the server holds has its elements', () => {
  for (const type of Object.keys(TYPES))
    expect([type, (elementsOf(type)?.size ?? 0) > 4, elementsOf(type)?.has('meta')]).toEqual([type, true, true]);
});

test('names elements unknown to FHIR R4 by path, in data types and contained resources too', () => {
  expect(
    faults(
      observation({
        colour: 'red',
        constructor: 1,
        component: [{ code: { text: 'a' }, trend: 1 }],
        valueQuantity: { value: 1, precision: 2 },
        _valueQuantity: {},
        subject: { reference: 'Patient/1', name: 'An' },
        contained: [
          { resourceType: 'Practitioner', id: 'p', licence: 'x' },
          { resourceType: 'Starship' },
          { id: 'none' },
        ],
        meta: { project: 'x' },
        fhir_comments: ['x'],
      }),
    ),
  ).toEqual([
    ['colour', 'colour is not an element of Observation in FHIR R4'],
    ['constructor', 'constructor is not an element of Observation in FHIR R4'],
    ['component[0].trend', 'trend is not an element of Observation.component in FHIR R4'],
    ['valueQuantity.precision', 'precision is not an element of Quantity in FHIR R4'],
    ['_valueQuantity', '_valueQuantity is not an element of Observation in FHIR R4'],
    ['subject.name', 'name is not an element of Reference in FHIR R4'],
    ['contained[0].licence', 'licence is not an element of Practitioner in FHIR R4'],
    ['contained[1]', 'A resource of FHIR R4 is needed'],
    ['contained[2]', 'A resource of FHIR R4 is needed'],
    ['meta.project', 'project is not an element of Meta in FHIR R4'],
    ['fhir_comments', 'fhir_comments is not an element of Observation in FHIR R4'],
  ]);
});

test('a value has the shape of its type: one or a list, a simple value or one with elements of its own', () => {
  expect(
    faults(
      observation({
        code: [{ text: 'x' }],
        category: { text: 'x' },
        status: { a: 1 },
        valueQuantity: 'much',
        issued: 5,
        note: [null],
        effectivePeriod: { start: '2026-02-30' },
      }),
    ),
  ).toEqual([
    ['status', 'status has no elements of its own'],
    ['code', 'code is no list'],
    ['category', 'category is a list'],
    ['valueQuantity', 'valueQuantity has elements of its own'],
    ['issued', 'A date is a text'],
    ['note[0]', 'null is not allowed'],
    ['effectivePeriod.start', "'2026-02-30' is not a real date"],
  ]);
});

test("knows extensions, siblings of primitives, gaps in their lists and our own catalogue's elements", () => {
  const nested = { url: 'u', extension: [{ url: 'v', valueDuration: { value: 1 } }] };
  expect(
    faults({
      resourceType: 'Patient',
      name: [{ given: [null, 'An'], _given: [{ extension: [nested] }, null] }],
      _birthDate: { extension: [nested] },
      extension: [nested],
      modifierExtension: [nested],
    }),
  ).toEqual([]);
  expect(
    faults({
      resourceType: 'Task',
      status: 'draft',
      requestCode: '1',
      medicalId: '2',
      examCode: '3',
      insuranceCardNumber: '4',
    }),
  ).toEqual([]);
  expect(faults(observation({ medicalId: '2' }))).toEqual([
    ['medicalId', 'medicalId is not an element of Observation in FHIR R4'],
  ]);
  expect(faults({ resourceType: 'User', userName: 'a', data: { anything: [{ at: 'all' }] }, password: 'x' })).toEqual([
    ['password', 'password is not an element of User in FHIR R4'],
  ]);
  expect(
    faults({
      resourceType: 'Questionnaire',
      item: [{ linkId: '1', item: [{ linkId: '2', item: [{ linkId: '3', odd: 1 }] }] }],
    }),
  ).toEqual([['item[0].item[0].item[0].odd', 'odd is not an element of Questionnaire.item in FHIR R4']]);
});

test('a target that a reader had put inline is no fault and is not read', () => {
  const {
    inline,
    references,
    faults: found,
  } = readElements(
    observation({
      subject: { reference: 'Patient/1', resource: { resourceType: 'Patient', odd: { reference: 'x/1' } } },
    }),
  );
  expect([inline, references, found]).toEqual([true, ['Patient/1'], []]);
});

test('texts have the length of their type', () => {
  const text = (bytes: number): string => 'é'.repeat(bytes / 2);
  expect([faultOf({ valueString: text(65_536) }), faultOf({ valueString: `${text(65_536)}a` })]).toEqual([
    'taken',
    ['stringBytes', 'Observation.valueString'],
  ]);
  expect([faultOf({ note: [{ text: text(262_144) }] }), faultOf({ note: [{ text: `${text(262_144)}a` }] })]).toEqual([
    'taken',
    ['narrativeBytes', 'Observation.note[0].text'],
  ]);
  expect([faultOf({ text: { div: text(262_144) } }), faultOf({ text: { div: `${text(262_144)}a` } })]).toEqual([
    'taken',
    ['narrativeBytes', 'Observation.text.div'],
  ]);
  const samples = (bytes: number): object => ({
    valueSampledData: { data: '1'.repeat(bytes / 2) },
    component: [{ valueSampledData: { data: '1'.repeat(bytes - bytes / 2) } }],
  });
  expect([
    faultOf(samples(RESOURCE_LIMITS.sampledDataBytes)),
    faultOf(samples(RESOURCE_LIMITS.sampledDataBytes + 2)),
  ]).toEqual(['taken', ['sampledDataBytes', 'Observation.component[0].valueSampledData.data']]);
  expect(faultOf({ contained: [{ resourceType: 'Binary', data: 'A'.repeat(65_537) }] })).toEqual([
    'stringBytes',
    'Observation.contained[0].data',
  ]);
  expect(faultOf({ description: text(300_000) }, 'Questionnaire')).toBe('taken');
});

test('many faults are told by the first hundred', () => {
  expect(faults(observation(Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`k${n}`, 1]))))).toHaveLength(
    100,
  );
});
