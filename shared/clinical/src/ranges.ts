import { ADULT_AGE, NEWS2_AGE } from './age-limits.ts';
import { bandsOf } from './bands.ts';
import type { Band, Step } from './bands.ts';
import { DIASTOLIC_REFERENCE, DIASTOLIC_SCALE, SYSTOLIC_REFERENCE, SYSTOLIC_SCALE } from './blood-pressure.ts';
import { BMI_SCALE } from './bmi.ts';
import type { StoreKey } from './codings.ts';
import { GLUCOSE_REFERENCE, GLUCOSE_SCALES } from './glucose.ts';
import type { GlucoseUnit } from './glucose.ts';
import { HEART_RATE_SCALE, HEART_RATE_TARGET } from './heart-rate.ts';
import { SPO2_REFERENCE, SPO2_SCALE } from './spo2.ts';
import { TEMPERATURE_HIGH, temperatureScale } from './temperature.ts';

/** Bands of one drawn line. */
export interface ChartBands {
  readonly part: 'value' | 'systolic' | 'diastolic';
  readonly bands: readonly Band[];
}

export interface RangeQuery {
  /** Completed years at the reading, if known. */
  readonly age?: number;
  /** Unit of the chart's axis; mmol/L by default. */
  readonly glucoseUnit?: GlucoseUnit;
}

/**
 * The bands of a vital for a chart or for words ('120 to under 130'), from low to high and without holes.
 * Empty when the documents give none for this vital (D-40) or for this age (D-31, D-34).
 */
export function chartBands(storeKey: StoreKey, { age, glucoseUnit = 'mmol/L' }: RangeQuery): readonly ChartBands[] {
  const adult = age !== undefined && age >= ADULT_AGE;
  switch (storeKey) {
    case 'bloodPressures':
      return adult
        ? [
            { part: 'systolic', bands: bandsOf(SYSTOLIC_SCALE) },
            { part: 'diastolic', bands: bandsOf(DIASTOLIC_SCALE) },
          ]
        : [];
    case 'heartRates': {
      const bands = bandsOf(HEART_RATE_SCALE);
      const shown =
        age !== undefined && age < NEWS2_AGE
          ? bands.filter(({ level }) => level === 'target' || level === 'veryDangerous')
          : bands;
      return [{ part: 'value', bands: shown }];
    }
    case 'temperatures':
      return [{ part: 'value', bands: bandsOf(temperatureScale(age)) }];
    case 'spo2s':
      return [{ part: 'value', bands: bandsOf(SPO2_SCALE) }];
    case 'bmis':
      return adult ? [{ part: 'value', bands: bandsOf(BMI_SCALE) }] : [];
    case 'glucoses':
      return [{ part: 'value', bands: bandsOf(GLUCOSE_SCALES[glucoseUnit]) }];
    default:
      return [];
  }
}

/**
 * The bands in the colours in which values are shown: the target begins above a low blood pressure (D-29) and ends at 37.5 °C, above which a
 * temperature is always called high (D-32).
 */
export function shownBands(storeKey: StoreKey, query: RangeQuery): readonly ChartBands[] {
  const bands = chartBands(storeKey, query);
  if (bands.length === 0) return bands;
  if (storeKey === 'bloodPressures') {
    const withLow = (low: number, scale: readonly Step[]) => bandsOf([{ level: 'veryMild', below: low }, ...scale]);
    return [
      { part: 'systolic', bands: withLow(SYSTOLIC_REFERENCE.low, SYSTOLIC_SCALE) },
      { part: 'diastolic', bands: withLow(DIASTOLIC_REFERENCE.low, DIASTOLIC_SCALE) },
    ];
  }
  if (storeKey !== 'temperatures') return bands;
  return [
    {
      part: 'value',
      bands: bandsOf(
        temperatureScale(query.age).map((step) =>
          step.level === 'target' ? { ...step, upTo: Math.min(step.upTo ?? TEMPERATURE_HIGH, TEMPERATURE_HIGH) } : step,
        ),
      ),
    },
  ];
}

/** Reference range as it is written into `Observation.referenceRange`. */
export interface ReferenceRange {
  readonly part: 'value' | 'systolic' | 'diastolic';
  readonly low?: number;
  readonly high?: number;
}

/** The written reference range of a vital; empty when the documents give none. Source: clinical thresholds of the specification. */
export function referenceRanges(storeKey: StoreKey, glucoseUnit: GlucoseUnit = 'mmol/L'): readonly ReferenceRange[] {
  switch (storeKey) {
    case 'bloodPressures':
      return [
        { part: 'systolic', ...SYSTOLIC_REFERENCE },
        { part: 'diastolic', ...DIASTOLIC_REFERENCE },
      ];
    case 'temperatures':
      return [{ part: 'value', high: TEMPERATURE_HIGH }];
    case 'spo2s':
      return [{ part: 'value', ...SPO2_REFERENCE }];
    case 'heartRates':
      return [{ part: 'value', ...HEART_RATE_TARGET }];
    case 'glucoses':
      return [{ part: 'value', ...GLUCOSE_REFERENCE[glucoseUnit] }];
    default:
      return [];
  }
}
