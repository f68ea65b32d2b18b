/**
 * Sampled data of an ECG lead: a 12-bit converter with its zero at 2048, one sample each 2 ms (500 a second), 1.612
 * microvolts a step. FHIR's formula taken literally (sample x factor + origin) gives impossible voltages; this reading
 * matches the stated limits exactly (D-03).
 */
export const ECG_SAMPLING = {
  origin: 2048,
  periodMs: 2,
  factor: 1.612,
  lowerLimit: -3300,
  upperLimit: 3300,
  dimensions: 1,
} as const;

/** Microvolts of a raw sample. @param sampling zero and step of the converter, where a device has others */
export function microvoltsOf(
  sample: number,
  { origin, factor }: { readonly origin: number; readonly factor: number } = ECG_SAMPLING,
): number {
  return (sample - origin) * factor;
}

/** Raw sample of a voltage in microvolts, clamped to the converter's range. */
export function sampleOf(microvolts: number): number {
  return Math.min(4095, Math.max(0, Math.round(microvolts / ECG_SAMPLING.factor) + ECG_SAMPLING.origin));
}

const MILLIVOLTS: Readonly<Record<string, number>> = {
  v: 1000,
  mv: 1,
  uv: 0.001,
  nv: 0.000_001,
  volt: 1000,
  millivolt: 1,
  microvolt: 0.001,
  nanovolt: 0.000_001,
};

/** Millivolts per unit as spelled in files: 'mV', 'uV', 'µV', 'microvolts'; undefined if not a voltage. */
export function millivoltsPer(unit: string): number | undefined {
  return MILLIVOLTS[
    unit
      .trim()
      .toLowerCase()
      // Unicode has two code points that look like a small mu.
      .replace(/^[µμ]/, 'u')
      .replace(/^milivôn$/, 'mv')
      .replace(/(volt)s$/, '$1')
  ];
}

/** A decimal as FHIR writes it, with or without an exponent. */
const DECIMAL = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Raw samples of FHIR `SampledData.data`. 'E' (no value), 'U' and 'L' (above and below the device's limit) and anything
 * else that is not a decimal become null: a gap, never a number.
 */
export function samplesOf(data: string): readonly (number | null)[] {
  return data.trim() === ''
    ? []
    : data
        .trim()
        .split(/\s+/)
        .map((token) => (DECIMAL.test(token) ? Number(token) : null));
}

export type DerivedLead = 'aVR' | 'aVL' | 'aVF';

/** Augmented leads computed from leads I and II, in any voltage unit (Goldberger). Displayed as computed. */
export function derivedLeads(leadI: number, leadII: number): Readonly<Record<DerivedLead, number>> {
  return { aVR: -(leadI + leadII) / 2, aVL: leadI - leadII / 2, aVF: leadII - leadI / 2 };
}

export type EcgAlert = 'rateHigh' | 'rateLow' | 'qrs' | 'st';

export interface EcgValues {
  /** Beats per minute. */
  readonly heartRate?: number;
  /** Milliseconds. */
  readonly qrs?: number;
  /** Millivolts. */
  readonly st?: number;
}

/**
 * Alerts of an ECG; a value exactly at a limit raises none (D-39). Each completes a text key `ecg.alert.<name>`; the
 * screen says that this is not a diagnosis. Source: clinical thresholds of the specification.
 */
export function ecgAlerts({ heartRate, qrs, st }: EcgValues): readonly EcgAlert[] {
  const alerts: EcgAlert[] = [];
  if (heartRate !== undefined && heartRate > 100) alerts.push('rateHigh');
  if (heartRate !== undefined && heartRate < 50) alerts.push('rateLow');
  if (qrs !== undefined && qrs > 120) alerts.push('qrs');
  if (st !== undefined && Math.abs(st) > 0.2) alerts.push('st');
  return alerts;
}
