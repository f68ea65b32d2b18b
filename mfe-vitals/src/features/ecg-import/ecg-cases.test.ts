import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { analyseRecord } from '@phr/clinical/ecg-analysis';
import { observation } from '@phr/fhir/observation';
import { recordingOf } from '../ecg/recording.model.ts';
import { readEcgCsv } from './csv.model.ts';
import type { EcgRefused, ImportedEcg } from './imported.model.ts';
import { dataFilesOf, readWfdb } from './wfdb.model.ts';

const SHARED = path.resolve(import.meta.dirname, '../../../../../shared/data');
const has = (...names: readonly string[]) => names.every((name) => existsSync(path.join(SHARED, name)));
/** A test with external files; reported as skipped without them. */
const withFiles = (names: readonly string[], title: string, body: () => void) =>
  (has(...names) ? test : test.skip)(title, body);
const text = (name: string) => readFileSync(path.join(SHARED, name), 'utf8');
const record = (name: string): ImportedEcg => {
  const header = text(`ecg/${name}.hea`);
  const folder = path.dirname(`ecg/${name}`);
  const bytes = (file: string) => Uint8Array.from(readFileSync(path.join(SHARED, folder, file))).buffer;
  return readWfdb(header, new Map(dataFilesOf(header).map((file) => [file, bytes(file)])));
};
const found = ({ leads, rate }: ImportedEcg) => analyseRecord(leads, rate);

withFiles(['cases/ecg-hum-50hz.csv'], 'case: hum of the mains and no heart is poor, named, without a rate', () => {
  const recorded = found(readEcgCsv(text('cases/ecg-hum-50hz.csv')));
  expect(recorded).toMatchObject({ hum: ['II'], analysis: { quality: 'poor', cause: 'hum', peaks: [] } });
  expect(recorded?.analysis.heartRate).toBeUndefined();
});

withFiles(
  ['cases/ecg-microvolts-75bpm.csv'],
  'case: microvolts are read as such: an R wave of 1 mV, 75 a minute',
  () => {
    const ecg = readEcgCsv(text('cases/ecg-microvolts-75bpm.csv'));
    expect(Math.max(...(ecg.leads[0]?.signal ?? []))).toBeCloseTo(1, 2);
    expect(found(ecg)).toMatchObject({ lead: 'II', analysis: { quality: 'good', heartRate: 75, isTest: true } });
  },
);

withFiles(
  ['cases/ecg-gap-of-10s-75bpm.csv'],
  'case: a gap in time stays a gap: 500 Hz, 75 a minute, 30 seconds',
  () => {
    const ecg = readEcgCsv(text('cases/ecg-gap-of-10s-75bpm.csv'));
    expect(ecg).toMatchObject({ rate: 500, gaps: 1 });
    const signal = ecg.leads[0]?.signal ?? new Float32Array();
    expect(signal).toHaveLength(15_000);
    expect([4999, 5000, 9999, 10_000].map((at) => Number.isNaN(signal[at]))).toEqual([false, true, true, false]);
    expect(found(ecg)?.analysis).toMatchObject({
      quality: 'good',
      heartRate: 75,
      runs: [{ from: 5000, to: 10_000, kind: 'gap' }],
    });
  },
);

withFiles(['cases/ecg-columns-that-are-no-leads.csv'], 'case: numbers of samples and a heart rate are no leads', () => {
  const ecg = readEcgCsv(text('cases/ecg-columns-that-are-no-leads.csv'), { rate: 500 });
  expect(ecg.leads.map(({ name }) => name)).toEqual(['II']);
  expect(ecg.leftOut).toEqual(['sample', 'HR']);
  expect(found(ecg)?.analysis.heartRate).toBe(75);
});

/** Expected result per record: representative lead, quality, rate. */
const RECORDS: readonly (readonly [string, readonly string[], string, string, number | undefined])[] = [
  ['100', ['100.dat'], 'II', 'good', 75],
  ['100skew', ['100.dat'], 'II', 'good', 75],
  ['100-no-len', ['100.dat'], 'II', 'good', 75],
  ['s0010_re', ['s0010_re.dat', 's0010_re.xyz'], 'II', 'good', 82],
  ['test01_00s', ['test01_00s.dat'], 'ECG 1', 'good', 92],
  ['3000003_0003', ['3000003_0003.dat'], 'II', 'good', 76],
  ['041s/041s01', ['041s/041s01.dat'], 'III', 'good', 96],
  ['041s/041s02', ['041s/041s02.dat'], 'III', 'good', 95],
  ['v102s', ['v102s.dat'], 'II', 'poor', undefined],
  // 2.8 seconds
  ['100_3chan', ['100_3chan.dat'], 'II', 'good', 74],
];
for (const [name, files, lead, quality, rate] of RECORDS)
  withFiles([`ecg/${name}.hea`, ...files.map((file) => `ecg/${file}`)], `record ${name}: ${quality}, ${rate}`, () => {
    const recorded = found(record(name));
    expect(recorded).toMatchObject({ lead, hum: [], analysis: { quality, isTest: false } });
    expect(recorded?.analysis.heartRate).toBe(rate);
  });

withFiles(['ecg/041s/041s.hea'], 'record 041s: several segments are refused by name', () => {
  expect(() => readWfdb(text('ecg/041s/041s.hea'), new Map())).toThrow(
    expect.objectContaining({ reason: 'segments' }) as EcgRefused,
  );
});

withFiles(['ecg/e0103.csv'], 'record e0103: good, 60 a minute', () => {
  expect(found(readEcgCsv(text('ecg/e0103.csv'), { rate: 250 }))?.analysis).toMatchObject({
    quality: 'good',
    clear: 1,
    heartRate: 60,
  });
});

withFiles(
  ['ecg/118e00.csv', 'ecg/118e12.csv', 'ecg/118e12_ann.csv'],
  'record 118 at 24 to 0 dB: good, good, partly, poor, poor; each rate within 2 of its annotations',
  () => {
    const signalOf = (name: string) =>
      readEcgCsv(text(`ecg/${name}.csv`), { rate: 360 }).leads[0]?.signal ?? new Float32Array();
    const [at0, at12] = [signalOf('118e00'), signalOf('118e12')];
    // same noise, four times as strong at 0 dB: the difference is three times that of 12 dB
    const noise = at0.map((value, at) => (value - (at12[at] ?? 0)) / (10 ** (12 / 20) - 1));
    const beats = text('ecg/118e12_ann.csv').trim().split(/\s+/).map(Number);
    const told = [24, 18, 12, 6, 0].map((decibels) => {
      const share = 10 ** ((12 - decibels) / 20) - 1;
      const analysis = analyseRecord(
        [{ name: 'II', signal: at12.map((value, at) => value + share * (noise[at] ?? 0)) }],
        360,
      )?.analysis;
      const clear = (analysis?.windows ?? []).filter(({ poor }) => poor === undefined);
      const gaps = beats
        .map((beat, index) => [beats[index - 1] ?? Number.NaN, beat] as const)
        .filter((pair) => clear.some(({ from, to }) => pair.every((at) => at >= from && at < to)))
        .map(([before, after]) => after - before)
        .sort((a, b) => a - b);
      if (analysis?.heartRate !== undefined)
        expect(Math.abs(analysis.heartRate - (60 * 360) / (gaps[gaps.length >> 1] ?? 1))).toBeLessThanOrEqual(2);
      return [analysis?.quality, analysis?.heartRate !== undefined];
    });
    expect(told).toEqual([
      ['good', true],
      ['good', true],
      ['partly', true],
      ['poor', false],
      ['poor', false],
    ]);
  },
);

withFiles(
  ['ecg/fhir-observation-ekg.json'],
  "FHIR's own example: one second is too short for a rate, and says so",
  () => {
    const read = observation(JSON.parse(text('ecg/fhir-observation-ekg.json')));
    const recording = read && recordingOf({ ...read, id: 'ekg' }, { zone: 'Asia/Ho_Chi_Minh', now: 0 });
    expect(recording && analyseRecord(recording.leads, recording.rate)).toMatchObject({
      analysis: { quality: 'poor', cause: 'short' },
    });
  },
);
