import { createStore } from '@phr/contract/store';
import type { Read, Teller } from '@phr/module-kit/signal-source';
import { whenAny } from './when-any.ts';

const words = { t: String, locale: 'vi-VN' } as const;
const settle = () => new Promise((resolve) => setImmediate(resolve));

function readOf(rows: readonly unknown[] | undefined) {
  const state = createStore<readonly unknown[] | undefined>(rows);
  const read: Read<readonly unknown[]> = {
    status: () => (state.get() === undefined ? 'loading' : 'ready'),
    data: state.get,
    at: () => undefined,
    subscribe: state.subscribe,
    refresh: () => undefined,
  };
  return { read, state };
}
const RULES: Teller = { reads: [], tell: () => [], act: async () => undefined };
const statusOf = ({ reads }: Teller) => reads.map(({ status }) => status()).join(' ');

test('a record that has nothing of the kind loads no rules', async () => {
  const load = import.meta.jest.fn(async () => RULES);
  const teller = whenAny(readOf([]).read, load);
  teller.reads[1]?.subscribe(() => undefined);
  await settle();
  expect([load.mock.calls.length, statusOf(teller)]).toEqual([0, 'ready ready']);
});

test('rules come with the first row, and what they cannot read fails the source', async () => {
  const { read, state } = readOf(undefined);
  const inner = readOf(undefined);
  const teller = whenAny(read, async () => ({ ...RULES, reads: [inner.read], tell: () => [] }));
  const told = import.meta.jest.fn();
  teller.reads[1]?.subscribe(told);
  expect(teller.tell(new Date(), words)).toEqual([]);
  state.set(['row']);
  expect(statusOf(teller)).toBe('ready loading');
  await settle();
  expect(statusOf(teller)).toBe('ready loading');
  inner.state.set([]);
  expect(statusOf(teller)).toBe('ready ready');
  expect(told.mock.calls.length).toBeGreaterThan(0);
});

test('rules that could not be loaded are told as failed, and another try loads them', async () => {
  let tries = 0;
  const teller = whenAny(readOf(['row']).read, async () => {
    tries += 1;
    if (tries === 1) throw new Error('no network');
    return RULES;
  });
  teller.reads[1]?.subscribe(() => undefined);
  await settle();
  expect([tries, statusOf(teller)]).toEqual([1, 'ready failed']);
  teller.reads[1]?.refresh();
  await settle();
  expect([tries, statusOf(teller)]).toEqual([2, 'ready ready']);
});

test('rules that are needed without a row wait for the answer as well, and come when it fails', async () => {
  const { read, state } = readOf(undefined);
  const load = import.meta.jest.fn(async () => RULES);
  const teller = whenAny(read, load, true);
  teller.reads[1]?.subscribe(() => undefined);
  await settle();
  expect([load.mock.calls.length, statusOf(teller)]).toEqual([0, 'loading ready']);
  state.set([]);
  await settle();
  expect([load.mock.calls.length, statusOf(teller)]).toEqual([1, 'ready ready']);

  const refused = whenAny({ ...readOf(undefined).read, status: () => 'failed' }, load, true);
  refused.reads[1]?.subscribe(() => undefined);
  await settle();
  expect(load).toHaveBeenCalledTimes(2);
});
