import { createFakeHost } from '@phr/testing/fake-host';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { followChanges, readAgain } from './follow-changes.tsx';

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

test('a first answer that was on its way when a change came is asked for once more', async () => {
  const queries = new QueryClient();
  const given: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['list', 'p', 'Encounter'],
    queryFn: () => {
      given.push(Promise.withResolvers());
      return given.at(-1)?.promise ?? '';
    },
  });
  const seen: unknown[] = [];
  const stop = observer.subscribe(({ data }) => seen.push(data));
  const end = readAgain(queries, ['list', 'p']);
  given[0]?.resolve('of before');
  await Promise.resolve();
  while (given.length < 2) await new Promise((resolve) => setTimeout(resolve));
  given[1]?.resolve('of now');
  await end;
  expect([given.length, seen.at(-1)]).toEqual([2, 'of now']);
  stop();
});
