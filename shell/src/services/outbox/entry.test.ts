import { readEntry } from './entry.ts';

const entry = {
  id: 'key',
  module: 'mfe-vitals',
  keptAt: 1,
  request: { service: 'fhir', method: 'POST', path: '/Observation' },
  queue: { patientId: 'a', title: 'Huyết áp', at: '2026-11-30T00:00:00Z' },
};

test('an entry of another version that lacks what is needed to send it is not read', () => {
  expect(readEntry(entry)).toEqual(entry);
  for (const other of [
    undefined,
    'text',
    { ...entry, id: 7 },
    { ...entry, module: undefined },
    { ...entry, keptAt: '1' },
    { ...entry, request: undefined },
    { ...entry, request: { ...entry.request, path: undefined } },
    { ...entry, queue: { ...entry.queue, patientId: undefined } },
  ])
    expect(readEntry(other)).toBeUndefined();
});
