import { loincs, snomeds, tokenOf, tokensOf, type Code } from '@phr/clinical/code-systems';
import { codingsOf } from '@phr/clinical/codings';
import { type Posture } from '@phr/clinical/growth/growth';
import { isEntered } from '@phr/clinical/entered';
import { isConditional } from '@phr/fhir/conditional';
import { parseDate } from '@phr/fhir/dates';
import { isDoubted, statusesIn } from '@phr/fhir/device-status';
import type { Observation } from '@phr/fhir/observation';
import { dayOf } from '@phr/time/zone';
import { amountOf } from '../readings/amount.model.ts';

/** Measures of a growth chart: kg, cm, kg/m², cm; gestation in days. */
const MEASURE_KINDS = ['weight', 'height', 'bmi', 'head', 'gestation'] as const;
export type MeasureKind = (typeof MEASURE_KINDS)[number];

export interface GrowthMeasure {
  readonly id: string;
  readonly kind: MeasureKind;
  readonly value: number;
  /** YYYY-MM-DD of measurement; absent if unknown, and for a birth weight. */
  readonly day?: string;
  /** Orders measurements of a day; 0 if the time is unknown. */
  readonly instant: number;
  /** For a length, if known. */
  readonly posture?: Posture;
  readonly isAtBirth?: true;
}

/** LOINC: birth weight, measured. */
const BIRTH_WEIGHT = loincs('8339-4');
/**
 * LOINC codes beside the vitals': standing height; head circumference, also by tape; gestational age: estimated, as
 * such, at birth.
 */
const CODES: Readonly<Record<MeasureKind, readonly Code[]>> = {
  weight: [...codingsOf('weights'), ...BIRTH_WEIGHT],
  height: [...codingsOf('heights'), ...loincs('8308-9')],
  bmi: codingsOf('bmis'),
  head: loincs('9843-4', '8287-5'),
  gestation: loincs('11884-4', '18185-9', '76516-4'),
};

/** All codes a growth chart queries. */
export const GROWTH_CODES = MEASURE_KINDS.flatMap((kind) => CODES[kind].map(({ code }) => code));

/** What is measured under a code, with and without its system. */
const KINDS: ReadonlyMap<string, MeasureKind> = new Map(
  MEASURE_KINDS.flatMap((kind) => CODES[kind].flatMap(tokensOf).map((token): [string, MeasureKind] => [token, kind])),
);
const BIRTH_TOKENS: ReadonlySet<string> = new Set(BIRTH_WEIGHT.flatMap(tokensOf));

/** Body height lying and standing (LOINC), and the same as a method (SNOMED CT). */
const POSTURES: ReadonlyMap<string, Posture> = new Map(
  (
    [
      ['lying', [...loincs('8306-3'), ...snomeds('102538003')]],
      ['standing', [...loincs('8308-9'), ...snomeds('10904000')]],
    ] as const
  ).flatMap(([posture, codes]) => codes.flatMap(tokensOf).map((token): [string, Posture] => [token, posture])),
);
/** Days of a unit in which gestations are written, by UCUM. */
const GESTATION_DAYS: Readonly<Record<string, number>> = { wk: 7, d: 1 };
/** These were never a measurement of this person. */
const VOID = ['cancelled', 'entered-in-error'];

/**
 * Parses a growth measurement; undefined unless it is a definite number of this child.
 * @param zone zone that defines days
 */
export function readGrowthMeasure(observation: Observation, zone: string): GrowthMeasure | undefined {
  const { id, status, extension, method } = observation;
  const tokens = observation.code?.coding?.map(tokenOf) ?? [];
  const kinds = tokens.map((token) => KINDS.get(token));
  const kind = MEASURE_KINDS.find((one) => kinds.includes(one));
  const isVoid = VOID.includes(status ?? '') || isConditional(observation) || isDoubted(statusesIn(extension));
  if (id === undefined || kind === undefined || isVoid) return undefined;
  const value = kind === 'gestation' ? gestationOf(observation) : numberOf(kind, observation);
  if (!isEntered(value)) return undefined;
  const posture = [...tokens, ...(method?.coding ?? []).map(tokenOf)]
    .map((token) => POSTURES.get(token))
    .find((one) => one !== undefined);
  return {
    id,
    kind,
    value,
    ...momentOf(observation, zone),
    ...(posture === undefined ? {} : { posture }),
    ...(tokens.some((token) => BIRTH_TOKENS.has(token)) ? { isAtBirth: true } : {}),
  };
}

/** The number in its table's unit; heads use the units of heights. */
function numberOf(kind: Exclude<MeasureKind, 'gestation'>, observation: Observation): number | undefined {
  const vitalKey = kind === 'weight' ? 'weights' : kind === 'bmi' ? 'bmis' : 'heights';
  const amount = amountOf(vitalKey, observation);
  return amount.kind === 'measured' && amount.comparator === undefined ? amount.value : undefined;
}

function gestationOf({ valueQuantity }: Observation): number | undefined {
  const { value, code, unit, comparator } = valueQuantity ?? {};
  const days = GESTATION_DAYS[code ?? ''] ?? GESTATION_DAYS[unit ?? ''];
  return value === undefined || days === undefined || comparator !== undefined ? undefined : value * days;
}

function momentOf(
  { effectiveDateTime, effectiveInstant, effectivePeriod }: Observation,
  zone: string,
): Pick<GrowthMeasure, 'day' | 'instant'> {
  const written = effectiveDateTime ?? effectiveInstant ?? effectivePeriod?.start;
  const date = parseDate(written);
  if (date?.precision === 'instant') return { day: dayOf(date.at.getTime(), zone), instant: date.at.getTime() };
  return { instant: 0, ...(date?.precision === 'day' && written !== undefined ? { day: written } : {}) };
}
