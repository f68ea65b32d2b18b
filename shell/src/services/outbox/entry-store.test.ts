import { createMemoryVault } from '../offline/vault.ts';
import type { OutboxEntry } from './entry.ts';
import { createEntryStore } from './entry-store.ts';

const entry = (id: string, keptAt: number): OutboxEntry => ({
  id,
  module: 'm',
  request: { service: 'fhir', method: 'POST', path: '/Observation' },
  queue: { patientId: 'p', title: id, at: '2026-11-25T07:42:00+07:00' },
  keptAt,
});

test('entries come the oldest first, and other tabs hear of each that comes or goes', async () => {
  let told = 0;
  const vault = createMemoryVault();
  const kept = createEntryStore(
    async () => vault,
    () => {
      told += 1;
    },
  );
  for (const one of [entry('c', 2), entry('b', 1), entry('a', 2)]) await kept.put(one);
  await vault.put('outbox', 'odd', { id: 'odd' });
  expect([(await kept.all()).map(({ id }) => id), told]).toEqual([['b', 'a', 'c'], 3]);
  expect([await kept.find('b'), await kept.find('odd')]).toEqual([entry('b', 1), undefined]);
  expect(told).toBe(3);
  await kept.remove('b');
  expect([(await kept.all()).map(({ id }) => id), told]).toEqual([['a', 'c'], 4]);
});
