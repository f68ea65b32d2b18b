import { language } from '../readings/sample-language.test-support.ts';
import { rangeWords } from './use-shown-range.ts';
import { rangeFor, readViewConfig } from '@phr/clinical/view-config';

const entry = (vitalKey: string, ranges: unknown) => ({
  storeKey: vitalKey,
  title: 'x',
  icon: 'x',
  codes: [],
  charts: [{ type: 'line', designation: 'x', unit: 'kg', referenceRanges: ranges }],
});

test('[CALL-32] ranges are read by vital key; what cannot be read is left out', () => {
  const config = readViewConfig([
    entry('ketones', [{ low: 0, high: 0.6, text: 'Bình thường', color: 'green' }]),
    entry('weights', [{ low: 'x', text: ' ' }, null]),
    { charts: [] },
    null,
    'text',
  ]);
  expect([...config]).toEqual([
    [
      'ketones',
      { title: 'x', codes: [], ranges: [{ low: 0, high: 0.6, text: 'Bình thường', unit: 'kg', isTarget: true }] },
    ],
    ['weights', { title: 'x', codes: [], ranges: [] }],
  ]);
  expect(readViewConfig([{ storeKey: 'waists', codes: ['8280-0', 'a,b', 7] }]).get('waists')).toEqual({
    title: 'waists',
    codes: ['8280-0'],
    ranges: [],
  });
  for (const odd of [undefined, null, {}, 'x', { resourceType: 'Bundle' }]) expect(readViewConfig(odd).size).toBe(0);
});

test('a configuration speaks for vitals without bands only: it cannot change what is dangerous', () => {
  const config = readViewConfig([
    entry('bloodPressures', [{ low: 0, high: 300, text: 'ok' }]),
    entry('ketones', [
      { low: 3, text: 'Cao', color: 'dangerous' },
      { high: 0.6, text: '', color: 'target' },
    ]),
  ]);
  expect(rangeFor(config, 'bloodPressures')).toBeUndefined();
  expect(rangeFor(config, 'ketones')).toEqual({ high: 0.6, text: '', unit: 'kg', isTarget: true });
  expect(rangeFor(undefined, 'ketones')).toBeUndefined();
});

test('a range is told in its own words, else by its edges', () => {
  expect(rangeWords({ low: 150, high: 420, text: '', isTarget: true }, 'µmol/L', language)).toBe('từ 150 đến 420');
  expect(rangeWords({ high: 0.6, text: '', isTarget: true }, 'mmol/L', language)).toBe('đến 0,6');
  expect(rangeWords({ low: 1, text: 'Bình thường', isTarget: false }, 'mmol/L', language)).toBe(
    'từ 1,0 trở lên (Bình thường)',
  );
});
