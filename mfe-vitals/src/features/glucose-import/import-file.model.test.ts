import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { coverageOf } from '@phr/clinical/glucose-profile';
import { glucoseBand } from '@phr/clinical/assess/time-in-range';
import { toZoned } from '@phr/time/zone';
import { rangeShares } from '../glucose-board/glucose-board.model.ts';
import { csvRows, textOf } from './csv-rows.model.ts';
import { readGlucoseFile, type Reading } from './import-file.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const NOW = Date.parse('2026-11-28T10:00:00+07:00');
/** The file with its numbers laid open. */
const read = (text: string, zone = ZONE, said: Partial<Reading> = {}) => {
  const result = readGlucoseFile(text, { zone, now: NOW, ...said });
  if (!result.ok) throw new Error(result.fault);
  const readings = result.file.readings.map(({ amount, ...reading }) => ({
    ...reading,
    value: amount?.value ?? NaN,
    unit: amount?.unit ?? ('mmol/L' as const),
  }));
  return { ...result.file, readings };
};
type Opened = ReturnType<typeof read>;
const told = ({ readings }: Opened, zone = ZONE) =>
  readings.map(({ at, comparator = '', value, unit }) => `${toZoned(at, zone)} ${comparator}${value} ${unit}`);
const faultOf = (text: string) => {
  const result = readGlucoseFile(text, { zone: ZONE, now: NOW });
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
  const forced = readGlucoseFile('Time,Glucose mmol/L\n02/01/2026 08:00,6', {
    zone: ZONE,
    now: NOW,
    order: 'dayFirst',
  });
  expect(forced.ok && toZoned(forced.file.readings[0]?.at ?? 0, ZONE)).toBe('2026-01-02T08:00:00+07:00');
});

test('years of two digits may stand first: the closer order is taken, and the person is asked', () => {
  const days = (dates: readonly string[], order?: Reading['order']) =>
    read(`Time,Glucose mmol/L\n${dates.map((date) => `${date} 08:00,6`).join('\n')}`, ZONE, { order });
  const file = days(['26-11-12', '26-11-13', '26-11-14']);
  expect(file.order).toEqual({ order: 'yearFirst', isSure: false, mayBeYearFirst: true });
  expect(told(file)[0]).toBe('2026-11-12T08:00:00+07:00 6 mmol/L');
  expect(told(days(['26-11-12'], 'dayFirst'))).toEqual(['2012-11-26T08:00:00+07:00 6 mmol/L']);
  expect(days(['13/11/26', '14/11/26']).order).toMatchObject({ order: 'dayFirst', isSure: false });
  expect(days(['1/11/26', '14/11/26']).order).toEqual({ order: 'dayFirst', isSure: true });
});

test('a row of more cells than its heading was torn by a comma in a number, and is no reading', () => {
  const file = read(
    'Thời gian,Đường huyết (mmol/L)\n12/11/2026 7:05 SA,5,8\n12/11/2026 7:06 SA,6\n12/11/2026 7:07 SA,7,',
  );
  expect(file.problems).toEqual([{ line: 2, fault: 'cells' }]);
  expect(file.readings.map(({ value }) => value)).toEqual([6, 7]);
});

test.each([
  ['Timezone', 'America/New_York', '2026-11-12T19:05:00+07:00'],
  ['UTC offset', '-05:00', '2026-11-12T19:05:00+07:00'],
  ['UTC Offset', '-5', '2026-11-12T19:05:00+07:00'],
  ['Timezone Offset', '-300', '2026-11-12T19:05:00+07:00'],
  ['Zeitzone', 'Europe/Berlin', '2026-11-12T13:05:00+07:00'],
  ['Múi giờ', 'GMT+7', '2026-11-12T07:05:00+07:00'],
  // ambiguous or unknown zones: the person is asked
  ['Time Zone', 'SE Asia Standard Time', '2026-11-12T07:05:00+07:00'],
  ['Time Zone', 'EST', '2026-11-12T07:05:00+07:00'],
  ['Time Zone', '530', '2026-11-12T07:05:00+07:00'],
])('the zone of a column "%s" (%s) is that of its row', (heading, zone, at) => {
  const file = read(`Date,Time,${heading},Glucose (mmol/L)\n2026-11-12,07:05,${zone},6`);
  expect(told(file)).toEqual([`${at} 6 mmol/L`]);
  expect(file.hasZone).toBe(!['SE Asia Standard Time', 'EST', '530'].includes(zone));
});

test('entries say their own unit, and seconds are no milliseconds', () => {
  const at = '2026-11-20T08:00:00+07:00';
  const file = read(
    JSON.stringify([
      { glucose: 13.5, units: 'mmol/L', dateString: at },
      { sgv: 104, units: 'mmol', dateString: at },
      { sgv: 104, date: Date.parse(at) / 1000 },
    ]),
  );
  expect(told(file)).toEqual([`${at} 13.5 mmol/L`, `${at} 104 mg/dL`]);
  expect(file.problems).toEqual([{ line: 3, fault: 'date' }]);
});

test('whom a second table names in another column is named, too', () => {
  const file = read(
    'Time,Glucose mmol/L,Patient name\n2026-11-12 07:05,6,Tran An\nPatient name,Time,Glucose mg/dL\nLe Binh,2026-11-12 08:05,110',
  );
  expect(file.person).toEqual({ name: 'Tran An, Le Binh' });
  expect(told(file)).toHaveLength(2);
});

test('a control solution is none in German either; per mol is HbA1c', () => {
  const file = read(
    'Datum;Uhrzeit;Ergebnis;Einheit;Kontrolle\n12.11.2026;07:05;5,8;mmol/L;\n13.11.2026;08:00;6,1;mmol/L;X',
  );
  expect([file.readings.length, file.others]).toEqual([1, 1]);
  expect(read('Time,Glucose (mmol/mol)\n2026-11-12 07:05,48').withoutUnit).toEqual(['48']);
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
const realTest = (title: string, name: string, check: (file: Opened) => void, said: Partial<Reading> = {}) => {
  const text = real(name);
  if (text === undefined) {
    test.skip(`${title} (skipped: no ${name})`, () => undefined);
    console.log(`skipped: ${name} is not here`);
  } else test(`${title} (${name})`, () => check(read(text, said.zone, said)));
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
    realTest(
      '[GLU-09] a day of a simulated sensor: time in range by our bands',
      name,
      (file) => {
        expect(file).toMatchObject({ format: 'CSV', problems: [], hasZone: false, order: { order: 'yearFirst' } });
        expect(file.readings.length).toBeGreaterThanOrEqual(480);
        const shares = rangeShares(file.readings, 'mg/dL') ?? [];
        expect(shares.map(({ count }) => count).reduce((sum, count) => sum + count, 0)).toBe(file.readings.length);
        const high = file.readings.filter(({ value }) => value > 180 && value <= 250).length;
        expect(shares.find(({ name: band }) => band === 'high')?.share).toBeCloseTo(
          (high / file.readings.length) * 100,
          0,
        );
      },
      { unit: 'mg/dL' },
    );
    realTest('a simulated sensor without a unit: the person is asked, seeing three values', name, (file) => {
      expect(file.readings).toEqual([]);
      expect(file.withoutUnit).toHaveLength(3);
    });
  }
});

describe('the unit of each value', () => {
  test('stands in the cell, else in the column of units of the row, else in the heading', () => {
    expect(
      told(
        read(
          'Time,Glucose (mmol/L),Unit\n2026-11-20 08:00,5.5,\n2026-11-20 09:00,180,mg/dL\n2026-11-20 10:00,6.1 mmol/L,mg/dL\n',
        ),
      ),
    ).toEqual([
      '2026-11-20T08:00:00+07:00 5.5 mmol/L',
      '2026-11-20T09:00:00+07:00 180 mg/dL',
      '2026-11-20T10:00:00+07:00 6.1 mmol/L',
    ]);
    expect(told(read('Heure;Glycémie (g/L)\n20/11/2026 08:00;1,10\n'))).toEqual([
      '2026-11-20T08:00:00+07:00 110 mg/dL',
    ]);
  });

  test('is never guessed: a file without one gives no reading until the person says which', () => {
    const text = 'Time,Glucose\n2026-11-20 08:00,110\n2026-11-20 09:00,5.4\n2026-11-20 10:00,98\n2026-11-20 11:00,99\n';
    expect(read(text)).toMatchObject({ readings: [], problems: [], withoutUnit: ['110', '5.4', '98'] });
    const said = read(text, ZONE, { unit: 'mg/dL' });
    expect(said.readings.map(({ value, unit }) => `${value} ${unit}`)).toEqual(['110 mg/dL', '98 mg/dL', '99 mg/dL']);
    expect(said.asked.map(({ question, reading }) => `${question} ${reading.amount?.value}`)).toEqual(['unlikely 5.4']);
  });

  test('two columns of one reading have to agree, else the person is asked', () => {
    const file = read(
      'Time,Glucose (mg/dL),Glucose (mmol/L)\n2026-11-20 08:00,65,3.6\n2026-11-20 09:00,180,5.0\n2026-11-20 10:00,,6.1\n',
    );
    expect(told(file)).toEqual(['2026-11-20T08:00:00+07:00 65 mg/dL', '2026-11-20T10:00:00+07:00 6.1 mmol/L']);
    expect(file.asked).toMatchObject([
      {
        line: 3,
        question: 'differ',
        reading: { amount: { value: 180, unit: 'mg/dL' } },
        other: { value: 5, unit: 'mmol/L' },
      },
    ]);
  });

  test('a value likely in the other unit only is asked about or refused, and that unit is offered', () => {
    const text = 'Time,Glucose (mmol/L)\n2026-11-20 08:00,110\n2026-11-20 09:00,180\n2026-11-20 10:00,5.5\n';
    const file = read(text);
    expect(file.readings.map(({ value }) => value)).toEqual([5.5]);
    expect(file.asked.map(({ reading }) => reading.amount?.value)).toEqual([110]);
    expect(file.problems).toEqual([{ line: 3, fault: 'impossible', amount: { value: 180, unit: 'mmol/L' } }]);
    expect(file.otherUnit).toEqual({ count: 2, told: 'mmol/L', likely: 'mg/dL' });
    expect(read(text, ZONE, { inOther: true }).readings.map(({ value, unit }) => `${value} ${unit}`)).toEqual([
      '110 mg/dL',
      '180 mg/dL',
      '5.5 mmol/L',
    ]);
    const low = read('Time,Glucose (mg/dL)\n2026-11-20 08:00,5.5\n');
    expect([low.readings.length, low.asked.length, low.otherUnit?.likely]).toEqual([0, 1, 'mmol/L']);
  });
});

test("a device's own number tells a double whatever else the line says; two devices may share one", () => {
  const rows = ['A,7,2026-11-20 08:00,5.5', 'A,7,2026-11-20 08:01,5.5', 'B,7,2026-11-20 08:00,5.5'];
  const file = read(`Serial Number,Record Number,Timestamp,Glucose (mmol/L)\n${rows.join('\n')}\n`);
  expect([file.readings.map(({ record }) => record), file.doubles]).toEqual([['A 7', 'B 7'], 1]);
});

describe('what lies beyond a meter', () => {
  const values = (text: string) =>
    read(text).readings.map(({ comparator = '', value, unit }) =>
      Number.isNaN(value) ? comparator : `${comparator}${value} ${unit}`,
    );
  test('is the limit of the maker that the file names', () => {
    const clarity = (unit: string) =>
      `Index,Timestamp (YYYY-MM-DDThh:mm:ss),Event Type,Event Subtype,Patient Info,Device Info,Source Device ID,Glucose Value (${unit}),Transmitter ID\n1,,FirstName,,An,,,,\n2,,Alert,High,,Dexcom G6,,250,\n3,2026-11-20T08:00:00,EGV,,,,A1,High,8X\n4,2026-11-20T08:05:00,EGV,,,,A1,Low,8X\n`;
    expect(values(clarity('mg/dL'))).toEqual(['>400 mg/dL', '<40 mg/dL']);
    expect(values(clarity('mmol/L'))).toEqual(['>22.2 mmol/L', '<2.2 mmol/L']);
    const libre =
      'Device,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL\nFreeStyle Libre 3,X,20-11-2026 08:00,0,HI\n';
    expect(values(libre)).toEqual(['>500 mg/dL']);
  });
  test('has no number when no maker is named, and the number that the file itself writes', () => {
    expect(values('Time,Glucose (mg/dL)\n2026-11-20 08:00,HIGH\n2026-11-20 09:00,LO\n2026-11-20 10:00,<40\n')).toEqual([
      '>',
      '<',
      '<40 mg/dL',
    ]);
  });
});

describe('the time of each value', () => {
  test('an offset wins, UTC in the heading is UTC, else it is the zone that the person sees', () => {
    const first = (text: string, zone = ZONE) => told(read(text, zone), zone)[0];
    expect(first('Time,Glucose mmol/L\n2026-11-20T08:00:00-0500,5')).toBe('2026-11-20T20:00:00+07:00 5 mmol/L');
    expect(first('Timestamp (UTC),Glucose mmol/L\n2026-11-20 08:00:07,5')).toBe('2026-11-20T15:00:07+07:00 5 mmol/L');
    expect(first('Time,Glucose mmol/L\n2026-11-20 08:00,5', 'Europe/Paris')).toBe('2026-11-20T08:00:00+01:00 5 mmol/L');
    expect(read('Timestamp (UTC),Glucose mmol/L\n2026-11-20 08:00,5').hasZone).toBe(true);
  });
  test('seconds are kept and the 60th is the 59th; the minute 60 does not exist', () => {
    const file = read('Time,Glucose mmol/L\n2026-11-20 08:00:60,5\n2026-11-20 08:00:07,5\n2026-11-20 08:60,5');
    expect(told(file).map((text) => text.slice(11, 19))).toEqual(['08:00:07', '08:00:59']);
    expect(file.problems).toEqual([{ line: 4, fault: 'date' }]);
  });
  test('a step back in a repeated hour is its second pass, also in a file with the newest first', () => {
    const rows = ['01:30,5.0', '02:00,5.1', '02:30,5.2', '02:00,5.3', '02:30,5.2', '03:00,5.4'];
    const night = (lines: readonly string[]) =>
      read(`Time,Glucose (mmol/L)\n${lines.map((line) => `2026-10-25 ${line}`).join('\n')}`, 'Europe/Paris');
    const right = [
      '01:30:00+02:00',
      '02:00:00+02:00',
      '02:30:00+02:00',
      '02:00:00+01:00',
      '02:30:00+01:00',
      '03:00:00+01:00',
    ];
    for (const lines of [rows, rows.toReversed()]) {
      const file = night(lines);
      expect(told(file, 'Europe/Paris').map((text) => text.slice(11, 25))).toEqual(right);
      expect(file.doubles).toBe(0);
    }
    expect(night(['02:00,5.1', '02:30,5.2']).undecided).toBe(2);
  });
  test('stands in one column or two, with names of months, hours before days and halves of the day', () => {
    const times = (text: string) => told(read(text)).map((line) => line.slice(0, 19));
    expect(times('Date;Time;BG Reading (mmol/L)\n2026/11/20;08:05:09;5,5')).toEqual(['2026-11-20T08:05:09']);
    expect(times('Date,Time,Blood Sugar Measurement (mg/dL)\n"Nov 20, 2026",8:34:17 PM,99')).toEqual([
      '2026-11-20T20:34:17',
    ]);
    expect(times('Datum;Uhrzeit;Blutzuckermessung (mg/dl)\n20. März 2026;8:34;99')).toEqual(['2026-03-20T08:34:00']);
    expect(times('Thời gian,Đường huyết (mmol/L)\n"8:05 CH 20/11/2026",5.5')).toEqual(['2026-11-20T20:05:00']);
  });
});

describe('files of makers, in the languages that they come in', () => {
  const short = (text: string, said: Partial<Reading> = {}) =>
    told(read(text, ZONE, said)).map((line) => line.replace(':00+07:00', ''));
  test("the product's own export in both languages, with what stands beside the values", () => {
    const rows =
      '2026-11-08T06:20:00+07:00,2026-11-07T23:20:00.000Z,5.5,x,BỆNH NHÂN,"Trước ăn","Phở, ít bánh"\r\n2026-11-08T09:20:00+07:00,2026-11-08T02:20:00.000Z,7.5,x,BỆNH NHÂN,Sau ăn,\r\n';
    const vi = read(
      `\uFEFFGiờ địa phương,Giờ UTC,Đường huyết (mmol/L),Mức,Người đo,Thời điểm so với bữa ăn,Ghi chú\r\n${rows}`,
      'Europe/Paris',
    );
    expect(vi.readings).toMatchObject([
      { at: Date.parse('2026-11-07T23:20:00Z'), value: 5.5, meal: 'preMeal', note: 'Phở, ít bánh' },
      { at: Date.parse('2026-11-08T02:20:00Z'), value: 7.5, meal: 'postMeal' },
    ]);
    expect(vi).toMatchObject({ hasZone: true, problems: [], doubles: 0 });
    const en = read(
      '\uFEFFLocal time,UTC time,Blood glucose (mg/dL),Level,Measured by,Relation to meals,Note\r\n2026-11-08T06:20:00+07:00,2026-11-07T23:20:00.000Z,99,x,PATIENT,Fasting,\r\n',
    );
    expect(en.readings).toMatchObject([{ value: 99, unit: 'mg/dL', meal: 'fasting' }]);
  });
  test('Clarity in German: semicolons, decimal commas, alerts above the readings', () => {
    expect(
      short(
        'Index;Zeitstempel (JJJJ-MM-TTThh:mm:ss);Ereignistyp;Ereignissubtyp;Patienteninfo;Geräteinfo;Quellgerät-ID;Glukosewert (mmol/l);Insulinwert (U);Dauer (hh:mm:ss);Glukoseänderungsrate (mmol/l/min);Transmitter-ID\n1;;FirstName;;An;;;;;;;\n8;;Alarm;Hoch;;Dexcom G6;;13,9;;;;\n9;2026-11-20T08:00:00;EGW;;;;P;5,8;;;0,1;8X\n10;2026-11-20T08:05:00;EGW;;;;P;Niedrig;;;;8X\n',
      ),
    ).toEqual(['2026-11-20T08:00 5.8 mmol/L', '2026-11-20T08:05 <2.2 mmol/L']);
  });
  test('LibreView in German and in French', () => {
    expect(
      short(
        'Glukose-Werte,Erstellt am,25-11-2026 17:28 UTC,Erstellt von,An\nGerät,Seriennummer,Gerätezeitstempel,Aufzeichnungstyp,Glukosewert-Verlauf mg/dL,Glukose-Scan mg/dL,Schnellwirkendes Insulin (Einheiten),Notizen,Glukose-Teststreifen mg/dL,Keton mmol/L\nFreeStyle Libre 3,A,20-11-2026 08:00,0,95,,,,,\nFreeStyle Libre 3,A,20-11-2026 08:04,1,,97,,Frühstück,,\nFreeStyle Libre 3,A,20-11-2026 08:05,3,,,,,,0.4\n',
      ),
    ).toEqual(['2026-11-20T08:00 95 mg/dL', '2026-11-20T08:04 97 mg/dL']);
    expect(
      short(
        'Appareil,Numéro de série,Horodatage de l\'appareil,Type d\'enregistrement,Historique de la glycémie mmol/L,Numérisation de la glycémie mmol/L,Insuline à action rapide (unités),Notes,Cétone mmol/L\nLibreLink,A,20-11-2026 08:00,0,"5,3",,,,\n',
      ),
    ).toEqual(['2026-11-20T08:00 5.3 mmol/L']);
  });
  test('CareLink: lines above the table, date and time in two columns, wizard columns that are no readings', () => {
    expect(
      short(
        'Last Name;First Name;Middle Initial\nNguyen;An;\nPatient DOB;1985-03-12\n\nIndex;Date;Time;New Device Time;BG Reading (mmol/L);Linked BG Meter ID;BWZ Target High BG (mmol/L);BWZ BG Input (mmol/L);Sensor Calibration BG (mmol/L);Sensor Glucose (mmol/L);ISIG Value\n1,00000;2026/11/20;08:05:00;;5,5;M1;6,7;5,5;5,5;;\n2,00000;2026/11/20;08:10:00;;;;;;;6,5;22,1\n',
      ),
    ).toEqual(['2026-11-20T08:05 5.5 mmol/L', '2026-11-20T08:10 6.5 mmol/L']);
  });
  test('Accu-Chek: unit in a column, marks for meals, control solution left out', () => {
    const file = read(
      'Serial number;Download date;Download time\nU1;21.11.2026;10:00\nDate;Time;Result;Unit;Temperature warning;Out of target;Other;Before meal;After meal;Control test\n20.11.2026;08:00;112;mg/dL;;;;X;;\n20.11.2026;10:00;150;mg/dL;;;;;X;\n20.11.2026;11:00;45;mg/dL;;;;;;X\n',
    );
    expect(file.readings.map(({ value, meal }) => `${value} ${meal}`)).toEqual(['112 preMeal', '150 postMeal']);
    expect(file.others).toBe(1);
  });
  test('Contour, OneTouch and xDrip: a column called value or reading, other kinds of rows left out', () => {
    expect(short('Date and Time,Reading (mg/dL),Meal Marker\n2026-11-20 08:00,112,Before Meal')).toEqual([
      '2026-11-20T08:00 112 mg/dL',
    ]);
    expect(
      short(
        'Item Type,Date and Time,Value,Unit\nBlood Glucose,2026-11-20 08:00,5.6,mmol/L\nInsulin,2026-11-20 08:01,4,U\nCarbs,2026-11-20 08:02,45,g\n',
      ),
    ).toEqual(['2026-11-20T08:00 5.6 mmol/L']);
    const xdrip = 'DAY;TIME;UDT_CGMS;BG_LEVEL;CH_GR;BOLUS;REMARK\n20.11.2026;08:00;112;;;;\n20.11.2026;08:05;;108;;;';
    expect(read(xdrip).withoutUnit).toEqual(['112', '108']);
    expect(short(xdrip, { unit: 'mg/dL' })).toEqual(['2026-11-20T08:00 112 mg/dL', '2026-11-20T08:05 108 mg/dL']);
  });
  test('a line that names the separator, UTF-16 and Western bytes', () => {
    const text = 'sep=;\nDatum;Uhrzeit;Blutzucker (mg/dl);Notiz\n20.11.2026;08:00;112;Frühstück\n';
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from(text, (one) => one.charCodeAt(0)).buffer),
    ]);
    const western = Uint8Array.from(text, (one) => one.charCodeAt(0));
    for (const bytes of [utf16, utf16.subarray(2), western, new TextEncoder().encode(`\uFEFF${text}`)])
      expect(read(textOf(bytes)).readings).toMatchObject([{ value: 112, note: 'Frühstück' }]);
  });
  test('names the person whom a file says it is about', () => {
    expect(read('Name:An Nguyen, Date Range:x\nTimestamp,Glucose (mg/dL)\n2026-11-20 08:00,99').person).toEqual({
      name: 'An Nguyen',
    });
    expect(read('Time,Glucose (mg/dL)\n2026-11-20 08:00,99').person).toBeUndefined();
  });
});

describe('small files that failed before', () => {
  realTest('one reading a row, each with its own unit', 'cases/glucose-two-unit-columns.csv', (file) => {
    expect(file.readings.map(({ value, unit }) => `${value} ${unit}`)).toEqual(['99 mg/dL', '180 mg/dL', '65 mg/dL']);
    expect(file.asked).toEqual([]);
  });
  realTest('each value in the unit of its row', 'cases/glucose-unit-column.csv', (file) => {
    expect(file.readings.map(({ value, unit }) => `${value} ${unit}`)).toEqual([
      '5.5 mmol/L',
      '6.1 mmol/L',
      '180 mg/dL',
      '190 mg/dL',
      '150 mg/dL',
    ]);
  });
  realTest('nothing is taken in silence', 'cases/glucose-impossible-for-header.csv', (file) => {
    expect([file.readings, file.asked.length, file.problems.length]).toEqual([[], 1, 1]);
    expect(file.otherUnit).toEqual({ count: 2, told: 'mmol/L', likely: 'mg/dL' });
  });
  realTest(
    'six readings of the night in which clocks go back',
    'cases/glucose-repeated-hour-europe-paris.csv',
    (file) => expect(file.readings.map(({ value }) => value)).toEqual([5, 5.1, 5.2, 5.3, 5.2, 5.4]),
    { zone: 'Europe/Paris' },
  );
  realTest("the product's own export", 'cases/own-export-vietnamese.csv', (file) => {
    expect(told(file)).toEqual(['2026-11-08T06:20:00+07:00 5.5 mmol/L']);
  });
  realTest('two values, in the unit of the heading', 'cases/glucose-contradicting-verdicts.csv', (file) => {
    expect(file.readings.map(({ value, unit }) => `${value} ${unit}`)).toEqual(['3.5 mmol/L', '7 mmol/L']);
  });
});

describe('files of makers that were not seen before', () => {
  test('a column that tells the unit alone, and the words of other programs for kinds of readings', () => {
    expect(
      told(read('Datum;Uhrzeit;mg/dL;Vor Mahlzeit;Nach Mahlzeit\n20.11.2026;07:05;112;X;\n20.11.2026;09:05;LO;;X')),
    ).toEqual(['2026-11-20T07:05:00+07:00 112 mg/dL', '2026-11-20T09:05:00+07:00 <NaN mmol/L']);
    const table =
      'Local Time,Value,Units,Type\n2026-11-20T07:05:00,6.2,mmol/L,smbg\n2026-11-20T07:10:00,6.3,mmol/L,cbg';
    expect(told(read(`${table}\n2026-11-20T07:15:00,0.4,mmol/L,ketone`))).toHaveLength(2);
  });

  test('readings that were taken back, and those of a control solution, are none', () => {
    expect(told(read('Time,Glucose (mg/dL),Deleted\n2026-11-20 07:05,112,true\n2026-11-20 07:10,113,false'))).toEqual([
      '2026-11-20T07:10:00+07:00 113 mg/dL',
    ]);
    expect(
      told(read('Time,Glucose (mg/dL),Sample type\n2026-11-20 07:05,112,Control\n2026-11-20 07:15,113,Blood')),
    ).toEqual(['2026-11-20T07:15:00+07:00 113 mg/dL']);
  });

  test('a second table below the first has columns and units of its own', () => {
    const file = read(
      'Time,Glucose (mg/dL)\n2026-11-20 07:05,112\n\nTime,Device,Glucose (mmol/L)\n2026-11-20 08:05,G7,6.2',
    );
    expect(told(file)).toEqual(['2026-11-20T07:05:00+07:00 112 mg/dL', '2026-11-20T08:05:00+07:00 6.2 mmol/L']);
    expect(file).toMatchObject({ problems: [], asked: [] });
  });

  test.each([
    ['OneTouch Reveal\nPatient Name,Le An\nDOB,21/03/1980\n', { name: 'Le An', birthDate: '1980-03-21' }],
    ['Họ và tên: Lê An\nNgày sinh: 3.4.1980\n', { name: 'Lê An', birthDate: '1980-04-03' }],
    ['First Name,An\nLast Name,Le\nDate of birth,1980-04-03\n', { name: 'An Le', birthDate: '1980-04-03' }],
    ['First Name,Last Name,DOB\nAn,Le,03/04/1980\n', { name: 'An Le' }],
  ])('whom the lines above the table name: %j', (above, person) => {
    expect(read(`${above}Time,Glucose (mg/dL)\n2026-11-20 07:05,112`).person).toEqual(person);
  });

  test('a column of names names everybody in it', () => {
    const file = read('Patient name,Time,Glucose (mg/dL)\nLe An,2026-11-20 07:05,112\nTran Ba,2026-11-20 07:10,113');
    expect(file.person).toEqual({ name: 'Le An, Tran Ba' });
  });
});
