import type { WaitingWrite } from '@phr/contract/host-api';
import { transaction, createEntry } from '@phr/fhir/builders';
import { rawBloodPressure, rawValue } from './samples.test-support.ts';
import { waitingReadings } from './waiting.model.ts';

const context = { birthDate: '1958-06-02', zone: 'Asia/Ho_Chi_Minh', now: Date.parse('2026-11-25T10:00:00+07:00') };
const write = (body: unknown, more: Partial<WaitingWrite> = {}): WaitingWrite => ({
  id: 'w1',
  module: 'mfe-vitals',
  patientId: 'patient-main',
  title: 'x',
  at: '2026-11-25T08:00:00+07:00',
  state: 'waiting',
  body,
  ...more,
});
const raw = { ...rawBloodPressure(128, 82, '2026-11-25T08:00:00+07:00'), id: undefined };

test('a reading that waits is shown as unsent, judged like any other, and cannot be deleted', () => {
  expect(waitingReadings([write(raw)], 'patient-main', context)).toMatchObject([
    {
      id: 'waiting-w1-0',
      vitalKey: 'bloodPressures',
      unsent: 'waiting',
      deletable: false,
      counts: true,
      verdict: { level: 'veryMild' },
    },
  ]);
});

test('each reading of a transaction is shown, a refused one says so, and those of others are not', () => {
  const body = transaction([
    createEntry(raw, 'a'),
    createEntry({ ...rawValue('heartRates', 72, '2026-11-25T08:00:00+07:00') }, 'b'),
  ]);
  expect(
    waitingReadings([write(body, { state: 'refused' })], 'patient-main', context).map(
      ({ vitalKey, unsent }) => `${vitalKey} ${unsent}`,
    ),
  ).toEqual(['bloodPressures refused', 'heartRates refused']);
  expect(waitingReadings([write(raw)], 'patient-mother', context)).toEqual([]);
  expect(waitingReadings([write(undefined), write('text'), write({ note: 'x' })], 'patient-main', context)).toEqual([]);
});
