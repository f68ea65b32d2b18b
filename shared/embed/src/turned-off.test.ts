/** @jest-environment ./shared/build/src/jest-browser.cjs */
import type { Notice } from '@phr/contract/host-api';
import { createStore } from '@phr/contract/store';
import { resolve } from '@phr/loader/resolve';
import { registryOf as registryWith } from '@phr/testing/registry-of';
import { endWhenTurnedOff } from './turned-off.ts';

const { jest } = import.meta;
const registryOf = (enabled: boolean, grace?: number) =>
  registryWith([
    {
      name: 'mfe-a',
      enabled,
      ...(grace === undefined ? {} : { grace }),
      loadTimeoutMs: 1,
      current: {
        version: '1.0.0',
        container: 'a',
        entry: '',
        integrity: '',
        manifest: { name: 'mfe-a', contract: '^1.0.0', access: 'signed-in', routes: [], slots: [], calls: [] },
      },
    },
  ]);

function shown({ isDirty = false, first = registryOf(true) } = {}) {
  const registry = createStore(first);
  const seen = { unmounts: 0, followers: 0, notices: [] as Notice[] };
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  const stop = endWhenTurnedOff({
    releases: {
      registry,
      follow() {
        seen.followers += 1;
        return () => {
          seen.followers -= 1;
        };
      },
    },
    module: () => resolve(registry.get(), { key: '', cohorts: [], contract: '1.0.0', bad: new Set() })[0],
    isDirty: () => isDirty,
    locale: () => 'vi-VN',
    place: () => root,
    async unmount() {
      seen.unmounts += 1;
    },
    notify: (notice) => {
      seen.notices.push(notice);
    },
  });
  return { registry, seen, root, stop };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});
const settle = () => jest.advanceTimersByTimeAsync(0);

test('[ARCH-06] a view on a partner page ends when its module is turned off; words say so, the page hears', async () => {
  const { registry, seen, root, stop } = shown();
  expect(seen).toEqual({ unmounts: 0, followers: 1, notices: [] });
  registry.set(registryOf(false));
  await settle();
  expect(root.querySelector('[role=alert]')).toHaveTextContent('Phần này đang tạm dừng.');
  expect(seen).toEqual({ unmounts: 1, followers: 0, notices: [{ type: 'warning', title: 'Phần này đang tạm dừng.' }] });
  stop();
  expect(root.childElementCount).toBe(0);
});

test('[ARCH-06] one in which something was typed ends after its grace, or stays when the module comes back', async () => {
  const { registry, seen } = shown({ isDirty: true });
  registry.set(registryOf(false, 20));
  await jest.advanceTimersByTimeAsync(10_000);
  registry.set(registryOf(true));
  await jest.advanceTimersByTimeAsync(30_000);
  expect(seen.unmounts).toBe(0);
  registry.set(registryOf(false, 20));
  await jest.advanceTimersByTimeAsync(19_000);
  // another registry change does not restart the grace period
  registry.set(registryOf(false, 20));
  expect(seen.unmounts).toBe(0);
  await jest.advanceTimersByTimeAsync(1_000);
  expect([seen.unmounts, seen.notices.length]).toEqual([1, 2]);
});

test('[ARCH-06] without grace typed text is no reason to wait; a module turned off before ends the view', async () => {
  const unsafe = shown({ isDirty: true });
  unsafe.registry.set(registryOf(false, 0));
  const late = shown({ first: registryOf(false) });
  await settle();
  expect([unsafe.seen.unmounts, late.seen.unmounts]).toEqual([1, 1]);
});

test('a page that took its view away hears no more of its module', async () => {
  const { registry, seen, stop } = shown();
  stop();
  registry.set(registryOf(false));
  await settle();
  expect(seen).toEqual({ unmounts: 0, followers: 0, notices: [] });
});
