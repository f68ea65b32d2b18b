import { knownPart } from './known-part.ts';

test('what FHIR R4 does not know is left out by its path, at any depth, and all else stays', () => {
  const { resource, left } = knownPart({
    resourceType: 'Observation',
    implicitRules: 'x',
    colour: 'red',
    status: 'final',
    code: { text: 'x', resourceType: 'y' },
    component: [{ code: { text: 'a' }, trend: 1 }, { valueQuantity: { value: 1, precision: 2 } }],
    subject: { reference: 'Patient/1', resource: { resourceType: 'Patient', odd: 1 } },
    performer: [{ resource: { resourceType: 'Patient' } }],
    contained: [{ resourceType: 'Starship' }, { resourceType: 'Practitioner', id: 'p', licence: 'x' }, 'text'],
    _status: { extension: [{ url: 'u', valueString: 'v', valueOdd: 1 }] },
  });
  expect(resource).toEqual({
    resourceType: 'Observation',
    implicitRules: 'x',
    status: 'final',
    code: { text: 'x' },
    component: [{ code: { text: 'a' } }, { valueQuantity: { value: 1 } }],
    subject: { reference: 'Patient/1', resource: { resourceType: 'Patient', odd: 1 } },
    performer: [{}],
    contained: [{ resourceType: 'Practitioner', id: 'p' }, 'text'],
    _status: { extension: [{ url: 'u', valueString: 'v' }] },
  });
  expect(left).toEqual([
    'colour',
    'code.resourceType',
    'component[0].trend',
    'component[1].valueQuantity.precision',
    'performer[0].resource',
    'contained[0]',
    'contained[1].licence',
    '_status.extension[0].valueOdd',
  ]);
});

test('a type that nobody knows is left alone', () => {
  const starship = { resourceType: 'Starship', speed: 9 };
  expect(knownPart(starship)).toEqual({ resource: starship, left: [] });
});
