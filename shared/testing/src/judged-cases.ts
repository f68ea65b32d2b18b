import { codingsToWrite, DIASTOLIC, SYSTOLIC, vitalOf, type VitalKey } from '@phr/clinical/codings';
import { randomOf } from './random.ts';

// Readings every screen must judge alike (ADR 0065): random ones, and those around a doctor's goal and the danger
// limits no goal overrides.

/** Readings of one vital with goals, as returned by a record server: newest first, hourly. */
export interface JudgedCase {
  readonly name: string;
  readonly vitalKey: VitalKey;
  readonly goals: readonly object[];
  readonly observations: readonly { readonly id: string; readonly [element: string]: unknown }[];
}

const UCUM = 'http://unitsofmeasure.org';
const HOUR_MS = 3_600_000;

function readingAt(
  vitalKey: VitalKey,
  numbers: readonly number[],
  id: string,
  at: number,
): JudgedCase['observations'][number] {
  const quantity = (value: number | undefined, unit: { readonly code: string; readonly sign: string } | undefined) => ({
    valueQuantity: { value, unit: unit?.sign, system: UCUM, code: unit?.code },
  });
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { coding: codingsToWrite(vitalKey) },
    performer: [{ reference: 'Patient/patient-main' }],
    effectiveDateTime: new Date(at).toISOString(),
    ...(vitalKey === 'bloodPressures'
      ? {
          component: [SYSTOLIC, DIASTOLIC].map(({ primaryCodings, unit }, index) => ({
            code: { coding: primaryCodings },
            ...quantity(numbers[index], unit),
          })),
        }
      : quantity(numbers[0], vitalOf(vitalKey).units[0])),
  };
}

const caseOf = (
  name: string,
  vitalKey: VitalKey,
  values: readonly (readonly number[])[],
  goals: readonly object[],
  now: number,
): JudgedCase => ({
  name,
  vitalKey,
  goals,
  observations: values.map((numbers, index) =>
    readingAt(vitalKey, numbers, `${name.replaceAll(/\W/g, '')}-${index}`, now - 60_000 - index * HOUR_MS),
  ),
});

function goalOf(code: string, unit: string, target: { readonly below?: number; readonly from?: number }): object {
  return {
    resourceType: 'Goal',
    id: 'goal',
    lifecycleStatus: 'active',
    startDate: '2020-01-01',
    expressedBy: { reference: 'Practitioner/1', display: 'BS. Lê Thu Hà' },
    target: [
      {
        measure: { coding: [{ system: 'http://loinc.org', code }] },
        detailQuantity: {
          value: target.below ?? target.from,
          comparator: target.below === undefined ? '>=' : '<',
          code: unit,
        },
        dueDate: '2100-01-01',
      },
    ],
  };
}

const one = (...values: number[]) => values.map((value) => [value]);

/**
 * 40 readings around doctors' goals and around limits below which nothing milder than very dangerous may be said.
 * @param now instant in milliseconds
 */
export function goalCases(now: number): readonly JudgedCase[] {
  const pressures = [
    [112, 70],
    [129, 79],
    [130, 79],
    [144, 85],
    [180, 95],
    [185, 115],
    [85, 55],
    [78, 40],
  ];
  const mild = [
    [135, 79],
    [159, 88],
    [160, 88],
    [181, 95],
    [150, 112],
    [119, 79],
    [100, 65],
    [90, 60],
  ];
  return [
    caseOf('pressure below 130', 'bloodPressures', pressures, [goalOf('8480-6', 'mm[Hg]', { below: 130 })], now),
    caseOf('pressure below 160', 'bloodPressures', mild, [goalOf('8480-6', 'mm[Hg]', { below: 160 })], now),
    caseOf(
      'saturation from 88',
      'spo2s',
      one(96, 92, 89, 88, 87, 84, 80, 75),
      [goalOf('59408-5', '%', { from: 88 })],
      now,
    ),
    caseOf(
      'sugar below 7',
      'glucoses',
      one(2.5, 3.5, 3.9, 6.9, 7, 8, 14, 34),
      [goalOf('15074-8', 'mmol/L', { below: 7 })],
      now,
    ),
    caseOf(
      'sugar from 5',
      'glucoses',
      one(1.8, 3, 4, 5, 6.1, 10.1, 15, 33.3),
      [goalOf('15074-8', 'mmol/L', { from: 5 })],
      now,
    ),
  ];
}

const RANGES = {
  bloodPressures: [70, 210],
  glucoses: [15, 360],
  spo2s: [70, 100],
  heartRates: [30, 190],
  temperatures: [340, 420],
  bmis: [120, 450],
} as const;

/** Random readings of each vital that is judged. @param count of each vital @param seed names the sample */
function randomCases(count: number, seed: string, now: number): readonly JudgedCase[] {
  return (Object.keys(RANGES) as (keyof typeof RANGES)[]).map((vitalKey) => {
    const [low, high] = RANGES[vitalKey];
    const random = randomOf(`${seed} ${vitalKey}`);
    const inTenths = ['glucoses', 'temperatures', 'bmis'].includes(vitalKey);
    const number = (): number => random.int(low, high) / (inTenths ? 10 : 1);
    const values = Array.from({ length: count }, () => {
      const first = number();
      return vitalKey === 'bloodPressures' ? [first, random.int(40, Math.max(41, Math.min(130, first - 10)))] : [first];
    });
    return caseOf(vitalKey, vitalKey, values, [], now);
  });
}

/** Fewer than a list shows at once. */
const OF_A_LIST = 16;
/** Lists of each of the six vitals at night: 2,016 readings. */
const LISTS_AT_NIGHT = 21;

/** Readings around goals and random ones: a small sample at each run, at night 2,000. */
export function sampledCases(now: number, isNightly: boolean): readonly JudgedCase[] {
  const seeds = Array.from({ length: isNightly ? LISTS_AT_NIGHT : 1 }, (_, at) => String.fromCodePoint(97 + at));
  return [...goalCases(now), ...seeds.flatMap((seed) => randomCases(OF_A_LIST, seed, now))];
}
