import { millivoltsPer } from '@phr/clinical/ecg';
import { withDistinctNames, EcgRefused, type ImportedEcg, leadName, NO_ECG } from './imported.model.ts';
import { resample } from './resample.model.ts';
import { DIFFERENCES, FORMATS } from './wfdb-formats.model.ts';

/** A signal in a WFDB header (header(5) of the WFDB specification). */
interface SignalLine {
  readonly file: string;
  readonly format: number;
  readonly samplesPerFrame: number;
  /** Samples by which this signal is late. */
  readonly skew: number;
  /** Bytes of the data file before its first sample. */
  readonly offset: number;
  /** Converter steps per unit, and the step of zero. */
  readonly gain: number;
  /** The header has no gain, so amplitudes are approximate. */
  readonly isUncalibrated: boolean;
  readonly baseline: number;
  /** The value before the first one, of a file of differences. */
  readonly initial: number;
  readonly unit: string;
  readonly checksum?: number;
  readonly name: string;
}

interface Header {
  readonly rate: number;
  /** Number of frames; absent if not given. */
  readonly frames?: number;
  readonly day?: string;
  readonly time?: string;
  readonly signals: readonly SignalLine[];
}

const DEFAULT_GAIN = 200;
const DEFAULT_RATE = 250;
const MOST_SECONDS = 3600;

/**
 * Data files named in a header.
 * @throws EcgRefused
 */
export function dataFilesOf(header: string): readonly string[] {
  return [...new Set(headerOf(header).signals.map(({ file }) => file))];
}

/**
 * Reads a PhysioNet WFDB record: any uncompressed sample format, several samples per frame, skewed signals, data after
 * a byte offset (`16+24`, a MATLAB file).
 * @param files data files by name
 * @throws EcgRefused
 */
export function readWfdb(headerText: string, files: ReadonlyMap<string, ArrayBuffer>): ImportedEcg {
  const header = headerOf(headerText);
  const isEcg = ({ unit, name }: SignalLine) => millivoltsPer(unit) !== undefined && !NO_ECG.test(name);
  const wanted = header.signals.filter(isEcg);
  if (wanted.length === 0) throw new EcgRefused('noEcg');
  // a drawing has one rate: that of the leads with most samples per frame
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
    leads: withDistinctNames(leads),
    rate,
    leftOut: header.signals.filter((signal) => !wanted.includes(signal)).map(({ name }) => name),
    ...(wanted.some(({ isUncalibrated }) => isUncalibrated) ? { isUncalibrated: true } : {}),
    ...(header.day === undefined ? {} : { day: header.day }),
    ...(header.time === undefined ? {} : { time: header.time }),
  };
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
  const [file = '', format = '', gain = '', , zero = '0', initial = zero, checksum, , ...words] = line.split(/\s+/);
  const kind = /^(\d+)(?:x(\d+))?(?::(\d+))?(?:\+(\d+))?$/.exec(format);
  // `200(1024)/mV`: steps per unit, in brackets the step of zero volts, then the unit
  const scale = /^([\d.eE+-]*)(?:\((-?\d+)\))?(?:\/(.+))?$/.exec(gain);
  if (!kind || file === '') throw new EcgRefused('headerBroken');
  const steps = Number(scale?.[1] ?? 0);
  return {
    file,
    format: Number(kind[1]),
    samplesPerFrame: Number(kind[2] ?? 1),
    skew: Number(kind[3] ?? 0),
    offset: Number(kind[4] ?? 0),
    // a negative gain means reversed electrodes
    gain: steps || DEFAULT_GAIN,
    isUncalibrated: !steps,
    baseline: Number(scale?.[2] ?? zero),
    initial: Number(initial) || 0,
    unit: scale?.[3] ?? 'mV',
    ...(checksum === undefined ? {} : { checksum: Number(checksum) }),
    name: words.join(' ') || file,
  };
}

/** Distributes a file's frames to its signals. */
function dealOut(signals: readonly SignalLine[], bytes: ArrayBuffer, frames: number | undefined): Int32Array[] {
  const format = signals[0]?.format ?? 0;
  const written = FORMATS[format];
  if (written === undefined || signals.some((signal) => signal.format !== format))
    throw new EcgRefused('format', String(format));
  const perFrame = signals.reduce((sum, { samplesPerFrame }) => sum + samplesPerFrame, 0);
  const head = Math.min(bytes.byteLength, Math.max(...signals.map((signal) => signal.offset)));
  const stream = written.read(new DataView(bytes, head));
  const count = Math.floor(stream.length / perFrame);
  if (frames !== undefined && count < frames) throw new EcgRefused('damaged');
  const used = frames ?? count;
  let offset = 0;
  return signals.map(({ samplesPerFrame, checksum, skew, name, initial }) => {
    const values = new Int32Array(used * samplesPerFrame);
    let [sum, before] = [0, initial];
    for (let at = 0; at < values.length; at += 1) {
      const step = stream[Math.floor(at / samplesPerFrame) * perFrame + offset + (at % samplesPerFrame)] ?? 0;
      const value = format === DIFFERENCES ? before + step : step;
      before = value;
      values[at] = value;
      sum = (sum + value) & 0xffff;
    }
    offset += samplesPerFrame;
    if (frames !== undefined && checksum !== undefined && sum !== (checksum & 0xffff))
      throw new EcgRefused('checksum', leadName(name));
    return skew === 0 ? values : values.subarray(skew);
  });
}

function millivolts({ gain, baseline, unit, format }: SignalLine, steps: Int32Array): Float32Array {
  const perMillivolt = gain / (millivoltsPer(unit) ?? 1);
  const invalid = FORMATS[format]?.invalid;
  return Float32Array.from(steps, (step) => (step === invalid ? Number.NaN : (step - baseline) / perMillivolt));
}
