import { MDC, tokenOf, tokensOf } from '@phr/clinical/code-systems';
import { tokensOfPart } from '@phr/clinical/codings';
import { ECG_LEADS, ECG_VALUES } from '@phr/clinical/ecg-codings';
import {
  derivedLeads,
  ECG_SAMPLING,
  ecgAlerts,
  microvoltsOf,
  millivoltsPer,
  samplesOf,
  type DerivedLead,
  type EcgAlert,
} from '@phr/clinical/ecg';
import { analyseRecord, type RecordAnalysis } from '@phr/clinical/ecg-analysis';
import { roundHalfUp } from '@phr/clinical/numbers';
import { conversionTo } from '@phr/clinical/unit-sizes';
import { unitOf, type Unit } from '@phr/clinical/units';
import type { SampledData } from '@phr/fhir/datatypes';
import { isObject } from '@phr/fhir/json';
import type { Observation, ObservationComponent } from '@phr/fhir/observation';
import { readingOf, type Reading, type ReadingContext } from '../readings/reading.model.ts';

/** A lead as it is drawn. */
export interface Lead {
  /** 'I', 'II', 'III', 'aVR' ..., or what the device wrote. */
  readonly name: string;
  /** Millivolts; NaN for missing values. */
  readonly signal: Float32Array;
  /** True when it was computed here from two others. */
  readonly computed: boolean;
}

type ValueKey = 'heartRate' | 'qrs' | 'qt' | 'qtc' | 'pvcs' | 'st';

/** Device values by key: rate in beats per minute, qrs, qt, qtc in milliseconds, pvcs counted, st in millivolts. */
export type DeviceValues = Readonly<Partial<Record<ValueKey, number>>>;

/** A number without a valid unit: shown as written, used for nothing. */
export interface UnreadValue {
  readonly value: number;
  readonly unit?: string;
}

/** An ECG: device values, and curves once their samples are loaded. */
export interface Recording {
  /** The observation as in lists: time, source, whether deletable. */
  readonly reading: Reading;
  readonly values: DeviceValues;
  readonly unread: Readonly<Partial<Record<ValueKey, UnreadValue>>>;
  readonly interpretations: readonly string[];
  readonly alerts: readonly EcgAlert[];
  /** Samples a second. */
  readonly rate: number;
  readonly leads: readonly Lead[];
  /** Millivolts at which the converter ends, either side. */
  readonly limit: number;
  /** Storage key of the samples, if stored as a file. */
  readonly samplesKey?: string;
}

/** Marks the samples file of an ECG: one list of raw samples per lead. */
export const SAMPLES_FILE = 'https://phr.example/fhir/StructureDefinition/ecg-samples';

/** ISO/IEEE 11073-10101 lead codes: 131328 + lead number. */
const CODE_BY_LEAD: ReadonlyMap<string, string> = new Map([
  ...ECG_LEADS.flatMap(({ key, primaryCodings }) => primaryCodings.map(({ code }): [string, string] => [key, code])),
  ...(['V1', 'V2', 'V3', 'V4', 'V5', 'V6'] as const).map((name, index): [string, string] => [
    name,
    String(131_331 + index),
  ]),
  ['aVR', '131390'],
  ['aVL', '131391'],
  ['aVF', '131392'],
]);
const LEAD_BY_TOKEN: ReadonlyMap<string, string> = new Map(
  [...CODE_BY_LEAD].flatMap(([name, code]) =>
    tokensOf({ system: MDC, code }).map((token): [string, string] => [token, name]),
  ),
);

/** ISO/IEEE 11073-10101 code of a lead; undefined without a standard name. */
export function leadCode(name: string): string | undefined {
  return CODE_BY_LEAD.get(name);
}

/**
 * An ECG from its observation; undefined for any other.
 * @param samples raw samples by lead, if from a file
 */
export function recordingOf(
  observation: Observation,
  context: ReadingContext,
  samples?: Readonly<Record<string, string>>,
): Recording | undefined {
  const reading = readingOf(observation, context);
  if (reading?.vitalKey !== 'ecgs') return undefined;
  const components = observation.component ?? [];
  const curves = components.flatMap((component) => curveOf(component, samples));
  const { values, unread } = valuesOf(components);
  const first = curves[0]?.sampling;
  const period = first?.period ?? ECG_SAMPLING.periodMs;
  const samplesKey = observation.extension?.find(({ url }) => url === SAMPLES_FILE)?.valueUrl;
  return {
    reading,
    values,
    unread,
    alerts: isVoid(reading) ? [] : ecgAlerts(values),
    interpretations: (observation.interpretation ?? [])
      .map(({ text, coding }) => text ?? coding?.find(({ display }) => display !== undefined)?.display)
      .filter((text) => text !== undefined),
    rate: 1000 / period,
    limit: limitOf(first),
    leads: curves.map((curve) => ({ name: curve.name, signal: atPeriod(curve, period), computed: false })),
    ...(samplesKey === undefined ? {} : { samplesKey }),
  };
}

interface Curve {
  readonly name: string;
  readonly signal: Float32Array;
  readonly sampling: SampledData;
}

function curveOf(
  { code, valueSampledData: sampling }: ObservationComponent,
  samples: Readonly<Record<string, string>> | undefined,
): Curve[] {
  if (sampling === undefined) return [];
  const name =
    code?.coding?.map((coding) => LEAD_BY_TOKEN.get(tokenOf(coding))).find((known) => known !== undefined) ??
    code?.text ??
    code?.coding?.find(({ display }) => display)?.display ??
    '?';
  const data = sampling.data ?? samples?.[name];
  const voltage = voltageOf(sampling);
  // Samples of several signals in one text are no curve.
  return data === undefined || voltage === undefined || (sampling.dimensions ?? 1) !== 1
    ? []
    : [
        {
          name,
          sampling,
          signal: Float32Array.from(samplesOf(data), (sample) => (sample === null ? Number.NaN : voltage(sample))),
        },
      ];
}

/**
 * Millivolts of a raw sample: (sample - origin) x factor in microvolts (D-03). With a unit, FHIR's formula applies:
 * sample x factor + origin in that unit; undefined if it is not a voltage.
 */
function voltageOf({ origin, factor = ECG_SAMPLING.factor }: SampledData): ((sample: number) => number) | undefined {
  const zero = origin?.value ?? ECG_SAMPLING.origin;
  const unit = origin?.code ?? origin?.unit;
  if (unit === undefined) return (sample) => microvoltsOf(sample, { origin: zero, factor }) / 1000;
  const size = millivoltsPer(unit);
  return size === undefined ? undefined : (sample) => (sample * factor + zero) * size;
}

/** Resamples to the first lead's rate: leads of one heart share a time axis. */
function atPeriod({ signal, sampling: { period = ECG_SAMPLING.periodMs } }: Curve, wanted: number): Float32Array {
  return period === wanted
    ? signal
    : Float32Array.from(
        { length: Math.floor((signal.length * period) / wanted) },
        (_, at) => signal[Math.floor((at * wanted) / period)] ?? Number.NaN,
      );
}

function limitOf(sampling: SampledData | undefined): number {
  // devices that name a unit give limits inconsistently: use none
  if (sampling?.origin?.code !== undefined || sampling?.origin?.unit !== undefined) return Number.POSITIVE_INFINITY;
  const { lowerLimit = ECG_SAMPLING.lowerLimit, upperLimit = ECG_SAMPLING.upperLimit } = sampling ?? {};
  return (Math.min(-lowerLimit, upperLimit) - 2 * ECG_SAMPLING.factor) / 1000;
}

const VALUE_KEYS: readonly ValueKey[] = ['heartRate', 'qrs', 'qt', 'qtc', 'pvcs', 'st'];

/** Device values in standard units; 0.12 s becomes 120 ms. Numbers with a missing or wrong unit stay as written. */
function valuesOf(components: readonly ObservationComponent[]): Pick<Recording, 'values' | 'unread'> {
  const values: Partial<Record<ValueKey, number>> = {};
  const unread: Partial<Record<ValueKey, UnreadValue>> = {};
  for (const one of ECG_VALUES) {
    const { key: name, unit: wanted } = one;
    const key = VALUE_KEYS.find((known) => known === name);
    const tokens = tokensOfPart(one);
    const quantity = components.find(({ code }) =>
      code?.coding?.some((coding) => tokens.includes(tokenOf(coding))),
    )?.valueQuantity;
    if (key === undefined || quantity?.value === undefined) continue;
    const value = inUnit(quantity.value, quantity.code, wanted) ?? inUnit(quantity.value, quantity.unit, wanted);
    const unit = quantity.unit ?? quantity.code;
    if (value === undefined) unread[key] = { value: quantity.value, ...(unit === undefined ? {} : { unit }) };
    else values[key] = value;
  }
  return { values, unread };
}

function inUnit(value: number, written: string | undefined, wanted: Unit): number | undefined {
  // A count has no unit that is printed.
  if (wanted.sign === '')
    return written === undefined || written === '' || written === '1' || written.startsWith('{') ? value : undefined;
  if (unitOf(written)?.code === wanted.code) return value;
  const conversion = conversionTo([wanted], written);
  return conversion === undefined ? undefined : roundHalfUp(conversion.of(value), conversion.decimals);
}

/** Samples of a file: an object with a raw sample text per lead; anything else yields none. */
export function samplesOfFile(content: unknown): Readonly<Record<string, string>> {
  if (!isObject(content)) return {};
  return Object.fromEntries(
    Object.entries(content).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const DERIVED: readonly DerivedLead[] = ['aVR', 'aVL', 'aVF'];

/** Adds augmented leads computed from I and II, unless the device recorded them. */
export function withDerived(leads: readonly Lead[]): readonly Lead[] {
  const named = (name: string) => leads.find((lead) => lead.name === name)?.signal;
  const [one, two] = [named('I'), named('II')];
  if (one === undefined || two === undefined) return leads;
  const length = Math.min(one.length, two.length);
  const missing = DERIVED.filter((name) => named(name) === undefined);
  return [
    ...leads,
    ...missing.map((name): Lead => {
      const signal = new Float32Array(length);
      for (let at = 0; at < length; at += 1)
        signal[at] = derivedLeads(one[at] ?? Number.NaN, two[at] ?? Number.NaN)[name];
      return { name, signal, computed: true };
    }),
  ];
}

/** Seconds of a recording. */
export function durationOf({ leads, rate }: Pick<Recording, 'leads' | 'rate'>): number {
  return Math.max(0, ...leads.map(({ signal }) => signal.length)) / rate;
}

/** Analysis of the curves; undefined without any. */
export const analysisOf = ({
  leads,
  rate,
  limit,
}: Pick<Recording, 'leads' | 'rate' | 'limit'>): RecordAnalysis | undefined => analyseRecord(leads, rate, limit);

/** Notices, and whether they use the computed rate. */
export interface RecordingAlerts {
  readonly alerts: readonly EcgAlert[];
  readonly isCounted: boolean;
}

/**
 * Alerts from the device's values, or from the computed rate if it gave none. Curves without a clear heart signal cause
 * no alerts.
 * @param found analysis of the curves, if loaded
 */
export function recordingAlerts(
  { alerts, values, reading }: Recording,
  found: RecordAnalysis | undefined,
): RecordingAlerts {
  const { quality, cause, isTest, heartRate } = found?.analysis ?? {};
  if (quality === undefined || cause === 'short') return { alerts, isCounted: false };
  if (isTest === true || quality === 'poor' || quality === 'leadOff' || isVoid(reading))
    return { alerts: [], isCounted: false };
  const isCounted = values.heartRate === undefined && heartRate !== undefined;
  return { alerts: ecgAlerts(isCounted ? { ...values, heartRate } : values), isCounted };
}

const isVoid = ({ status }: Pick<Reading, 'status'>): boolean =>
  status === 'entered-in-error' || status === 'cancelled';
