import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { coverageOf } from '@phr/clinical/glucose-profile';
import { glucoseBand } from '@phr/clinical/assess/time-in-range';
import { toZoned } from '@phr/time/zone';
import { rangeShares } from '../glucose-board/glucose-board.model.ts';
import { csvRows } from './csv-rows.model.ts';
import { readGlucoseFile, type ImportedFile } from './import-file.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const NOW = Date.parse('2026-11-28T10:00:00+07:00');
const read = (text: string, zone = ZONE): ImportedFile => {
  const result = readGlucoseFile(text, zone, NOW);
  if (!result.ok) throw new Error(result.fault);
  return result.file;
};
const faultOf = (text: string) => {
  const result = readGlucoseFile(text, ZONE, NOW);
  return result.ok ? undefined : result.fault;
};

test('cells may be quoted, hold line ends and doubled quotes; the line number is that of the file', () => {
  expect(csvRows('\uFEFFa,b\r\n"x, ""y""","1\n2"\r\n\r\n3;4,5')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x, "y"', '1\n2'] },
    { line: 5, cells: ['3;4', '5'] },
  ]);
  expect(csvRows('a;b\n1,5;2')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1,5', '2'] },
  ]);
});

test('what is no file of a meter is refused with the reason', () => {
  expect([
    faultOf(' \n'),
    faultOf('hello'),
    faultOf('Time,Insulin\n1/1/2026 8:00,4'),
    faultOf('{"a":1}'),
    faultOf('[1,2]'),
    faultOf('[broken'),
    faultOf('Time,Glucose mmol/L\n'),
  ]).toEqual([
    'empty',
    'unknownFormat',
    'unknownFormat',
    'unknownFormat',
    'unknownFormat',
    'unknownFormat',
    'noReadings',
  ]);
});

test('codes of a sensor, zeros and times of the future are no readings', () => {
  const entries = [
    { sgv: 5, dateString: '2026-11-20T08:00:00+07:00' },
    { sgv: '9', dateString: '2026-11-20T08:05:00+07:00' },
    { sgv: 0, dateString: '2026-11-20T08:10:00+07:00' },
    { sgv: 110, dateString: '2161-07-12T08:00:00Z' },
    { sgv: 110, dateString: '2026-11-20T01:00:00-0700' },
    { type: 'cal', slope: 1 },
  ];
  const file = read(JSON.stringify(entries));
  expect(file.problems).toEqual([
    { line: 1, fault: 'sensorError' },
    { line: 2, fault: 'sensorError' },
    { line: 3, fault: 'zero' },
    { line: 4, fault: 'future' },
  ]);
  expect(file.readings.map(({ at, value }) => `${toZoned(at, ZONE)} ${value}`)).toEqual([
    '2026-11-20T15:00:00+07:00 110',
  ]);
  expect(file).toMatchObject({ others: 1, hasZone: true });
});

test('the same reading twice is kept once; two devices at one minute are two', () => {
  const file = read('Time,Glucose mmol/L\n20/11/2026 08:00,6.1\n20/11/2026 08:00,6.1\n20/11/2026 08:00,6.4');
  expect(file.readings.map(({ value }) => value)).toEqual([6.1, 6.4]);
  expect(file.doubles).toBe(1);
});

test('reads dates day or month first as the file shows; if unclear takes the closer one and says so', () => {
  const days = (dates: readonly string[]) =>
    read(`Time,Glucose mmol/L\n${dates.map((date) => `${date} 08:00,6`).join('\n')}`);
  expect(days(['13/02/2026', '01/03/2026']).order).toEqual({ order: 'dayFirst', isSure: true });
  expect(days(['02/13/2026', '03/01/2026']).order).toEqual({ order: 'monthFirst', isSure: true });
  expect(days(['01/02/2026', '02/02/2026']).order).toEqual({ order: 'dayFirst', isSure: false });
  expect(days(['02/01/2026', '02/02/2026']).order).toEqual({ order: 'monthFirst', isSure: false });
  const forced = readGlucoseFile('Time,Glucose mmol/L\n02/01/2026 08:00,6', ZONE, NOW, 'dayFirst');
  expect(forced.ok && toZoned(forced.file.readings[0]?.at ?? 0, ZONE)).toBe('2026-01-02T08:00:00+07:00');
});

test('hours of a clock that changes are kept on their day', () => {
  const file = read('Time,Glucose mmol/L\n2022-10-30 00:30,5\n2022-10-30 23:30,6\n2022-10-31 00:30,7', 'Europe/Berlin');
  expect(file.readings.map(({ at }) => toZoned(at, 'Europe/Berlin'))).toEqual([
    '2022-10-30T00:30:00+02:00',
    '2022-10-30T23:30:00+01:00',
    '2022-10-31T00:30:00+01:00',
  ]);
});

test('am and pm, two-digit years and decimal commas', () => {
  const file = read('Time;Glucose mmol/L\n5/30/26 12:05 AM;6,1\n5/30/26 3:30 PM;7,25');
  expect(file.readings.map(({ at, value }) => `${toZoned(at, ZONE).slice(0, 16)} ${value}`)).toEqual([
    '2026-05-30T00:05 6.1',
    '2026-05-30T15:30 7.25',
  ]);
});

const DATA = path.resolve(import.meta.dirname, '../../../../../shared/data');
const real = (name: string) => {
  const file = path.join(DATA, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};
const realTest = (title: string, name: string, check: (file: ImportedFile) => void) => {
  const text = real(name);
  if (text === undefined) {
    test.skip(`${title} (skipped: no ${name})`, () => undefined);
    console.log(`skipped: ${name} is not here`);
  } else test(`${title} (${name})`, () => check(read(text)));
};

describe('files of real meters', () => {
  realTest('[GLU-05] LibreView in mmol/L without a title', 'glucose/libre_mmol_tiny.csv', (file) => {
    expect(file).toMatchObject({ format: 'LibreView', problems: [], order: { order: 'dayFirst' } });
    expect(file.readings.slice(0, 2).map(({ at, value, unit }) => `${toZoned(at, ZONE)} ${value} ${unit}`)).toEqual([
      '2019-12-05T16:25:00+07:00 6.3 mmol/L',
      '2019-12-05T16:41:00+07:00 6.4 mmol/L',
    ]);
    expect(file.readings.length + file.others).toBe(6);
  });
  realTest('1300 readings of a sensor with thirteen decimals', 'glucose/libre_mmol_1300.csv', (file) => {
    expect(file.readings.length + file.doubles).toBe(1300);
    expect(file).toMatchObject({ problems: [], order: { order: 'dayFirst', isSure: true } });
    expect([
      Math.min(...file.readings.map(({ value }) => value)),
      Math.max(...file.readings.map(({ value }) => value)),
    ]).toEqual([2.88, 8.96]);
    const gaps = file.readings.slice(1).map(({ at }, index) => at - (file.readings[index]?.at ?? at));
    expect(gaps.filter((gap) => gap > 30 * 60_000)).toHaveLength(11);
    expect(
      coverageOf(
        file.readings.map(({ at }) => at),
        ZONE,
      ).sufficient,
    ).toBe(false);
  });
  realTest(
    '[GLU-04] LibreView of the United States: months first, scans beside sensor values, notes without a value',
    'glucose/libreview_mgdl_us_sample.csv',
    (file) => {
      expect(file).toMatchObject({ format: 'LibreView', problems: [], order: { order: 'monthFirst', isSure: true } });
      expect(
        file.readings
          .filter(({ at }) => toZoned(at, ZONE).startsWith('2021-05-30T17:14'))
          .map(({ value }) => value)
          .toSorted(),
      ).toEqual([65, 66]);
      expect(file.readings.every(({ unit }) => unit === 'mg/dL')).toBe(true);
      expect(file.others).toBeGreaterThanOrEqual(2);
    },
  );
  realTest('Glooko of a sensor', 'glucose/glooko_cgm_1.csv', (file) => {
    expect(file).toMatchObject({ format: 'Glooko', problems: [] });
    expect(file.readings).toHaveLength(288);
    expect(toZoned(file.readings[0]?.at ?? 0, ZONE)).toBe('2025-01-01T00:00:00+07:00');
  });
  realTest('[GLU-01] Glooko of finger pricks, with their relation to meals', 'glucose/glooko_bg_1.csv', (file) => {
    expect(file.order).toEqual({ order: 'monthFirst', isSure: false });
    expect(file.readings).toHaveLength(21);
    expect(file.readings.slice(0, 2).map(({ value, meal }) => `${value} ${meal}`)).toEqual([
      '145 preMeal',
      '198 postMeal',
    ]);
    expect(new Set(file.readings.map(({ meal }) => meal))).toEqual(
      new Set(['preMeal', 'postMeal', 'bedtime', 'fasting']),
    );
  });
  realTest('Nightscout: error codes of the sensor are not plotted', 'glucose/nightscout_entries.json', (file) => {
    expect(file.format).toBe('Nightscout');
    expect(file.problems.length).toBeGreaterThan(0);
    expect(file.problems.every(({ fault }) => fault === 'sensorError')).toBe(true);
    expect(file.readings.length + file.problems.length + file.others + file.doubles).toBe(30);
    expect(file.readings.every(({ value }) => value > 12)).toBe(true);
  });
  realTest('oref0: offsets without a colon', 'glucose/oref0_glucose.json', (file) => {
    expect(file).toMatchObject({ problems: [], hasZone: true });
    expect(file.readings.at(-1)).toMatchObject({ at: 1527924300000, value: 101, unit: 'mg/dL' });
    expect(file.readings.map(({ at }) => at)).toEqual(file.readings.map(({ at }) => at).toSorted((a, b) => a - b));
  });
  realTest(
    '[GLU-05] a file with every oddity: two impossible dates and a zero are reported by line',
    'records/glucose-libreview-odd.csv',
    (file) => {
      expect(file.problems.map(({ line, fault }) => `${line} ${fault}`)).toEqual(['12 zero', '15 date', '16 date']);
      expect(
        file.readings
          .filter(({ comparator }) => comparator === undefined)
          .map(({ value }) => value)
          .toSorted((a, b) => a - b),
      ).toEqual([3.85, 3.9, 5.4, 5.5, 5.6, 10, 13.95]);
      expect(
        file.readings
          .flatMap(({ comparator, value }) => (comparator === undefined ? [] : [`${comparator}${value}`]))
          .toSorted(),
      ).toEqual(['<2.2', '>27.8']);
      expect(file).toMatchObject({ doubles: 1, others: 1 });
      expect([3.85, 13.95, 3.9, 10].map((value) => glucoseBand(value, 'mmol/L'))).toEqual([
        'low',
        'veryHigh',
        'target',
        'target',
      ]);
      expect(file.readings.find(({ value }) => value === 5.5)?.note).toBe('Ăn sáng, phở');
    },
  );
  for (const name of ['records/cgm-sim-adult003.csv', 'records/cgm-sim-adolescent002.csv']) {
    realTest('[GLU-09] a day of a simulated sensor: time in range by our bands', name, (file) => {
      expect(file).toMatchObject({ format: 'CSV', problems: [], hasZone: false, order: { order: 'yearFirst' } });
      expect(file.readings.length).toBeGreaterThanOrEqual(480);
      const shares = rangeShares(file.readings, 'mg/dL') ?? [];
      expect(shares.map(({ count }) => count).reduce((sum, count) => sum + count, 0)).toBe(file.readings.length);
      const high = file.readings.filter(({ value }) => value > 180 && value <= 250).length;
      expect(shares.find(({ name: band }) => band === 'high')?.share).toBeCloseTo(
        (high / file.readings.length) * 100,
        0,
      );
    });
  }
});
