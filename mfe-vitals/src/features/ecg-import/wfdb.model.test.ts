import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { analyseLead } from '@phr/clinical/ecg-analysis';
import { detectRPeaks } from '@phr/clinical/r-peaks';
import type { EcgRefused } from './imported.model.ts';
import { readEcgCsv } from './csv.model.ts';
import { dataFilesOf, readWfdb } from './wfdb.model.ts';

const bytes = (...values: readonly number[]) => Uint8Array.from(values).buffer;
const files = (name: string, content: ArrayBuffer) => new Map([[name, content]]);
const header = (signals: readonly string[], record = `r ${signals.length} 500`) => [record, ...signals].join('\n');

test('reads WFDB format 212: two 12-bit samples in three bytes, gaps for "no value", 1024 as zero volts', () => {
  // 1224 = 0x4c8 and -2048 = 0x800
  const ecg = readWfdb(
    header(
      ['r.dat 212 200(1024)/mV 11 1024 0 0 0 MLII', 'r.dat 212 200(1024)/mV 11 1024 0 0 0 V5'],
      'r 2 360 0 08:05:00 21/11/2026',
    ),
    files('r.dat', bytes(0xc8, 0x84, 0x00)),
  );
  expect(ecg.leads.map(({ name, signal }) => [name, signal[0]])).toEqual([
    ['II', 1],
    ['V5', Number.NaN],
  ]);
  expect(ecg).toMatchObject({ rate: 360, day: '2026-11-21', time: '08:05' });
});

test('format 16 with microvolts, format 80 with offset binary, several samples a frame', () => {
  const sixteen = new Int16Array([500, -32_768]).buffer;
  expect([
    ...(readWfdb(header(['r.dat 16 1/uV 16 0 0 0 0 I']), files('r.dat', sixteen)).leads[0]?.signal ?? []),
  ]).toEqual([0.5, Number.NaN]);
  const frames = readWfdb(
    header(['r.dat 80x2 100/mV 8 0 0 0 0 II', 'r.dat 80 1/mmHg 8 0 0 0 0 ABP'], 'r 2 125'),
    files('r.dat', bytes(228, 128, 0, 28, 128, 0)),
  );
  expect(frames).toMatchObject({ rate: 250, leftOut: ['ABP'] });
  expect([...(frames.leads[0]?.signal ?? [])]).toEqual([1, 0, -1, 0]);
});

test('a MATLAB file behind its head of 24 bytes (16+24), alone or with a skew and several samples a frame', () => {
  const behindHead = (...values: readonly number[]) =>
    Int16Array.from([...Array.from({ length: 12 }, () => 9999), ...values]).buffer;
  const mat = readWfdb(
    header(['r.mat 16+24 1000/mV 16 0 0 1500 0 I', 'r.mat 16+24 1000/mV 16 0 0 -1500 0 II'], 'r 2 500 2'),
    files('r.mat', behindHead(1000, -1000, 500, -500)),
  );
  expect(mat.leads.map(({ name, signal }) => [name, ...signal])).toEqual([
    ['I', 1, 0.5],
    ['II', -1, -0.5],
  ]);
  const all = readWfdb(
    header(['r.mat 16x2:1+24 1000/mV 16 0 0 0 0 I'], 'r 1 250'),
    files('r.mat', behindHead(1000, 2000, 3000, 4000)),
  );
  expect(all.rate).toBe(500);
  expect([...(all.leads[0]?.signal ?? [])]).toEqual([2, 3, 4]);
  expect(() =>
    readWfdb(header(['r.mat 16+24 1000/mV 16 0 0 0 0 I'], 'r 1 500 9'), files('r.mat', behindHead(1, 2, 3))),
  ).toThrow(expect.objectContaining({ reason: 'damaged' }) as EcgRefused);
});

test('a lead with fewer samples a frame is drawn at the rate of the others; a header names any voltage', () => {
  const two = readWfdb(
    header(['r.dat 16x2 1000/mV 16 0 0 0 0 I', 'r.dat 16 1/uV 16 0 0 0 0 V1', 'r.dat 16 1 16 0 0 0 0 EMG'], 'r 3 250'),
    files('r.dat', Int16Array.from([1000, 1000, 100, 7, 2000, 2000, 300, 7]).buffer),
  );
  expect(two).toMatchObject({ rate: 500, leftOut: ['EMG'] });
  expect(
    two.leads.map(({ name, signal }) => [name, ...[...signal].map((value) => Math.round(value * 10) / 10)]),
  ).toEqual([
    ['I', 1, 1, 2, 2],
    ['V1', 0.1, 0.2, 0.3, 0.3],
  ]);
  const volts = readWfdb(header(['r.dat 16 100000/V 16 0 0 0 0 I']), files('r.dat', Int16Array.from([100]).buffer));
  expect(volts.leads[0]?.signal[0]).toBeCloseTo(1, 6);
});

test.each<[string, string, readonly number[], readonly number[]]>([
  ['8, differences', '8', [3, 0xfe, 5], [103, 101, 106]],
  ['24', '24', [0xff, 0xff, 0xff, 0, 0, 1, 0, 0, 0x80], [-1, 65_536, Number.NaN]],
  ['32', '32', [0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0x80], [-2, Number.NaN]],
  ['61, the high byte first', '61', [0xff, 0xfe, 1, 0, 0x80, 0], [-2, 256, Number.NaN]],
  ['160, offset binary', '160', [0, 0x80, 1, 0x80, 0, 0], [0, 1, Number.NaN]],
  // 5, -3 and 2 -> 00010 in the upper bits of the first word, 00000 in those of the second
  ['310', '310', [10, 0x10, 0xfa, 0x07], [5, -3, 2]],
  ['310, three samples below zero', '310', [0xfe, 0xff, 0xfc, 0xff], [-1, -2, -1]],
  ['311', '311', [0x05, 0xf4, 0x2f, 0x00], [5, -3, 2]],
  ['311, cut behind its first sample', '311', [0x05, 0xf0], [5]],
])('format %s', (_name, format, content, steps) => {
  const ecg = readWfdb(header([`r.dat ${format} 1/mV 16 0 100 0 0 I`]), files('r.dat', bytes(...content)));
  expect([...(ecg.leads[0]?.signal ?? [])]).toEqual(steps);
});

test('a gain below zero turns the curve round; without one the heights are only usual, which is said', () => {
  const of = (gain: string) =>
    readWfdb(header([`r.dat 16 ${gain} 16 0 0 0 0 I`]), files('r.dat', Int16Array.from([400]).buffer));
  expect(of('-400/mV')).toMatchObject({ leads: [{ signal: Float32Array.of(-1) }] });
  expect(of('-400/mV').isUncalibrated).toBeUndefined();
  expect(of('0')).toMatchObject({ leads: [{ signal: Float32Array.of(2) }], isUncalibrated: true });
});

test('a wrong checksum names its lead', () => {
  const twoLeads = header(['r.dat 16 200/mV 16 0 0 4 0 I', 'r.dat 16 200/mV 16 0 0 5 0 MLII'], 'r 2 500 2');
  expect(() => readWfdb(twoLeads, files('r.dat', Int16Array.from([1, 2, 3, 4]).buffer))).toThrow(
    expect.objectContaining({ reason: 'checksum', about: 'II' }) as EcgRefused,
  );
});

test.each<[string, string, string]>([
  ['a record of segments', 'r/2 3 500 4000', 'segments'],
  ['a line that is no header', 'hello', 'headerBroken'],
  ['a compressed format', header(['r.dat 516 200/mV 16 0 0 0 0 I']), 'format'],
  ['a missing data file', header(['other.dat 16 200/mV 16 0 0 0 0 I']), 'dataMissing'],
  ['no ECG channel', header(['r.dat 16 1/mmHg 16 0 0 0 0 ABP']), 'noEcg'],
  ['a file that is cut', header(['r.dat 16 200/mV 16 0 0 0 0 I'], 'r 1 500 4000'), 'damaged'],
  ['a wrong checksum', header(['r.dat 16 200/mV 16 0 0 7 0 I'], 'r 1 500 2'), 'checksum'],
])('%s is refused by name', (_what, text, reason) => {
  expect(() => readWfdb(text, files('r.dat', bytes(1, 0, 2, 0)))).toThrow(
    expect.objectContaining({ reason }) as EcgRefused,
  );
});

test('a table of values: one column needs the rate, a time column brings it; commas of decimals are read', () => {
  expect(readEcgCsv('0.1\n0.2\n', { rate: 360 })).toMatchObject({ rate: 360, leads: [{ name: 'II' }] });
  const table = readEcgCsv('time;I [mV];mlii\n0;0,1;0,2\n0,002;0,3;0,4\n');
  expect(table.rate).toBe(500);
  expect(
    table.leads.map(({ name, signal }) => [name, ...[...signal].map((value) => Math.round(value * 10) / 10)]),
  ).toEqual([
    ['I', 0.1, 0.3],
    ['II', 0.2, 0.4],
  ]);
  expect(() => readEcgCsv('0.1\n')).toThrow(expect.objectContaining({ reason: 'rateMissing' }) as EcgRefused);
  expect(() => readEcgCsv('0.1\nx\n', { rate: 500 })).toThrow(
    expect.objectContaining({ reason: 'notNumbers', about: '2' }) as EcgRefused,
  );
});

const DATA = path.resolve(import.meta.dirname, '../../../../../shared/data/ecg');
const present = existsSync(path.join(DATA, 'MANIFEST.tsv'));
const real = present ? test : test.skip;
if (!present) console.log('skipped: no ECG files beside the project');
const text = (name: string) => readFileSync(path.join(DATA, name), 'utf8');
const data = (name: string) => {
  const file = readFileSync(path.join(DATA, name));
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
};
const record = (name: string) =>
  readWfdb(text(`${name}.hea`), new Map(dataFilesOf(text(`${name}.hea`)).map((file) => [file, data(file)])));

/** Beats in a reference annotation file (annot(5) of the WFDB specification): normal, atrial premature, ventricular. */
function referenceBeats(name: string): number[] {
  const words = new DataView(data(name));
  const beats: number[] = [];
  let time = 0;
  for (let at = 0; at + 1 < words.byteLength; at += 2) {
    const word = words.getUint16(at, true);
    const [kind, interval] = [word >> 10, word & 0x3ff];
    if (word === 0) break;
    if (kind === 59) {
      time += (words.getUint16(at + 2, true) << 16) + words.getUint16(at + 4, true);
      at += 4;
    } else if (kind === 63) at += interval + (interval & 1);
    else if (kind < 59) {
      time += interval;
      if ([1, 5, 8].includes(kind)) beats.push(time);
    }
  }
  return beats;
}

/** Sensitivity and positive predictivity within 150 ms. */
function score(found: readonly number[], reference: readonly number[], rate: number) {
  const left = new Set(found);
  const hits = reference.filter((beat) => {
    const nearest = [...left]
      .filter((at) => Math.abs(at - beat) <= 0.15 * rate)
      .sort((a, b) => Math.abs(a - beat) - Math.abs(b - beat))[0];
    return nearest !== undefined && left.delete(nearest);
  }).length;
  return { sensitivity: hits / reference.length, precision: hits / found.length };
}

describe('real records', () => {
  real('record 100: two leads of 30 minutes, checksums right, every beat of the reference', () => {
    const ecg = record('100');
    expect(ecg).toMatchObject({ rate: 360, leftOut: [] });
    expect(ecg.leads.map(({ name, signal }) => [name, signal.length])).toEqual([
      ['II', 650_000],
      ['V5', 650_000],
    ]);
    expect(ecg.leads[0]?.signal[0]).toBeCloseTo((995 - 1024) / 200, 6);
    const reference = referenceBeats('100.atr');
    expect(reference).toHaveLength(2273);
    const signal = ecg.leads[0]?.signal ?? new Float32Array();
    const { sensitivity, precision } = score(detectRPeaks(signal, 360), reference, 360);
    expect(sensitivity).toBeGreaterThanOrEqual(0.995);
    expect(precision).toBeGreaterThanOrEqual(0.995);
    expect(analyseLead(signal, 360)).toMatchObject({ quality: 'good', heartRate: 75 });
  });

  real('noise: 118e12 keeps 98/88 %, 118e00 is told as poor and gets no rate', () => {
    const beats = (name: string) => text(name).trim().split(/\s+/).map(Number);
    const fair = readEcgCsv(text('118e12.csv'), { rate: 360 }).leads[0]?.signal ?? new Float32Array();
    const { sensitivity, precision } = score(detectRPeaks(fair, 360), beats('118e12_ann.csv'), 360);
    expect(sensitivity).toBeGreaterThanOrEqual(0.98);
    expect(precision).toBeGreaterThanOrEqual(0.88);
    const noisy = analyseLead(
      readEcgCsv(text('118e00.csv'), { rate: 360 }).leads[0]?.signal ?? new Float32Array(),
      360,
    );
    expect(noisy.quality).toBe('poor');
    expect(noisy.heartRate).toBeUndefined();
    expect(
      analyseLead(readEcgCsv(text('e0103.csv'), { rate: 250 }).leads[0]?.signal ?? new Float32Array(), 250),
    ).toMatchObject({
      quality: 'good',
    });
  });

  real('a flat minute in a real lead holds no beat', () => {
    const signal = (record('100').leads[0]?.signal ?? new Float32Array()).slice(0, 360 * 180);
    signal.fill(0, 360 * 60, 360 * 120);
    const { peaks, runs } = analyseLead(signal, 360);
    expect(runs.some(({ kind, to, from }) => kind === 'flat' && to - from >= 360 * 59)).toBe(true);
    expect(peaks.filter((at) => at > 360 * 60 && at < 360 * 120)).toEqual([]);
  });

  real('odd headers: skew, no length, an odd number of samples, lower-case names, 15 leads over two files', () => {
    const skewed = record('100skew');
    expect(skewed.leads[1]?.signal[0]).toBe(record('100').leads[1]?.signal[3]);
    expect(record('100-no-len').leads[0]?.signal).toHaveLength(650_000);
    expect(record('100_3chan').leads.map(({ name, signal }) => [name, signal.length])).toEqual([
      ['I', 999],
      ['II', 999],
      ['III', 999],
    ]);
    const many = record('s0010_re');
    expect(many.leads.map(({ name }) => name)).toEqual([
      'I',
      'II',
      'III',
      'aVR',
      'aVL',
      'aVF',
      'V1',
      'V2',
      'V3',
      'V4',
      'V5',
      'V6',
      'vx',
      'vy',
      'vz',
    ]);
    const [one, two, three] = many.leads.map(({ signal }) => signal[5000] ?? 0);
    expect(three).toBeCloseTo((two ?? 0) - (one ?? 0), 2);
  });

  real('other channels stay out, lost samples are gaps, coarse and 500 Hz records are read', () => {
    const v102s = record('v102s');
    expect(v102s.leads.map(({ name }) => name)).toEqual(['II', 'V']);
    expect(v102s.leftOut).toEqual(['PLETH', 'RESP']);
    expect(record('test01_00s')).toMatchObject({
      rate: 500,
      leads: [{ name: 'ECG 1' }, { name: 'ECG 2' }, { name: 'ECG 3' }, { name: 'ECG 4' }],
    });
    expect(record('3000003_0003').leads.map(({ signal }) => signal.length)).toEqual([1028, 1028]);
  });

  real('a record of several segments is refused, one of its segments is read', () => {
    expect(() => readWfdb(text('041s/041s.hea'), new Map())).toThrow(
      expect.objectContaining({ reason: 'segments' }) as EcgRefused,
    );
    const segment = readWfdb(text('041s/041s01.hea'), new Map([['041s01.dat', data('041s/041s01.dat')]]));
    expect(segment.rate).toBe(500);
    expect(segment.leads.map(({ name }) => name)).toEqual(['III', 'I', 'V']);
    expect(segment.leads[0]?.signal).toHaveLength(4000);
  });
});
