import { readSearchset } from './bundle.ts';
import { observation } from './observation.ts';

test('[CLI-06] a searchset gives its resources, the next address and the total', () => {
  const page = readSearchset(
    {
      resourceType: 'Bundle',
      total: 7,
      link: [
        { relation: 'self', url: 'a' },
        { relation: 'next', url: 'http://x/fhir/Observation?_cursor=1' },
      ],
      entry: [
        { resource: { resourceType: 'Observation', id: '1' } },
        { resource: { resourceType: 'OperationOutcome' }, search: { mode: 'outcome' } },
        { resource: { resourceType: 'Patient' } },
        null,
        { resource: 'x' },
      ],
    },
    observation,
    'Observation',
  );
  expect(page.resources.map(({ id }) => id)).toEqual(['1']);
  expect([page.next, page.total]).toEqual(['http://x/fhir/Observation?_cursor=1', 7]);
});

test('anything else is an empty page', () => {
  for (const odd of [undefined, null, 'x', [], {}, { entry: 3 }])
    expect(readSearchset(odd, observation)).toEqual({ resources: [] });
});
