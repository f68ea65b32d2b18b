import { readEcgCsv } from './csv.model.ts';
import type { EcgRefused } from './imported.model.ts';

const refused = (reason: string, about?: string) =>
  expect.objectContaining(about === undefined ? { reason } : { reason, about }) as EcgRefused;
/** Name and values of each lead, rounded to a microvolt. */
const leadsOf = (text: string, choice?: Parameters<typeof readEcgCsv>[1]) =>
  readEcgCsv(text, choice).leads.map(({ name, signal }) => [
    name,
    ...[...signal].map((value) => Math.round(value * 1000) / 1000),
  ]);
/** A table of one lead with the times. */
const withTimes = (head: string, times: readonly (string | number)[]) =>
  [`${head},II (mV)`, ...times.map((time, at) => `${time},${at % 10}`)].join('\n');

test.each([
  ['II (uV)', 0.001],
  ['II [µV]', 0.001],
  ['II_uV', 0.001],
  ['Lead II (mV)', 1],
  ['II/mV', 1],
  ['ECG II (microvolts)', 0.001],
  ['mlii (V)', 1000],
  ['uV', 0.001],
])('the unit stands with the name of the column: %s', (head, scale) => {
  expect(leadsOf(`${head}\n0.05\n0.1\n`, { rate: 500, unit: 'V' })).toEqual([
    ['II', Math.round(50 * scale) / 1000, Math.round(100 * scale) / 1000],
  ]);
  expect(readEcgCsv(`${head}\n0.05\n`, { rate: 500 })).not.toHaveProperty('unitMissing');
});

test('each column has its own unit, and units may stand in a line of their own', () => {
  expect(leadsOf('time (s),I (uV),II (mV)\n0,1000,1\n0.002,500,0.5\n')).toEqual([
    ['I', 1, 0.5],
    ['II', 1, 0.5],
  ]);
  const physioNet =
    "'Elapsed time','MLII','V5'\n'hh:mm:ss.mmm','uV','mV'\n'0:00.000',-145.0,-0.065\n'0:00.004',-140.0,0.1\n";
  expect(readEcgCsv(physioNet)).toMatchObject({ rate: 250, leftOut: [] });
  expect(leadsOf(physioNet)).toEqual([
    ['II', -0.145, -0.14],
    ['V5', -0.065, 0.1],
  ]);
});

test('a table without a unit is read in the one that the person says, and says that it has none', () => {
  const numbers = 'II\n40\n80\n';
  expect(leadsOf(numbers, { rate: 500, unit: 'uV' })).toEqual([['II', 0.04, 0.08]]);
  // 40 and 80 would fit microvolts better: size proves nothing
  expect(leadsOf(numbers, { rate: 500 })).toEqual([['II', 40, 80]]);
  expect(readEcgCsv(numbers, { rate: 500 }).unitMissing).toBe(true);
  expect(() => readEcgCsv('II\n996\n', { rate: 500 })).toThrow(refused('notMillivolts'));
  expect(() => readEcgCsv('II (adu)\n996\n', { rate: 500 })).toThrow(refused('unit', 'adu'));
});

test('a column below lines that say what it is, as a watch writes it', () => {
  const said = [
    'Name,A. Person',
    'Date of Birth,"Mar 1, 1980"',
    'Recorded Date,2026-11-20 07:41:12 +0700',
    'Classification,Sinus Rhythm',
    'Symptoms,',
    'Sample Rate,512 hertz',
    '',
    'Lead,Lead I',
    'Unit,µV',
    '',
  ];
  const ecg = readEcgCsv([...said, '-13.119', '250.5', '1000'].join('\n'));
  expect(ecg).toEqual({
    rate: 512,
    day: '2026-11-20',
    time: '07:41',
    leftOut: [],
    leads: [{ name: 'I', signal: Float32Array.from([-0.013_119, 0.2505, 1]) }],
  });
  expect(() => readEcgCsv([...said, '1', 'x'].join('\n'))).toThrow(refused('notNumbers'));
  // a table with a truncated last line is rejected
  expect(() => readEcgCsv('0.1,0.2\n0.3,0.4\n0.5', { rate: 500 })).toThrow(refused('notNumbers', '3'));
  expect(() => readEcgCsv(['Lead,Lead I', 'Unit,µV', '1', '2'].join('\n'))).toThrow(refused('rateMissing'));
});

test('what is no lead stays out and is named: numbers, times, rates, marks, other sensors', () => {
  const head = 'sample,time (s),HR,HR (bpm),PPG,Marker,II (mV),x,y,z';
  const ecg = readEcgCsv(`${head}\n0,0,75,75,1,N,0.1,1,2,3\n1,0.002,75,75,1,-,0.2,1,2,3\n`);
  expect(ecg.leads.map(({ name }) => name)).toEqual(['II']);
  expect(ecg.leftOut).toEqual(['sample', 'HR', 'HR', 'PPG', 'Marker', 'x', 'y', 'z']);
  expect(leadsOf('STT;Nhịp tim;Chuyển đạo I\n1;75;0,1\n2;75;0,2\n', { rate: 500 })).toEqual([['I', 0.1, 0.2]]);
  expect(() => readEcgCsv('time,HR\n0,75\n0.002,75\n')).toThrow(refused('noEcg'));
});

test.each<[string, string, readonly (string | number)[], number]>([
  ['seconds', 'time (s)', [0, 0.002, 0.004, 0.006], 500],
  ['milliseconds', 'time (ms)', [0, 7.8125, 15.625, 23.4375], 128],
  ['milliseconds in the name', 'time_ms', [0, 4, 8, 12], 250],
  ['microseconds', 'Time [us]', [0, 1000, 2000, 3000], 1000],
  ['rounded to milliseconds', 'time', Array.from({ length: 361 }, (_, at) => (at / 360).toFixed(3)), 360],
  ['rounded to hundredths', 'time', Array.from({ length: 501 }, (_, at) => (at / 500).toFixed(2)), 500],
  ['dates', 'timestamp', ['2026-11-20T08:00:00.000', '2026-11-20T08:00:00.004', '2026-11-20T08:00:00.008'], 250],
])('the usual step of a time column is the rate: %s', (_what, head, times, rate) => {
  const ecg = readEcgCsv(withTimes(head, times));
  expect(ecg.rate).toBeCloseTo(rate, 1);
  expect(ecg).not.toHaveProperty('gaps');
  expect(ecg.leads[0]?.signal).toHaveLength(times.length);
});

test('a jump in time is a gap in the drawing and changes no rate', () => {
  const ecg = readEcgCsv(withTimes('time (s)', [0, 0.002, 0.004, 0.012, 0.014]));
  expect(ecg).toMatchObject({ rate: 500, gaps: 1 });
  expect([...(ecg.leads[0]?.signal ?? [])]).toEqual([0, 1, 2, NaN, NaN, NaN, 3, 4]);
  // numbers of samples jump just as well
  expect(leadsOf('sample,II (mV)\n7,0.1\n8,0.2\n11,0.3\n12,0.4\n13,0.5\n', { rate: 500 })).toEqual([
    ['II', 0.1, 0.2, NaN, NaN, 0.3, 0.4, 0.5],
  ]);
  expect(() => readEcgCsv(withTimes('time (s)', [0, 0.002, 0.004, 0.006, 7200]))).toThrow(refused('tooLong'));
});

test('times that run backwards or are none are refused by their line; one without a unit needs the rate', () => {
  expect(() => readEcgCsv(withTimes('time (s)', [0, 0.002, 0.001, 0.003]))).toThrow(refused('timeOrder', '4'));
  expect(() => readEcgCsv(withTimes('time (s)', [0, 'x', 0.004]))).toThrow(refused('notNumbers', '3'));
  const inMilliseconds = withTimes('time', [0, 2, 4, 10, 12]);
  expect(() => readEcgCsv(inMilliseconds)).toThrow(refused('rateMissing'));
  expect(readEcgCsv(inMilliseconds, { rate: 500 })).toMatchObject({ rate: 500, gaps: 1 });
});

test('a column whose name is a long line of spaces hides no other', () => {
  const { leads } = readEcgCsv(`time (s),I (uV),II${' '.repeat(60_000)}x\n0,1000,1\n0.002,500,0.5\n`);
  expect([...(leads.find(({ name }) => name === 'I')?.signal ?? [])]).toEqual([1, 0.5]);
});

test('in a table of numbers alone even steps are no lead, and a comma in each line is that of decimals', () => {
  const wave = Array.from({ length: 60 }, (_, at) => Math.round(Math.sin(at / 4) * 70) / 100);
  const leadsOf = (lines: readonly string[]) =>
    readEcgCsv(lines.join('\n'), { rate: 250, unit: 'mV' }).leads.map(({ name, signal }) => [
      name,
      Math.round(Math.max(...signal) * 1000),
    ]);
  expect(leadsOf(wave.map((value, at) => `${(at * 0.004).toFixed(3)},${value}`))).toEqual([['II', 700]]);
  expect(leadsOf(wave.map((value, at) => `${at + 1}\t${value}\t${value / 2}`))).toEqual([
    ['ECG 2', 700],
    ['ECG 3', 350],
  ]);
  expect(leadsOf(wave.map((value) => value.toFixed(2).replace('.', ',')))).toEqual([['II', 700]]);
  expect(leadsOf(wave.map((value, at) => `${value},${wave.at(-at) ?? 0}`))).toHaveLength(2);
});

test('two leads of one name are told apart', () => {
  const two = readEcgCsv('t,II,II\n0,0.1,0.2\n0.004,0.1,0.2\n0.008,0.1,0.2', { unit: 'mV' });
  expect(two.leads.map(({ name }) => name)).toEqual(['II', 'II (2)']);
});
