import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { analyseRecord } from '@phr/clinical/ecg-analysis';
import { ECG_LEADS, ECG_VALUES } from '@phr/clinical/ecg-codings';
import { heart, noise } from '@phr/clinical/ecg-signals.test-support';
import { observation, type Observation } from '@phr/fhir/observation';
import { newEcg, offsetOf } from '../ecg-import/new-ecg.model.ts';
import { resample } from '../ecg-import/resample.model.ts';
import {
  analysisOf,
  durationOf,
  recordingAlerts,
  recordingOf,
  samplesOfFile,
  SAMPLES_FILE,
  withDerived,
} from './recording.model.ts';

const CONTEXT = { zone: 'Asia/Ho_Chi_Minh', now: Date.parse('2026-11-25T08:00:00+07:00') };
const ecg = (more: object = {}, values: Readonly<Record<string, number>> = {}): Observation => {
  const read = observation({
    resourceType: 'Observation',
    id: 'e1',
    status: 'final',
    effectiveDateTime: '2026-11-20T09:15:00+07:00',
    performer: [{ reference: 'Organization/o1', display: 'Phòng khám Tim mạch' }],
    code: { coding: [{ system: 'urn:oid:2.16.840.1.113883.6.24', code: '131328' }] },
    interpretation: [{ text: 'Nhịp xoang' }],
    note: [{ text: 'Đo lúc nghỉ' }],
    component: [
      ...ECG_LEADS.map((lead, index) => ({
        code: { coding: lead.primaryCodings },
        valueSampledData: {
          origin: { value: 2048 },
          period: 2,
          factor: 1.612,
          lowerLimit: -3300,
          upperLimit: 3300,
          dimensions: 1,
          data: index === 1 ? '2048 2668 E 1428' : '2048 2048 2048 2048',
        },
      })),
      ...ECG_VALUES.filter(({ key }) => key in values).map(({ key, primaryCodings, unit }) => ({
        code: { coding: primaryCodings },
        valueQuantity: { value: values[key], unit: unit.sign, code: unit.code },
      })),
    ],
    ...more,
  });
  if (!read) throw new Error('no observation');
  return read;
};

test('[ECG-01, ECG-02, ECG-03] time, the leads I, II and III, and (sample - 2048) x 1.612 microvolts', () => {
  const recording = recordingOf(ecg(), CONTEXT);
  expect(recording?.reading).toMatchObject({
    measuredAt: '2026-11-20T09:15:00+07:00',
    source: { kind: 'facility', name: 'Phòng khám Tim mạch' },
    deletable: false,
  });
  expect(recording?.rate).toBe(500);
  expect(recording?.leads.map(({ name }) => name)).toEqual(['I', 'II', 'III']);
  expect([...(recording?.leads[1]?.signal ?? [])].map((value) => Math.round(value * 1000) / 1000)).toEqual([
    0,
    0.999,
    Number.NaN,
    -0.999,
  ]);
});

test('[ECG-05] QRS, PVCs, QTc, QT, notes and interpretations are read back as the device wrote them', () => {
  const recording = recordingOf(ecg({}, { heartRate: 72, qrs: 92, qt: 388, qtc: 424, pvcs: 2 }), CONTEXT);
  expect(recording?.values).toEqual({ heartRate: 72, qrs: 92, qt: 388, qtc: 424, pvcs: 2 });
  expect(recording?.interpretations).toEqual(['Nhịp xoang']);
  expect(recording?.reading.notes).toEqual([{ text: 'Đo lúc nghỉ' }]);
  expect(recording?.alerts).toEqual([]);
});

test('[ECG-04, ECG-05, ECG-08, ECG-09] converts other units; a value without one stays and alerts nobody', () => {
  const withUnits = (units: Readonly<Record<string, readonly [number, string | undefined]>>) =>
    recordingOf(
      ecg({
        component: ECG_VALUES.filter(({ key }) => key in units).map(({ key, primaryCodings }) => ({
          code: { coding: primaryCodings },
          valueQuantity: { value: units[key]?.[0], unit: units[key]?.[1] },
        })),
      }),
      CONTEXT,
    );
  expect(
    withUnits({
      heartRate: [72, 'beats/min'],
      qrs: [0.092, 's'],
      qt: [388, 'ms'],
      st: [250, 'uV'],
      pvcs: [3, undefined],
    }),
  ).toMatchObject({
    values: { heartRate: 72, qrs: 92, qt: 388, st: 0.25, pvcs: 3 },
    unread: {},
    alerts: ['st'],
  });
  expect(withUnits({ heartRate: [1.2, 'Hz'], qrs: [300, undefined], st: [40, 'mm'] })).toMatchObject({
    values: {},
    unread: { heartRate: { value: 1.2, unit: 'Hz' }, qrs: { value: 300 }, st: { value: 40, unit: 'mm' } },
    alerts: [],
  });
});

test('[ECG-03] draws samples in their named unit; several signals in one text, or no voltage, are no curve', () => {
  const lead = (sampling: object, index = 0) => ({
    code: { coding: ECG_LEADS[index]?.primaryCodings },
    valueSampledData: { dimensions: 1, period: 2, ...sampling },
  });
  const signals = (...component: readonly object[]) =>
    recordingOf(ecg({ component }), CONTEXT)?.leads.map(({ signal }) =>
      [...signal].map((value) => Math.round(value * 1000) / 1000),
    );
  expect(signals(lead({ origin: { value: 0, unit: 'mV' }, factor: 0.005, data: '0 200' }))).toEqual([[0, 1]]);
  expect(signals(lead({ origin: { value: -100, code: 'uV' }, factor: 2, data: '50 550' }))).toEqual([[0, 1]]);
  expect(signals(lead({ origin: { value: 0, unit: 'mmHg' }, factor: 1, data: '80 120' }))).toEqual([]);
  expect(signals(lead({ origin: { value: 2048 }, factor: 1.612, dimensions: 3, data: '1 2 3' }))).toEqual([]);
});

test('a lead of another rate shares the time axis of the first: no beat is drawn faster than it was', () => {
  const lead = (index: number, period: number, count: number) => ({
    code: { coding: ECG_LEADS[index]?.primaryCodings },
    valueSampledData: {
      origin: { value: 2048 },
      factor: 1.612,
      dimensions: 1,
      period,
      data: Array.from({ length: count }, () => '2048').join(' '),
    },
  });
  const recording = recordingOf(ecg({ component: [lead(0, 2, 1000), lead(1, 4, 500)] }), CONTEXT);
  expect(recording?.leads.map(({ signal }) => signal.length)).toEqual([1000, 1000]);
  expect(recording && durationOf(recording)).toBe(2);
});

test("[ECG-07, ECG-08, ECG-09] each alert of the device's values; none for an ECG entered in error", () => {
  const values = { heartRate: 120, qrs: 130, st: -0.3 };
  expect(recordingOf(ecg({}, values), CONTEXT)?.alerts).toEqual(['rateHigh', 'qrs', 'st']);
  expect(recordingOf(ecg({ status: 'entered-in-error' }, values), CONTEXT)?.alerts).toEqual([]);
});

test('[ECG-07, ECG-08, ECG-09] curves that show no heart clearly alert nobody; a counted rate stands in', () => {
  const told = (values: Readonly<Record<string, number>>, signal?: Float32Array, more: object = {}) => {
    const recording = recordingOf(ecg(more, values), CONTEXT);
    if (!recording) throw new Error('no recording');
    return recordingAlerts(recording, signal && analyseRecord([{ name: 'II', signal }], 500));
  };
  const device = { heartRate: 120, qrs: 130, st: -0.3 };
  const all = { alerts: ['rateHigh', 'qrs', 'st'], isCounted: false };
  const none = { alerts: [], isCounted: false };
  expect(told(device)).toEqual(all);
  expect(told(device, heart(75).signal)).toEqual(all);
  expect(told(device, noise(15_000, 0.6))).toEqual(none);
  expect(told(device, new Float32Array(15_000))).toEqual(none);
  expect(told(device, heart(75, { vary: 0 }).signal)).toEqual(none);
  // a recording too short to analyse does not contradict the device
  expect(told(device, heart(75).signal.slice(0, 500))).toEqual(all);
  expect(told({}, heart(120).signal)).toEqual({ alerts: ['rateHigh'], isCounted: true });
  expect(told({ heartRate: 90 }, heart(120).signal)).toEqual(none);
  expect(told({}, heart(120).signal, { status: 'entered-in-error' })).toEqual(none);
});

test('[ECG-06] samples in a file: the observation names the key, the curves come with the file', () => {
  const signal = Float32Array.from({ length: 1000 }, (_, at) => Math.sin(at / 50));
  const { resource, samples } = newEcg(
    { leads: [{ name: 'II', signal }], rate: 500, leftOut: [] },
    {
      patientId: 'p1',
      formId: '0b8a4c1e-0000-4000-8000-000000000001',
      recordedAt: CONTEXT.now,
      now: CONTEXT.now,
      zone: CONTEXT.zone,
      samplesKey: 'p1/ecg/x.json',
      note: 'n',
    },
  );
  expect(resource['extension']).toEqual([{ url: SAMPLES_FILE, valueUrl: 'p1/ecg/x.json' }]);
  const kept = observation({ ...resource, id: 'e2' });
  if (!kept) throw new Error('no observation');
  expect(recordingOf(kept, CONTEXT)).toMatchObject({
    leads: [],
    samplesKey: 'p1/ecg/x.json',
    reading: { deletable: true, source: { kind: 'patient' } },
  });
  const [lead] = recordingOf(kept, CONTEXT, samplesOfFile(JSON.parse(JSON.stringify(samples))))?.leads ?? [];
  expect(lead?.signal).toHaveLength(1000);
  expect(Math.max(...(lead?.signal ?? []).map((value, at) => Math.abs(value - (signal[at] ?? 0))))).toBeLessThan(0.001);
  expect(samplesOfFile([1, 2])).toEqual({});
});

test('a lead far from zero is moved to it; another rate becomes 500 a second; gaps stay gaps', () => {
  expect(offsetOf(Float32Array.from([-9.3, -9.2, -9.4]))).toBeCloseTo(-9.3, 5);
  expect(offsetOf(Float32Array.from([0.1, -0.2, 0.4]))).toBe(0);
  expect([...resample(Float32Array.from([0, 1]), 250, 500)]).toEqual([0, 0.5, 1, 1]);
  expect([...resample(Float32Array.from([0, 2, 4, 6]), 1000, 500)]).toEqual([1, 5]);
  expect([...resample(Float32Array.from([0, Number.NaN, 1]), 500, 500)]).toEqual([0, Number.NaN, 1]);
});

test('augmented leads are computed from I and II and say so; what the device wrote stays', () => {
  const leads = withDerived([
    { name: 'I', signal: Float32Array.from([1]), computed: false },
    { name: 'II', signal: Float32Array.from([1.5]), computed: false },
    { name: 'aVF', signal: Float32Array.from([9]), computed: false },
  ]);
  expect(leads.map(({ name, computed, signal }) => [name, computed, signal[0]])).toEqual([
    ['I', false, 1],
    ['II', false, 1.5],
    ['aVF', false, 9],
    ['aVR', true, -1.25],
    ['aVL', true, 0.25],
  ]);
  expect(withDerived([{ name: 'II', signal: new Float32Array(3), computed: false }])).toHaveLength(1);
});

test('an ECG without curves has no length and nothing to analyse', () => {
  const recording = recordingOf(ecg({ component: [] }), CONTEXT);
  expect(recording && [durationOf(recording), analysisOf(recording)]).toEqual([0, undefined]);
});

const EXAMPLE = path.resolve(import.meta.dirname, '../../../../../shared/data/ecg/fhir-observation-ekg.json');
(existsSync(EXAMPLE) ? test : test.skip)(
  'the example of the FHIR specification: 100 samples a second, three leads, plausible voltages',
  () => {
    const read = observation(JSON.parse(readFileSync(EXAMPLE, 'utf8')));
    const recording = read && recordingOf({ ...read, id: 'ekg' }, CONTEXT);
    expect(recording).toMatchObject({ rate: 100 });
    expect(recording?.leads.map(({ name, signal }) => [name, signal.length])).toEqual([
      ['I', 116],
      ['II', 116],
      ['III', 116],
    ]);
    expect(Math.max(...(recording?.leads[0]?.signal ?? []).map(Math.abs))).toBeLessThan(3.31);
  },
);
