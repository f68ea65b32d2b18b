import { ECG_LEADS, ECG_VALUES } from '@phr/clinical/codings';
import { derivedLeads, ECG_SAMPLING, ecgAlerts, samplesOf, type DerivedLead, type EcgAlert } from '@phr/clinical/ecg';
import { analyseLead, type LeadAnalysis } from '@phr/clinical/ecg-analysis';
import type { SampledData } from '@phr/fhir/datatypes';
import { isObject } from '@phr/fhir/json';
import type { Observation, ObservationComponent } from '@phr/fhir/resources';
import { readingOf, type Reading, type ReadingContext } from '../readings/reading.model.ts';

/** A lead as it is drawn. */
export interface Lead {
  /** 'I', 'II', 'III', 'aVR' ..., or what the device wrote. */
  readonly name: string;
  /** Millivolts; NaN where there is no value. */
  readonly signal: Float32Array;
  /** True when it was computed here from two others. */
  readonly computed: boolean;
}

/** Values that the device measured, by their key: rate in beats a minute, qrs, qt, qtc in milliseconds, pvcs counted, st in millivolts. */
export type DeviceValues = Readonly<Partial<Record<'heartRate' | 'qrs' | 'qt' | 'qtc' | 'pvcs' | 'st', number>>>;

/** One ECG: what the device said, and its curves once their samples are here. */
export interface Recording {
  /** The same observation as every list shows it: time, source, whether it can be deleted. */
  readonly reading: Reading;
  readonly values: DeviceValues;
  readonly interpretations: readonly string[];
  readonly alerts: readonly EcgAlert[];
  /** Samples a second. */
  readonly rate: number;
  readonly leads: readonly Lead[];
  /** Millivolts at which the converter ends, either side. */
  readonly limit: number;
  /** Storage key of the samples when they are kept as a file. */
  readonly samplesKey?: string;
}

/** Marks the file that holds the samples of an ECG, one list of raw samples for each lead. */
export const SAMPLES_FILE = 'https://phr.example/fhir/StructureDefinition/ecg-samples';

const LEAD_BY_CODE: ReadonlyMap<string, string> = new Map([
  ...ECG_LEADS.flatMap(({ key, written, alsoRead }) => [...written.map(({ code }) => code), ...alsoRead].map((code): [string, string] => [code, key])),
  // ISO/IEEE 11073-10101: 131328 + the lead's number.
  ...(['V1', 'V2', 'V3', 'V4', 'V5', 'V6'] as const).map((name, index): [string, string] => [String(131_331 + index), name]),
  ['131390', 'aVR'], ['131391', 'aVL'], ['131392', 'aVF'],
]);

/** Code of a lead in ISO/IEEE 11073-10101; undefined for a lead without a standard name. */
export function leadCode(name: string): string | undefined {
  return [...LEAD_BY_CODE].find(([, known]) => known === name)?.[0];
}

/**
 * An ECG from its observation; undefined for any other observation.
 * @param samples raw samples by lead, when they came as a file
 */
export function recordingOf(observation: Observation, context: ReadingContext, samples?: Readonly<Record<string, string>>): Recording | undefined {
  const reading = readingOf(observation, context);
  if (reading?.storeKey !== 'ecgs') return undefined;
  const components = observation.component ?? [];
  const curves = components.flatMap((component) => curveOf(component, samples));
  const values = valuesOf(components);
  const first = curves[0]?.sampling;
  const samplesKey = observation.extension?.find(({ url }) => url === SAMPLES_FILE)?.valueUrl;
  return {
    reading, values, alerts: reading.status === 'entered-in-error' || reading.status === 'cancelled' ? [] : ecgAlerts(values),
    interpretations: (observation.interpretation ?? []).map(({ text, coding }) => text ?? coding?.find(({ display }) => display !== undefined)?.display).filter((text) => text !== undefined),
    rate: 1000 / (first?.period ?? ECG_SAMPLING.periodMs),
    limit: limitOf(first),
    leads: curves.map(({ name, signal }) => ({ name, signal, computed: false })),
    ...(samplesKey === undefined ? {} : { samplesKey }),
  };
}

interface Curve { readonly name: string; readonly signal: Float32Array; readonly sampling: SampledData }

function curveOf({ code, valueSampledData: sampling }: ObservationComponent, samples: Readonly<Record<string, string>> | undefined): Curve[] {
  if (sampling === undefined) return [];
  const name = code?.coding?.map((coding) => LEAD_BY_CODE.get(coding.code ?? '')).find((known) => known !== undefined) ?? code?.text ?? code?.coding?.find(({ display }) => display)?.display ?? '?';
  const data = sampling.data ?? samples?.[name];
  return data === undefined ? [] : [{ name, sampling, signal: millivolts(data, sampling) }];
}

/** (sample - origin) x factor is in microvolts (D-03). */
function millivolts(data: string, { origin, factor = ECG_SAMPLING.factor }: SampledData): Float32Array {
  const zero = origin?.value ?? ECG_SAMPLING.origin;
  return Float32Array.from(samplesOf(data), (sample) => (sample === null ? Number.NaN : ((sample - zero) * factor) / 1000));
}

function limitOf(sampling: SampledData | undefined): number {
  const { lowerLimit = ECG_SAMPLING.lowerLimit, upperLimit = ECG_SAMPLING.upperLimit } = sampling ?? {};
  return (Math.min(-lowerLimit, upperLimit) - 2 * ECG_SAMPLING.factor) / 1000;
}

function valuesOf(components: readonly ObservationComponent[]): DeviceValues {
  return Object.fromEntries(ECG_VALUES.flatMap(({ key, written, alsoRead }) => {
    const codes = [...written.map(({ code }) => code), ...alsoRead];
    const found = components.find(({ code }) => code?.coding?.some((coding) => codes.includes(coding.code ?? '')));
    const value = found?.valueQuantity?.value;
    return value === undefined ? [] : [[key, value]];
  }));
}

/** Samples of a file: an object that holds a text of raw samples for each lead. Anything else holds none. */
export function samplesOfFile(content: unknown): Readonly<Record<string, string>> {
  if (!isObject(content)) return {};
  return Object.fromEntries(Object.entries(content).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

const DERIVED: readonly DerivedLead[] = ['aVR', 'aVL', 'aVF'];

/** The leads with the augmented ones computed from I and II, when both are here and the device did not write them. */
export function withDerived(leads: readonly Lead[]): readonly Lead[] {
  const named = (name: string) => leads.find((lead) => lead.name === name)?.signal;
  const [one, two] = [named('I'), named('II')];
  if (one === undefined || two === undefined) return leads;
  const length = Math.min(one.length, two.length);
  const missing = DERIVED.filter((name) => named(name) === undefined);
  return [...leads, ...missing.map((name): Lead => {
    const signal = new Float32Array(length);
    for (let at = 0; at < length; at += 1) signal[at] = derivedLeads(one[at] ?? Number.NaN, two[at] ?? Number.NaN)[name];
    return { name, signal, computed: true };
  })];
}

/** Seconds of a recording. */
export function durationOf({ leads, rate }: Pick<Recording, 'leads' | 'rate'>): number {
  return Math.max(0, ...leads.map(({ signal }) => signal.length)) / rate;
}

/** The lead in which beats are looked for: II, else I, else the first; and what was found in it. */
export function analysisOf({ leads, rate, limit }: Pick<Recording, 'leads' | 'rate' | 'limit'>): { readonly lead: string; readonly analysis: LeadAnalysis } | undefined {
  const lead = leads.find(({ name }) => name === 'II') ?? leads.find(({ name }) => name === 'I') ?? leads[0];
  return lead && { lead: lead.name, analysis: analyseLead(lead.signal, rate, limit) };
}
