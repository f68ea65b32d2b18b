import {
  CELSIUS,
  CENTIMETRE,
  KG_PER_M2,
  KILOGRAM,
  MG_PER_DL,
  MILLISECOND,
  MILLIVOLT,
  MM_HG,
  MMOL_PER_L,
  PER_MINUTE,
  PERCENT,
  UMOL_PER_L,
  type Unit,
} from './units.ts';

/**
 * Codings of the vital signs. Each vital has one store key and a set of codes: all written codings are written (LOINC first), any code of
 * the set is read. Source: decisions D-01 to D-03, table T1; LOINC and SNOMED CT as FHIR R4's vital-sign profiles use them.
 */
export const LOINC = 'http://loinc.org';
export const SNOMED = 'http://snomed.info/sct';
/** ISO/IEEE 11073-10101 nomenclature (MDC). */
export const MDC = 'urn:oid:2.16.840.1.113883.6.24';

/** Names of the health indexes in routes, tiles and configuration (D-02). */
export const STORE_KEYS = [
  'bloodPressures',
  'heartRates',
  'respiratoryRates',
  'temperatures',
  'spo2s',
  'weights',
  'heights',
  'bmis',
  'glucoses',
  'ketones',
  'uricAcids',
  'cholesterols',
  'ecgs',
] as const;

export type StoreKey = (typeof STORE_KEYS)[number];

export interface Coding {
  readonly system: string;
  readonly code: string;
  readonly display: string;
}

/** One measured part of a vital with several parts. */
export interface ComponentCoding {
  readonly key: string;
  readonly primaryCodings: readonly Coding[];
  /** Further codes under which other systems write the part. */
  readonly aliases: readonly string[];
  readonly unit: Unit;
}

export interface VitalCoding {
  readonly storeKey: StoreKey;
  readonly primaryCodings: readonly Coding[];
  readonly aliases: readonly string[];
  /** Units in which a value is written, the default first; empty when only components hold values. */
  readonly units: readonly Unit[];
  readonly components: readonly ComponentCoding[];
}

const loinc = (code: string, display: string): Coding => ({ system: LOINC, code, display });
const snomed = (code: string, display: string): Coding => ({ system: SNOMED, code, display });
const mdc = (code: string, display: string): Coding => ({ system: MDC, code, display });

export const SYSTOLIC: ComponentCoding = {
  key: 'systolic',
  primaryCodings: [loinc('8480-6', 'Systolic blood pressure')],
  aliases: ['271649006'],
  unit: MM_HG,
};
export const DIASTOLIC: ComponentCoding = {
  key: 'diastolic',
  primaryCodings: [loinc('8462-4', 'Diastolic blood pressure')],
  aliases: ['271650006'],
  unit: MM_HG,
};

const lead = (key: string, code: string, display: string): ComponentCoding => ({
  key,
  primaryCodings: [mdc(code, display)],
  aliases: [],
  unit: MILLIVOLT,
});

/** Leads of an ECG as sampled data, in reading order (D-03). */
export const ECG_LEADS: readonly ComponentCoding[] = [
  lead('I', '131329', 'MDC_ECG_ELEC_POTL_I'),
  lead('II', '131330', 'MDC_ECG_ELEC_POTL_II'),
  lead('III', '131389', 'MDC_ECG_ELEC_POTL_III'),
];

/** Measured values of an ECG. The documents name them without codes; these are the standard ones. PVCs are counted, ST is in millivolts. */
export const ECG_VALUES: readonly ComponentCoding[] = [
  {
    key: 'heartRate',
    primaryCodings: [loinc('8867-4', 'Heart rate')],
    aliases: ['364075005', '147842', '76282-3'],
    unit: PER_MINUTE,
  },
  { key: 'qrs', primaryCodings: [loinc('8633-0', 'QRS duration')], aliases: [], unit: MILLISECOND },
  { key: 'qt', primaryCodings: [loinc('8634-8', 'Q-T interval')], aliases: [], unit: MILLISECOND },
  { key: 'qtc', primaryCodings: [loinc('8636-3', 'Q-T interval corrected')], aliases: [], unit: MILLISECOND },
  {
    key: 'pvcs',
    primaryCodings: [mdc('148065', 'MDC_ECG_V_P_C_CNT')],
    aliases: [],
    unit: { code: '{count}', sign: '', key: 'count' },
  },
  { key: 'st', primaryCodings: [mdc('131840', 'MDC_ECG_AMPL_ST')], aliases: [], unit: MILLIVOLT },
];

const simple = (
  storeKey: StoreKey,
  primaryCodings: readonly Coding[],
  units: readonly Unit[],
  aliases: readonly string[] = [],
): VitalCoding => ({
  storeKey,
  primaryCodings,
  aliases,
  units,
  components: [],
});

/** LOINC code of a glucose value in mg/dL: 15074-8 alone means an amount of substance. */
const GLUCOSE_MASS = loinc('2339-0', 'Glucose [Mass/volume] in Blood');

const VITALS: Readonly<Record<StoreKey, VitalCoding>> = {
  bloodPressures: {
    storeKey: 'bloodPressures',
    primaryCodings: [
      loinc('85354-9', 'Blood pressure panel with all children optional'),
      snomed('75367002', 'Blood pressure'),
    ],
    aliases: ['55284-4'],
    units: [],
    components: [SYSTOLIC, DIASTOLIC],
  },
  heartRates: simple('heartRates', [loinc('8867-4', 'Heart rate'), snomed('364075005', 'Heart rate')], [PER_MINUTE]),
  respiratoryRates: simple(
    'respiratoryRates',
    [loinc('9279-1', 'Respiratory rate'), snomed('86290005', 'Respiratory rate')],
    [PER_MINUTE],
  ),
  temperatures: simple(
    'temperatures',
    [loinc('8310-5', 'Body temperature'), snomed('56342008', 'Temperature taking')],
    [CELSIUS],
    ['386725007'],
  ),
  spo2s: simple(
    'spo2s',
    [
      loinc('2708-6', 'Oxygen saturation in Arterial blood'),
      loinc('59408-5', 'Oxygen saturation in Arterial blood by Pulse oximetry'),
      snomed('103228002', 'Hemoglobin saturation with oxygen'),
    ],
    [PERCENT],
  ),
  weights: simple('weights', [loinc('29463-7', 'Body weight'), snomed('27113001', 'Body weight')], [KILOGRAM]),
  heights: simple('heights', [loinc('8302-2', 'Body height'), snomed('50373000', 'Body height measure')], [CENTIMETRE]),
  bmis: simple(
    'bmis',
    [loinc('39156-5', 'Body mass index (BMI) [Ratio]'), snomed('60621009', 'Body mass index')],
    [KG_PER_M2],
  ),
  glucoses: simple(
    'glucoses',
    [loinc('15074-8', 'Glucose [Moles/volume] in Blood')],
    [MMOL_PER_L, MG_PER_DL],
    [GLUCOSE_MASS.code],
  ),
  ketones: simple('ketones', [snomed('391465009', 'Ketones')], [MMOL_PER_L]),
  uricAcids: simple(
    'uricAcids',
    [loinc('14933-6', 'Urate [Moles/volume] in Serum or Plasma'), snomed('1710001', 'Uric acid')],
    [UMOL_PER_L],
  ),
  cholesterols: simple(
    'cholesterols',
    [
      loinc('14647-2', 'Cholesterol [Moles/volume] in Serum or Plasma'),
      snomed('121868005', 'Total cholesterol measurement'),
    ],
    [MMOL_PER_L],
    ['2093-3'],
  ),
  ecgs: {
    storeKey: 'ecgs',
    primaryCodings: [mdc('131328', 'MDC_ECG_ELEC_POTL')],
    aliases: [],
    units: [],
    components: [...ECG_LEADS, ...ECG_VALUES],
  },
};

const KEY_BY_CODE: ReadonlyMap<string, StoreKey> = new Map(
  STORE_KEYS.flatMap((storeKey) => codesOf(storeKey).map((code): [string, StoreKey] => [code, storeKey])),
);

/** Everything known about one vital sign. */
export function vitalOf(storeKey: StoreKey): VitalCoding {
  return VITALS[storeKey];
}

export function isStoreKey(name: string): name is StoreKey {
  return STORE_KEYS.some((key) => key === name);
}

/** The vital behind a code of any code system; undefined for a code that is no vital sign. */
export function storeKeyOf(code: string): StoreKey | undefined {
  return KEY_BY_CODE.get(code);
}

/** All codes of a vital, for queries (joined by commas) and reading. */
export function codesOf(storeKey: StoreKey): readonly string[] {
  const vital = VITALS[storeKey];
  return [...vital.primaryCodings.map((coding) => coding.code), ...vital.aliases];
}

/** The codings of a new reading, LOINC first. A glucose value in mg/dL also carries the code for a mass. */
export function codingsToWrite(storeKey: StoreKey, unit?: Unit): readonly Coding[] {
  const { primaryCodings } = VITALS[storeKey];
  return storeKey === 'glucoses' && unit?.code === MG_PER_DL.code ? [...primaryCodings, GLUCOSE_MASS] : primaryCodings;
}

/** The component of a vital that a code names. */
export function componentOf(storeKey: StoreKey, code: string): ComponentCoding | undefined {
  return VITALS[storeKey].components.find(
    (part) => part.aliases.includes(code) || part.primaryCodings.some((coding) => coding.code === code),
  );
}
