/** Units of the vital signs, by UCUM code (FHIR `Quantity.code`) with the sign for `Quantity.unit`. */
export const UCUM = 'http://unitsofmeasure.org';

export interface Unit {
  /** UCUM code, e.g. `mm[Hg]`. */
  readonly code: string;
  /** Printed sign in any language, e.g. `mmHg`. Words for screens are chosen by `key`. */
  readonly sign: string;
  /** Key of the text file: `unit.<key>`. */
  readonly key: string;
}

export const MM_HG: Unit = { code: 'mm[Hg]', sign: 'mmHg', key: 'mmHg' };
export const PER_MINUTE: Unit = { code: '/min', sign: '/min', key: 'perMin' };
export const CELSIUS: Unit = { code: 'Cel', sign: '°C', key: 'celsius' };
export const PERCENT: Unit = { code: '%', sign: '%', key: 'percent' };
export const KILOGRAM: Unit = { code: 'kg', sign: 'kg', key: 'kg' };
export const CENTIMETRE: Unit = { code: 'cm', sign: 'cm', key: 'cm' };
export const KG_PER_M2: Unit = { code: 'kg/m2', sign: 'kg/m²', key: 'kgm2' };
export const MMOL_PER_L: Unit = { code: 'mmol/L', sign: 'mmol/L', key: 'mmolL' };
export const MG_PER_DL: Unit = { code: 'mg/dL', sign: 'mg/dL', key: 'mgdL' };
export const UMOL_PER_L: Unit = { code: 'umol/L', sign: 'µmol/L', key: 'umolL' };
export const GRAM: Unit = { code: 'g', sign: 'g', key: 'g' };
export const MILLISECOND: Unit = { code: 'ms', sign: 'ms', key: 'ms' };
export const MILLIVOLT: Unit = { code: 'mV', sign: 'mV', key: 'mV' };

const ALL: readonly Unit[] = [
  MM_HG,
  PER_MINUTE,
  CELSIUS,
  PERCENT,
  KILOGRAM,
  CENTIMETRE,
  KG_PER_M2,
  MMOL_PER_L,
  MG_PER_DL,
  UMOL_PER_L,
  MILLISECOND,
  MILLIVOLT,
];

/** Other systems' spellings of the same unit. */
const SPELLINGS: Readonly<Record<string, Unit>> = {
  'mm hg': MM_HG,
  mmhg: MM_HG,
  'beats/min': PER_MINUTE,
  'beats/minute': PER_MINUTE,
  '{beats}/min': PER_MINUTE,
  '{beat}/min': PER_MINUTE,
  'breaths/min': PER_MINUTE,
  '{breaths}/min': PER_MINUTE,
  bpm: PER_MINUTE,
  c: CELSIUS,
  degc: CELSIUS,
  celsius: CELSIUS,
  'µmol/l': UMOL_PER_L,
  'μmol/l': UMOL_PER_L,
  'kg/m²': KG_PER_M2,
  'mg%': MG_PER_DL,
};

/**
 * The unit of a UCUM code or printed unit, ignoring case. Undefined for units the product does not calculate with: such
 * values are displayed as written and get no level.
 */
export function unitOf(written: string | undefined): Unit | undefined {
  if (written === undefined) return undefined;
  const wanted = written.trim().toLowerCase();
  return (
    ALL.find((unit) => unit.code.toLowerCase() === wanted || unit.sign.toLowerCase() === wanted) ?? SPELLINGS[wanted]
  );
}

/** Conversion of values between two units. */
export interface Conversion {
  readonly to: Unit;
  /** Decimals of the result when displayed as a vital sign. */
  readonly decimals: number;
  readonly of: (value: number) => number;
}

export const times = (factor: number, to: Unit, decimals: number): Conversion => ({
  to,
  decimals,
  of: (value) => value * factor,
});
export const dividedBy = (divisor: number, to: Unit, decimals: number): Conversion => ({
  to,
  decimals,
  of: (value) => value / divisor,
});
export const FAHRENHEIT: Conversion = { to: CELSIUS, decimals: 1, of: (value) => ((value - 32) * 5) / 9 };
export const POUNDS: Conversion = times(0.45359237, KILOGRAM, 1);
export const INCHES: Conversion = times(2.54, CENTIMETRE, 1);
export const FEET: Conversion = times(30.48, CENTIMETRE, 1);

/** UCUM codes (in lower case) of units as spelled by other systems and people. */
const CODES: Readonly<Record<string, string>> = {
  lb: '[lb_av]',
  lbs: '[lb_av]',
  oz: '[oz_av]',
  in: '[in_i]',
  inch: '[in_i]',
  ft: '[ft_i]',
  '°f': '[degf]',
  f: '[degf]',
  degf: '[degf]',
  'deg f': '[degf]',
  '°k': 'k',
  'mg%': 'mg/dl',
  µv: 'uv',
  'kg/m²': 'kg/m2',
};

/**
 * The UCUM code of a written unit in lower case, for conversion tables; the written text if no other spelling is known.
 */
export function codeOfUnit(written: string): string {
  const wanted = written.trim().toLowerCase();
  return own(CODES, wanted) ?? wanted;
}

/** Looks up an own key of the table. */
export function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
