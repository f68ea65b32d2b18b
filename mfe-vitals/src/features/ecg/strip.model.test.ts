import * as fc from 'fast-check';
import { measure } from './calipers.model.ts';
import { columnsOf, wholeColumns } from './columns.model.ts';
import { CLINIC, PX_PER_MM, pxPerMillivolt, pxPerSecond, rowOf, within, zoomed } from './scale.model.ts';

test('at 100 % a millivolt is 10 mm and a second 25 mm, whatever the window', () => {
  expect(pxPerMillivolt(CLINIC) / PX_PER_MM).toBe(10);
  expect(pxPerSecond(CLINIC) / PX_PER_MM).toBeCloseTo(25, 9);
  expect(pxPerSecond({ ...CLINIC, speed: 12.5, zoom: 2 }) / PX_PER_MM).toBeCloseTo(25, 9);
  expect(pxPerMillivolt({ ...CLINIC, gain: 20 }) / PX_PER_MM).toBe(20);
  expect(PX_PER_MM * 25.4).toBeCloseTo(96, 9);
});

test('the strip stays within the recording, the zoom within its limits', () => {
  expect([within(-3, 10, 60), within(55, 10, 60), within(5, 90, 60)]).toEqual([0, 50, 0]);
  expect([zoomed(1, 1), zoomed(4, 1), zoomed(0.5, -1)]).toEqual([1.25, 4, 0.5]);
});

test('a row has room for its curve, and whole millimetres', () => {
  const { height, zero } = rowOf(Float32Array.from([-0.4, 1.2]), CLINIC);
  expect(zero / PX_PER_MM).toBeCloseTo(17, 6);
  expect(height / PX_PER_MM).toBeCloseTo(26, 6);
  expect(rowOf(Float32Array.from([Number.NaN]), CLINIC).height / PX_PER_MM).toBeCloseTo(25, 6);
  expect(rowOf(Float32Array.from([40]), CLINIC).height / PX_PER_MM).toBeLessThanOrEqual(80);
});

test('no spike is lost, however many samples a column holds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 2, max: 400 }), (spike, step) => {
      const signal = new Float32Array(10_000);
      signal[spike] = 3;
      const { high } = columnsOf(signal, 0, step, Math.ceil(10_000 / step));
      expect(Math.max(...high)).toBe(3);
      expect(high[Math.floor(spike / step)]).toBe(3);
    }),
  );
  expect(columnsOf(new Float32Array([Number.NaN, Number.NaN, 1]), 0, 1, 1).high[0]).toBeNaN();
});

test('calipers tell milliseconds, millivolts and beats a minute', () => {
  expect(measure({ from: { seconds: 1, millivolts: 0 }, to: { seconds: 1.8, millivolts: 1.234 } })).toEqual({
    ms: 800,
    mV: 1.23,
    perMinute: 75,
  });
  expect(measure({ from: { seconds: 1, millivolts: 1 }, to: { seconds: 1, millivolts: 0.5 } })).toEqual({
    ms: 0,
    mV: -0.5,
  });
});

test('the columns of a whole lead are those of its parts, and another scale has others', () => {
  const signal = Float32Array.from({ length: 100 }, (_, at) => Math.sin(at));
  const whole = wholeColumns(signal, 5);
  expect([...whole.high.slice(4, 8)]).toEqual([...columnsOf(signal, 20, 5, 4).high]);
  expect(wholeColumns(signal, 5)).toBe(whole);
  expect(wholeColumns(signal, 10).high).toHaveLength(10);
});
