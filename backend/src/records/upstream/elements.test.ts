import { fromR4, toR4 } from './elements.ts';

test('elements of ours are extensions elsewhere and come back as they were, beside extensions of others', () => {
  const other = { url: 'https://hospital.test/extension', valueCode: 'x' };
  const task = {
    resourceType: 'Task',
    id: 't',
    status: 'on-hold',
    requestCode: '00123456',
    medicalId: 'AD-1',
    extension: [other],
  };
  const sent = toR4(task);
  expect(Object.keys(sent).toSorted()).toEqual(['extension', 'id', 'resourceType', 'status']);
  expect(sent['extension']).toEqual([
    other,
    { url: 'https://phr.example/fhir/StructureDefinition/Task-requestCode', valueString: '00123456' },
    { url: 'https://phr.example/fhir/StructureDefinition/Task-medicalId', valueString: 'AD-1' },
  ]);
  expect(fromR4(sent)).toEqual(task);
  const { extension: _extension, ...alone } = task;
  expect(fromR4(toR4(alone))).toEqual(alone);
});

test('what has none of them is left as it is', () => {
  for (const resource of [
    { resourceType: 'Task', status: 'draft', extension: [{ url: 'x' }] },
    { resourceType: 'Observation', requestCode: '1' },
  ])
    expect([toR4(resource), fromR4(resource)]).toEqual([resource, resource]);
});
