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
