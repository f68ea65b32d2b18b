import {
  codeOfUnit,
  dividedBy,
  FAHRENHEIT,
  FEET,
  GRAM,
  INCHES,
  MILLISECOND,
  MILLIVOLT,
  own,
  POUNDS,
  times,
  type Conversion,
  type Unit,
} from './units.ts';

/** Customary units and their metric ones. Factors are exact by definition (international yard and pound agreement, 1959; NIST SP 811). */
const CUSTOMARY: Readonly<Record<string, Conversion>> = {
  '[lb_av]': POUNDS,
  '[oz_av]': times(28.349523125, GRAM, 0),
  '[in_i]': INCHES,
  '[ft_i]': FEET,
  '[degf]': FAHRENHEIT,
};

/** Other magnitudes of the units used in ECGs. */
const OTHER_SIZES: Readonly<Record<string, Conversion>> = {
  s: times(1000, MILLISECOND, 1),
  uv: dividedBy(1000, MILLIVOLT, 3),
  v: times(1000, MILLIVOLT, 3),
};

/**
 * The metric equivalent of a customary unit (pound, ounce, inch, foot, degree Fahrenheit), by UCUM code or usual
 * spelling; undefined for any other unit.
 */
export function metricOf(written: string | undefined): Conversion | undefined {
  return written === undefined ? undefined : own(CUSTOMARY, codeOfUnit(written));
}

/**
 * Conversion from a written unit to one of the wanted ones; undefined if there is none. For a vital sign use
 * `acceptedAs` of vitals/units.ts.
 */
export function conversionTo(wanted: readonly Unit[], written: string | undefined): Conversion | undefined {
  const found = metricOf(written) ?? own(OTHER_SIZES, codeOfUnit(written ?? ''));
  return found !== undefined && wanted.some(({ code }) => code === found.to.code) ? found : undefined;
}
