/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { AppError } from '@phr/contract/app-error';
import type { Client } from '@phr/http/client';
import { createConnection } from './connection.ts';

const { jest } = import.meta;
const REQUEST = { service: 'phr', method: 'GET', path: '/' } as const;
const RECEIVED_AT = '2026-11-29T08:00:00.000Z';
let isOnline = true;
const setNetwork = (online: boolean) => {
  isOnline = online;
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
};
const answers: Client = { send: async () => ({ status: 200, body: undefined, receivedAt: RECEIVED_AT }) };
const failsWith = (code: 'NETWORK' | 'SERVER_ERROR'): Client => ({
  send: () => Promise.reject(new AppError({ code, message: code, source: 'PHR_API' })),
});
beforeAll(() => {
  Object.defineProperty(navigator, 'onLine', { get: () => isOnline, configurable: true });
});
beforeEach(() => {
  jest.useFakeTimers();
  isOnline = true;
});
afterEach(() => {
  jest.useRealTimers();
});

/** A connection whose own server responds or not, with a request counter. */
function open() {
  const server = { isReached: true, asked: 0 };
  const connection = createConnection(async () => {
    server.asked += 1;
    return server.isReached;
  });
  return { connection, server };
}

test('[UX-27] a browser that calls a dead network online is not believed: known before the failure is', async () => {
  const { connection, server } = open();
  server.isReached = false;
  await expect(connection.watch(failsWith('NETWORK')).send(REQUEST)).rejects.toMatchObject({ code: 'NETWORK' });
  expect(connection.online.get()).toBe(false);
});

test('[UX-27] such a network is looked for again after 5, 10 and 20 seconds, and its return is told', async () => {
  const { connection, server } = open();
  server.isReached = false;
  await connection.doubt();
  const returned = jest.fn();
  connection.onReturn(returned);
  for (const [seconds, asked] of [
    [5, 2],
    [10, 3],
    [20, 4],
  ] as const) {
    await jest.advanceTimersByTimeAsync(seconds * 1_000);
    expect(server.asked).toBe(asked);
  }
  expect(returned).not.toHaveBeenCalled();
  server.isReached = true;
  await jest.advanceTimersByTimeAsync(40_000);
  expect(connection.online.get()).toBe(true);
  expect(returned).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(server.asked).toBe(5);
});

test('[UX-27] calls that fail one after another put off no look for the network, nor add one', async () => {
  const { connection, server } = open();
  server.isReached = false;
  const failing = connection.watch(failsWith('NETWORK'));
  for (let call = 1; call <= 5; call += 1) await failing.send(REQUEST).catch(() => undefined);
  expect(server.asked).toBe(5);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(server.asked).toBe(6);
  await jest.advanceTimersByTimeAsync(9_999);
  expect(server.asked).toBe(6);
});

test('[UX-27] who looks at the page again waits for no pause; on a network that is there nothing is asked', async () => {
  const { connection, server } = open();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(server.asked).toBe(0);
  server.isReached = false;
  await connection.doubt();
  server.isReached = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
  expect([connection.online.get(), server.asked]).toEqual([true, 2]);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(server.asked).toBe(2);
});

test('a service that is not reached while the app is, is no missing network; nor is one that refuses', async () => {
  const { connection, server } = open();
  await expect(connection.watch(failsWith('NETWORK')).send(REQUEST)).rejects.toThrow();
  await expect(connection.watch(failsWith('SERVER_ERROR')).send(REQUEST)).rejects.toThrow();
  expect([connection.online.get(), server.asked]).toEqual([true, 1]);
});

test('calls that fail together ask once, and an answer of any service ends the doubt', async () => {
  const { connection, server } = open();
  server.isReached = false;
  const failing = connection.watch(failsWith('NETWORK'));
  await Promise.allSettled([failing.send(REQUEST), failing.send(REQUEST)]);
  expect([connection.online.get(), server.asked]).toEqual([false, 1]);
  await connection.watch(answers).send(REQUEST);
  expect([connection.online.get(), connection.lastAnswer.get()]).toEqual([true, RECEIVED_AT]);
});

test('a browser that says offline is believed at once, and asked nothing', async () => {
  const { connection, server } = open();
  setNetwork(false);
  expect(connection.online.get()).toBe(false);
  await connection.doubt();
  expect([connection.online.get(), server.asked]).toEqual([false, 0]);
  setNetwork(true);
  expect(connection.online.get()).toBe(true);
});
