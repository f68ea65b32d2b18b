import { codingsToWrite } from '@phr/clinical/codings';
import { ECG_SAMPLING, sampleOf } from '@phr/clinical/ecg';
import { newObservation, type NewObservation } from '@phr/fhir/builders';
import { toZoned } from '@phr/time/zone';
import { leadCode, SAMPLES_FILE } from '../ecg/recording.model.ts';
import type { ImportedEcg, ImportedLead } from './imported.model.ts';
import { resample } from './resample.model.ts';

const RATE = 1000 / ECG_SAMPLING.periodMs;
/** Leads with a larger offset are centred: the record's converter ends at 3.3 mV. */
const MOST_OFFSET_MV = 0.5;

export interface NewEcg {
  readonly resource: NewObservation;
  /** What the file in the storage holds: raw samples by lead. */
  readonly samples: Readonly<Record<string, string>>;
}

export interface NewEcgFacts {
  readonly patientId: string;
  readonly formId: string;
  /** Instants in milliseconds. */
  readonly recordedAt: number;
  readonly now: number;
  readonly zone: string;
  /** Storage key that the samples get. */
  readonly samplesKey: string;
  readonly note: string;
}

/**
 * An imported ECG as the patient's recording: 500 samples per second in the record's format (D-03), samples in a file
 * (ECG-06).
 */
export function newEcg(ecg: ImportedEcg, facts: NewEcgFacts): NewEcg {
  const samples = Object.fromEntries(ecg.leads.map((lead) => [lead.name, stepsOf(lead, ecg.rate)]));
  const { origin, periodMs, ...rest } = ECG_SAMPLING;
  const resource = newObservation({
    patientId: facts.patientId,
    category: 'procedure',
    formId: facts.formId,
    codings: codingsToWrite('ecgs'),
    effective: toZoned(facts.recordedAt, facts.zone),
    issued: toZoned(facts.now, facts.zone),
    note: facts.note,
    component: ecg.leads.map(({ name }) => ({
      code: { coding: [{ system: 'urn:oid:2.16.840.1.113883.6.24', code: leadCode(name) ?? '131328' }], text: name },
      valueSampledData: { origin: { value: origin }, period: periodMs, ...rest },
    })),
  });
  return { samples, resource: { ...resource, extension: [{ url: SAMPLES_FILE, valueUrl: facts.samplesKey }] } };
}

/** Raw samples of a lead, 'E' for missing values. */
function stepsOf({ signal }: ImportedLead, rate: number): string {
  const shift = offsetOf(signal);
  const resampled = resample(signal, rate, RATE);
  return Array.from(resampled, (value) => (Number.isNaN(value) ? 'E' : sampleOf((value - shift) * 1000))).join(' ');
}

/** Offset of a lead's middle from zero if large, else 0. */
export function offsetOf(signal: Float32Array): number {
  const values = signal.filter((value) => !Number.isNaN(value)).sort();
  const middle = values[Math.floor(values.length / 2)] ?? 0;
  return Math.abs(middle) > MOST_OFFSET_MV ? middle : 0;
}
