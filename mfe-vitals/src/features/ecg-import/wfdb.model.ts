import { millivoltsPer } from '@phr/clinical/ecg';
import { EcgRefused, type ImportedEcg, leadName, NO_ECG } from './imported.model.ts';
import { resample } from './resample.model.ts';

/** One signal of a WFDB header (header(5) of the WFDB specification). */
interface SignalLine {
  readonly file: string;
  readonly format: number;
  readonly samplesPerFrame: number;
  /** Samples by which this signal is late. */
  readonly skew: number;
  /** Bytes of the data file before its first sample. */
  readonly offset: number;
  /** Steps of the converter for one unit, and the step that stands for zero. */
  readonly gain: number;
  readonly baseline: number;
  readonly unit: string;
  readonly checksum?: number;
  readonly name: string;
}

interface Header {
  readonly rate: number;
  /** Frames; absent when the header does not say it. */
  readonly frames?: number;
  readonly day?: string;
  readonly time?: string;
  readonly signals: readonly SignalLine[];
}

/** Steps that mark "no value", by format. */
const INVALID: Readonly<Record<number, number>> = { 212: -2048, 16: -32_768, 80: -128 };
const DEFAULT_GAIN = 200;
const DEFAULT_RATE = 250;
const MOST_SECONDS = 3600;

/** Names of the data files that a header asks for. @throws EcgRefused */
export function dataFilesOf(header: string): readonly string[] {
  return [...new Set(headerOf(header).signals.map(({ file }) => file))];
}

/**
 * A record of PhysioNet's WFDB format: formats 212, 16 and 80, several samples a frame, skewed signals, data behind a head of so many bytes
 * (`16+24`, a MATLAB file).
 * @param files the data files by name
 * @throws EcgRefused
 */
export function readWfdb(headerText: string, files: ReadonlyMap<string, ArrayBuffer>): ImportedEcg {
  const header = headerOf(headerText);
  const isEcg = ({ unit, name }: SignalLine) => millivoltsPer(unit) !== undefined && !NO_ECG.test(name);
  const wanted = header.signals.filter(isEcg);
  if (wanted.length === 0) throw new EcgRefused('noEcg');
  // A drawing has one rate: that of the leads with most samples a frame.
  const samplesPerFrame = Math.max(...wanted.map((signal) => signal.samplesPerFrame));
  const rate = header.rate * samplesPerFrame;

  const byFile = Map.groupBy(header.signals, ({ file }) => file);
  const steps = new Map<SignalLine, Int32Array>();
  for (const [file, signals] of byFile) {
    if (!signals.some((signal) => wanted.includes(signal))) continue;
    const bytes = files.get(file);
    if (!bytes) throw new EcgRefused('dataMissing', file);
    dealOut(signals, bytes, header.frames).forEach((values, index) => {
      const signal = signals[index];
      if (signal) steps.set(signal, values);
    });
  }
  const leads = wanted.map((signal) => ({
    name: leadName(signal.name),
    signal: resample(
      millivolts(signal, steps.get(signal) ?? new Int32Array()),
      signal.samplesPerFrame,
      samplesPerFrame,
    ),
  }));
  if (!leads.some(({ signal }) => signal.some((value) => !Number.isNaN(value)))) throw new EcgRefused('empty');
  if ((leads[0]?.signal.length ?? 0) / rate > MOST_SECONDS) throw new EcgRefused('tooLong');
  return {
    leads: distinct(leads),
    rate,
    leftOut: header.signals.filter((signal) => !wanted.includes(signal)).map(({ name }) => name),
    ...(header.day === undefined ? {} : { day: header.day }),
    ...(header.time === undefined ? {} : { time: header.time }),
  };
}

/** Two leads of one name would overwrite each other. */
function distinct<T extends { readonly name: string }>(leads: readonly T[]): T[] {
  return leads.map((lead, index) => {
    const before = leads.slice(0, index).filter(({ name }) => name === lead.name).length;
    return before === 0 ? lead : { ...lead, name: `${lead.name} (${before + 1})` };
  });
}

function headerOf(text: string): Header {
  const [record, ...lines] = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const [name = '', count = '', frequency = '', frames, time, day] = record?.split(/\s+/) ?? [];
  if (name.includes('/')) throw new EcgRefused('segments');
  const rate = frequency === '' ? DEFAULT_RATE : Number.parseFloat(frequency);
  const signals = lines.slice(0, Number(count)).map(signalOf);
  if (!/^\d+$/.test(count) || Number(count) === 0 || signals.length < Number(count) || !(rate > 0))
    throw new EcgRefused('headerBroken');
  const [, date, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(day ?? '') ?? [];
  const clock = /^(\d{1,2}):(\d{2})/.exec(time ?? '');
  return {
    rate,
    signals,
    ...(frames !== undefined && Number(frames) > 0 ? { frames: Number(frames) } : {}),
    ...(year && month && date ? { day: `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` } : {}),
    ...(clock ? { time: `${clock[1]?.padStart(2, '0')}:${clock[2]}` } : {}),
  };
}

function signalOf(line: string): SignalLine {
  const [file = '', format = '', gain = '', , zero = '0', , checksum, , ...words] = line.split(/\s+/);
  const kind = /^(\d+)(?:x(\d+))?(?::(\d+))?(?:\+(\d+))?$/.exec(format);
  // `200(1024)/mV`: steps for a unit, in brackets the step of zero volts, then the unit.
  const scale = /^([\d.eE+-]*)(?:\((-?\d+)\))?(?:\/(.+))?$/.exec(gain);
  if (!kind || file === '') throw new EcgRefused('headerBroken');
  const steps = Number(scale?.[1] ?? 0);
  return {
    file,
    format: Number(kind[1]),
    samplesPerFrame: Number(kind[2] ?? 1),
    skew: Number(kind[3] ?? 0),
    offset: Number(kind[4] ?? 0),
    gain: steps > 0 ? steps : DEFAULT_GAIN,
    baseline: Number(scale?.[2] ?? zero),
    unit: scale?.[3] ?? 'mV',
    ...(checksum === undefined ? {} : { checksum: Number(checksum) }),
    name: words.join(' ') || file,
  };
}

/** The steps of each signal of a file, which come frame by frame. */
function dealOut(signals: readonly SignalLine[], bytes: ArrayBuffer, frames: number | undefined): Int32Array[] {
  const format = signals[0]?.format ?? 0;
  if (!(format in INVALID) || signals.some((signal) => signal.format !== format))
    throw new EcgRefused('format', String(format));
  const perFrame = signals.reduce((sum, { samplesPerFrame }) => sum + samplesPerFrame, 0);
  const stream = stepsOf(format, bytes.slice(Math.max(...signals.map(({ offset: head }) => head))));
  const count = Math.floor(stream.length / perFrame);
  if (frames !== undefined && count < frames) throw new EcgRefused('damaged');
  const used = frames ?? count;
  let offset = 0;
  return signals.map(({ samplesPerFrame, checksum, skew, name }) => {
    const values = new Int32Array(used * samplesPerFrame);
    let sum = 0;
    for (let at = 0; at < values.length; at += 1) {
      const value = stream[Math.floor(at / samplesPerFrame) * perFrame + offset + (at % samplesPerFrame)] ?? 0;
      values[at] = value;
      sum = (sum + value) & 0xffff;
    }
    offset += samplesPerFrame;
    if (frames !== undefined && checksum !== undefined && sum !== (checksum & 0xffff))
      throw new EcgRefused('checksum', leadName(name));
    return skew === 0 ? values : values.subarray(skew);
  });
}

function stepsOf(format: number, bytes: ArrayBuffer): Int32Array {
  if (format === 16) return Int32Array.from(new Int16Array(bytes.slice(0, bytes.byteLength - (bytes.byteLength % 2))));
  // Offset binary: 128 is zero.
  if (format === 80) return Int32Array.from(new Uint8Array(bytes), (byte) => byte - 128);
  // Two steps of 12 bits in three bytes; a last odd one takes two.
  const raw = new Uint8Array(bytes);
  const steps = new Int32Array(Math.floor((raw.length * 2) / 3));
  for (let at = 0; at < steps.length; at += 1) {
    const byte = Math.floor(at / 2) * 3;
    const middle = raw[byte + 1] ?? 0;
    const value =
      at % 2 === 0 ? (raw[byte] ?? 0) | ((middle & 0x0f) << 8) : (raw[byte + 2] ?? 0) | ((middle & 0xf0) << 4);
    steps[at] = value > 2047 ? value - 4096 : value;
  }
  return steps;
}

function millivolts({ gain, baseline, unit, format }: SignalLine, steps: Int32Array): Float32Array {
  const perMillivolt = gain / (millivoltsPer(unit) ?? 1);
  const invalid = INVALID[format];
  return Float32Array.from(steps, (step) => (step === invalid ? Number.NaN : (step - baseline) / perMillivolt));
}
