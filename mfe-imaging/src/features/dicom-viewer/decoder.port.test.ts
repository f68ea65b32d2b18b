import type { Answer, Order } from '../../decode-worker/worker.ts';
import { createDecoder } from './decoder.port.ts';

const { jest } = import.meta;
const PICTURE = { values: Uint8Array.of(1), components: 1, min: 1, max: 1, hasOtherSign: false } as const;
const JOB = {} as Order['job'];

/** A worker that responds under the test's control. */
class FakeWorker extends EventTarget {
  readonly orders: Order[] = [];
  isEnded = false;

  postMessage(order: Order): void {
    this.orders.push(order);
  }

  terminate(): void {
    this.isEnded = true;
  }

  answer(data: Answer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

function decoder() {
  const workers: FakeWorker[] = [];
  const made = createDecoder(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  const decode = (byte: number) => made.decode(JOB, Uint8Array.of(byte));
  return { made, workers, decode };
}

test('frames are decoded one after the other, each with its own picture or problem', async () => {
  const { workers, decode } = decoder();
  const [first, second] = [decode(1), decode(2)];
  const [worker] = workers;
  expect(worker?.orders.map(({ bytes }) => bytes[0])).toEqual([1]);
  worker?.answer({ picture: PICTURE });
  expect(worker?.orders.map(({ bytes }) => bytes[0])).toEqual([1, 2]);
  worker?.answer({ problem: 'otherSize' });
  await expect(first).resolves.toBe(PICTURE);
  await expect(second).rejects.toMatchObject({ problem: 'otherSize' });
});

test('a frame that hangs is given up after a while, and the next one gets a new worker', async () => {
  jest.useFakeTimers();
  const { workers, decode } = decoder();
  const [first, second] = [decode(1), decode(2)];
  const given = expect(first).rejects.toMatchObject({ problem: 'timeout' });
  jest.advanceTimersByTime(20_000);
  await given;
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  workers[1]?.answer({ picture: PICTURE });
  await expect(second).resolves.toBe(PICTURE);
  jest.useRealTimers();
});

test('a worker that dies fails its frame only; what waits at the end is told that it was stopped', async () => {
  const { made, workers, decode } = decoder();
  const frames = [decode(1), decode(2), decode(3)].map((frame) =>
    frame.then(
      () => 'drawn',
      ({ problem }: { problem: string }) => problem,
    ),
  );
  workers[0]?.dispatchEvent(new Event('error'));
  expect(workers[1]?.orders.map(({ bytes }) => bytes[0])).toEqual([2]);
  made.end();
  expect(await Promise.all(frames)).toEqual(['viewer', 'stopped', 'stopped']);
  expect(workers.every(({ isEnded }) => isEnded)).toBe(true);
});

test('a worker started ahead takes the first frame, and one that failed to start is started again for it', async () => {
  const { made, workers, decode } = decoder();
  made.warmUp();
  made.warmUp();
  expect(workers).toHaveLength(1);
  workers[0]?.dispatchEvent(new Event('error'));
  const first = decode(1);
  expect(workers.map(({ orders }) => orders.length)).toEqual([0, 1]);
  workers[1]?.answer({ picture: PICTURE });
  await expect(first).resolves.toBe(PICTURE);
});
