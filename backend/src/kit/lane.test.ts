import { createLane } from './lane.ts';

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('at most so many at once, in their order, and a failure gives its place on', async () => {
  const lane = createLane(2);
  const begun: number[] = [];
  const ends: ((failed: boolean) => void)[] = [];
  const work = (name: number): Promise<void> =>
    lane(() => {
      begun.push(name);
      return new Promise((resolve, reject) => {
        ends[name] = (failed) => (failed ? reject(new Error(`work ${name}`)) : resolve());
      });
    });
  const all = [0, 1, 2, 3].map((name) => work(name));
  await tick();
  expect(begun).toEqual([0, 1]);
  const first = expect(all[0]).rejects.toThrow('work 0');
  ends[0]?.(true);
  await first;
  await tick();
  expect(begun).toEqual([0, 1, 2]);
  ends[2]?.(false);
  ends[1]?.(false);
  await tick();
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[3]?.(false);
  await Promise.allSettled(all);
  void work(4);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});
