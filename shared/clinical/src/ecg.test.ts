import * as fc from 'fast-check';
import { derivedLeads, ECG_SAMPLING, ecgAlerts, microvoltsOf, millivoltsPer, sampleOf, samplesOf } from './ecg.ts';

test('[ECG-03] the sampling is that of the specification, and the converter spans exactly its limits', () => {
  expect(ECG_SAMPLING).toEqual({
    origin: 2048,
    periodMs: 2,
    factor: 1.612,
    lowerLimit: -3300,
    upperLimit: 3300,
    dimensions: 1,
  });
  expect(Math.round(microvoltsOf(0))).toBe(-3301);
  expect(Math.round(microvoltsOf(4095))).toBe(3300);
  expect(microvoltsOf(2048)).toBe(0);
  expect(microvoltsOf(2668)).toBeCloseTo(999.44, 6);
  expect(microvoltsOf(100, { origin: 20, factor: 5 })).toBe(400);
});

test('[ECG-03] a sample survives the way through voltage', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4095 }), (sample) => expect(sampleOf(microvoltsOf(sample))).toBe(sample)),
  );
  expect([sampleOf(-9999), sampleOf(9999)]).toEqual([0, 4095]);
});

test('[ECG-02] samples without a value are gaps', () => {
  expect(samplesOf(' 2041 E 2043\n U L x -5 ')).toEqual([2041, null, 2043, null, null, null, -5]);
  expect(samplesOf('  ')).toEqual([]);
  expect(samplesOf('20.5 -1e3 2.048E3 +7 1.5e-2 e 1e 0x10 Infinity')).toEqual([
    20.5,
    -1000,
    2048,
    7,
    0.015,
    null,
    null,
    null,
    null,
  ]);
});

test('augmented leads follow Goldberger and sum to 0', () => {
  expect(derivedLeads(1, 1.5)).toEqual({ aVR: -1.25, aVL: 0.25, aVF: 1 });
  const volt = fc.double({ min: -3.3, max: 3.3, noNaN: true });
  fc.assert(
    fc.property(volt, volt, (i, ii) => {
      const { aVR, aVL, aVF } = derivedLeads(i, ii);
      expect(aVR + aVL + aVF).toBeCloseTo(0, 9);
    }),
  );
});

test('[ECG-07] a rate above 100 or below 50 alerts, the edges do not', () => {
  expect([49, 50, 100, 101].map((heartRate) => ecgAlerts({ heartRate }))).toEqual([['rateLow'], [], [], ['rateHigh']]);
});

test('[ECG-08] QRS above 120 ms alerts', () => {
  expect([120, 121].map((qrs) => ecgAlerts({ qrs }))).toEqual([[], ['qrs']]);
});

test('[ECG-09] ST beyond 0.2 mV alerts on either side', () => {
  expect([-0.21, -0.2, 0.2, 0.21].map((st) => ecgAlerts({ st }))).toEqual([['st'], [], [], ['st']]);
});

test('several alerts stand together, and none without values', () => {
  expect(ecgAlerts({ heartRate: 120, qrs: 130, st: 0.3 })).toEqual(['rateHigh', 'qrs', 'st']);
  expect(ecgAlerts({})).toEqual([]);
});

test.each([
  ['V', 1000],
  [' volts ', 1000],
  ['mV', 1],
  ['millivolt', 1],
  ['milivôn', 1],
  ['uV', 0.001],
  ['\u00b5V', 0.001],
  ['\u03bcV', 0.001],
  ['microvolts', 0.001],
  ['nV', 0.000_001],
  ['nanovolt', 0.000_001],
  ['mA', undefined],
])('a voltage in %s has so many millivolts', (unit, millivolts) => {
  expect(millivoltsPer(unit)).toBe(millivolts);
});
