import { AppError } from '@phr/contract/app-error';
import { classifyFailure, entryOf, readEntry } from './entry.ts';

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

test('a waiting write is sent as it was made, on the version that it was made from', () => {
  const request = { ...entry.request, service: 'fhir', method: 'PUT', body: { value: 1 }, ifMatch: 'W/"3"' } as const;
  expect(entryOf('mfe-vitals', { ...request, queue: entry.queue, idempotencyKey: 'key' }, 1)?.request).toEqual(request);
});

test.each([
  [401, 'session'],
  [undefined, 'offline'],
  [0, 'offline'],
  [408, 'later'],
  [425, 'later'],
  [429, 'later'],
  [499, 'refused'],
  [500, 'later'],
  [422, 'refused'],
])('an answer of %p means %s for a waiting write', (httpStatus, meaning) => {
  const error = { code: 'X', message: '', ...(httpStatus === undefined ? {} : { httpStatus }) } as const;
  expect(classifyFailure(new AppError(error))).toBe(meaning);
});
