import { AppError } from '@phr/contract/app-error';
import type { ServiceAnswer, ServiceRequest } from '@phr/contract/host-api';
import { createPrefetcher } from './prefetcher.ts';

const { jest } = import.meta;
const GOALS = 'GET fhir /Patient/:id/Goal?_count=200';
const goals = (id: string): ServiceRequest => ({
  service: 'fhir',
  method: 'GET',
  path: `/Patient/${id}/Goal`,
  query: { _count: 200, _since: undefined },
});

function setUp(answer: (request: ServiceRequest, at: number) => Promise<unknown> = async (_request, at) => at) {
  const sent: ServiceRequest[] = [];
  const ahead = createPrefetcher({
    async send(request) {
      sent.push(request);
      const body = await answer(request, sent.length);
      return { status: 200, body, receivedAt: '2026-11-30T00:00:00Z' } satisfies ServiceAnswer;
    },
  });
  return { ahead, sent };
}
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a call made ahead answers the same call of a module, once, and is not made again', async () => {
  const { ahead, sent } = setUp();
  ahead.begin('a', [GOALS, 'GET fhir /Patient/:id/Observation?code=1,2&_sort=-date']);
  expect((await ahead.send(goals('a'))).body).toBe(1);
  const { body } = await ahead.send({
    service: 'fhir',
    method: 'GET',
    path: '/Patient/a/Observation',
    query: { code: '1,2', _sort: '-date' },
  });
  expect([body, sent.length]).toEqual([2, 2]);
  expect((await ahead.send(goals('a'))).body).toBe(3);
});

test('another person, another query and a write are asked of the server', async () => {
  const { ahead, sent } = setUp();
  ahead.begin('a', [GOALS]);
  await ahead.send(goals('b'));
  await ahead.send({ ...goals('a'), query: { _count: 100 } });
  await ahead.send({ ...goals('a'), method: 'POST' });
  expect(sent).toHaveLength(4);
});

test('after a write nothing that was asked before it is handed over', async () => {
  const { ahead, sent } = setUp();
  ahead.begin('a', [GOALS]);
  await ahead.send({ ...goals('b'), method: 'POST' });
  expect((await ahead.send(goals('a'))).body).toBe(3);
  ahead.begin('a', [GOALS]);
  ahead.forget();
  expect([(await ahead.send(goals('a'))).body, sent.length]).toEqual([5, 5]);
});

test('what failed ahead is asked again, and what waited too long is not handed over', async () => {
  const failing = setUp(async (_request, at) => (at === 1 ? Promise.reject(new AppError()) : at));
  failing.ahead.begin('a', [GOALS]);
  expect((await failing.ahead.send(goals('a'))).body).toBe(2);

  const { ahead } = setUp();
  ahead.begin('a', [GOALS]);
  await jest.advanceTimersByTimeAsync(15_000);
  expect((await ahead.send(goals('a'))).body).toBe(2);
});

test('only GETs are made ahead', () => {
  const { ahead, sent } = setUp();
  ahead.begin('a', ['POST fhir /Observation', 'GET fhir', 'nonsense']);
  expect(sent).toEqual([]);
});
