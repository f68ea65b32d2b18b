import { createFakeHost } from '@phr/testing/fake-host';
import { QueryObserver } from '@tanstack/react-query';
import { createModuleQueries } from './query.tsx';

test.each([undefined, 'none'] as const)(
  'a first answer that was on its way when a change came is old when it is there: refetch %s',
  async (refetchType) => {
    const { client, dispose } = createModuleQueries(createFakeHost().patient);
    const given: PromiseWithResolvers<string>[] = [];
    const observer = new QueryObserver(client, {
      queryKey: ['list', 'p', 'Encounter'],
      queryFn: () => {
        given.push(Promise.withResolvers());
        return given.at(-1)?.promise ?? '';
      },
    });
    const stop = observer.subscribe(() => undefined);
    void client.invalidateQueries({ queryKey: ['list', 'p'], ...(refetchType && { refetchType }) });
    given[0]?.resolve('of before');
    await new Promise((resolve) => setTimeout(resolve));
    expect(observer.getCurrentResult()).toMatchObject({ data: 'of before', isStale: true });
    expect(given).toHaveLength(refetchType === 'none' ? 1 : 2);
    given[1]?.resolve('of now');
    await new Promise((resolve) => setTimeout(resolve));
    expect(observer.getCurrentResult().data).toBe(refetchType === 'none' ? 'of before' : 'of now');
    stop();
    dispose();
  },
);

test('answers that came together are told together', async () => {
  const { client, dispose } = createModuleQueries(createFakeHost().patient);
  const told: string[] = [];
  const stops = ['a', 'b', 'c'].map((key) =>
    new QueryObserver(client, { queryKey: [key], queryFn: async () => key }).subscribe(({ data }) => {
      if (data === undefined) return;
      told.push(data);
      queueMicrotask(() => told.push('drawn'));
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(told).toEqual(['a', 'b', 'c', 'drawn', 'drawn', 'drawn']);
  for (const stop of stops) stop();
  dispose();
});
