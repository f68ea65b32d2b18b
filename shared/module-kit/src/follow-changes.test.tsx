import { createFakeHost } from '@phr/testing/fake-host';
import { QueryClient } from '@tanstack/react-query';
import { followChanges } from './follow-changes.tsx';

const key = (patientId: string, type: string) => ['list', patientId, type, '/path', {}];

test.each([
  ['encounter.changed', ['Encounter', 'RiskAssessment']],
  ['consent.changed', ['Consent']],
] as const)('after %s the lists of that record that it touches are old, and no others', (topic, types) => {
  const queries = new QueryClient();
  const all = ['Encounter', 'RiskAssessment', 'Consent', 'Immunization'];
  for (const patientId of ['p', 'q']) for (const type of all) queries.setQueryData(key(patientId, type), []);
  const host = createFakeHost();
  const stop = followChanges(queries, host.topics);
  const old = () =>
    ['p', 'q'].flatMap((patientId) =>
      all
        .filter((type) => queries.getQueryState(key(patientId, type))?.isInvalidated === true)
        .map((type) => `${patientId} ${type}`),
    );
  expect(old()).toEqual([]);
  host.tell(topic, { patientId: 'p' });
  expect(old()).toEqual(types.map((type) => `p ${type}`));
  stop();
  host.tell(topic, { patientId: 'q' });
  expect(old()).toHaveLength(types.length);
});
