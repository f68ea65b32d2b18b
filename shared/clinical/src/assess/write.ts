import type { VitalKey } from '../codings.ts';
import { compareLevels, type Level } from '../levels.ts';
import type { PartKey } from '../parts.ts';
import { UCUM, unitOf } from '../units.ts';
import { ageOn, dayAt } from './age.ts';
import { assess } from './assess.ts';
import { ownTable, targetOf } from './judge.ts';
import { referenceOf } from './tables.ts';
import type { AssessInput, Concept, JudgingRange, Measured, Verdict } from './verdict.ts';

const INTERPRETATION = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';
const MEANING = 'http://terminology.hl7.org/CodeSystem/referencerange-meaning';
/** Code system of this product's levels, for other systems. */
export const LEVEL_SYSTEM = 'https://phr.example/fhir/CodeSystem/assessment-level';
const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  target: 'Target',
  veryMild: 'Very mildly dangerous',
  mild: 'Mildly dangerous',
  dangerous: 'Dangerous',
  veryDangerous: 'Very dangerous',
};

/** A reading about to be stored by us: typed, or from a meter, a hub or a file. */
export interface OwnReading extends Pick<AssessInput, 'person' | 'goals' | 'zone'> {
  readonly vital: VitalKey;
  readonly measured: readonly Measured[];
  /** FHIR dateTime of the measurement. */
  readonly at: string;
}

interface WrittenQuantity {
  readonly value: number;
  readonly unit: string;
  readonly system: string;
  readonly code: string;
}

/** What is stored beside a number: the flag by the reference, the level, and each range with its meaning. */
export interface WrittenWord {
  readonly interpretation?: readonly Concept[];
  readonly referenceRange?: readonly {
    readonly low?: WrittenQuantity;
    readonly high?: WrittenQuantity;
    readonly type: Concept;
  }[];
}

/**
 * Interpretation and reference ranges of a reading, by part. Every path into the record uses this, so a hub's reading
 * is coded like a typed one. Meant for other systems: no screen reads it back.
 */
export function writeObservation(reading: OwnReading): Readonly<Partial<Record<PartKey, WrittenWord>>> {
  const instant = Date.parse(reading.at);
  const { parts } = assess({ ...reading, now: instant, origin: { kind: 'person' } });
  return Object.fromEntries(
    reading.measured.map((measured) => [measured.part, wordFor(reading, measured, parts[measured.part])]),
  );
}

function wordFor(
  { vital, person, at, zone }: OwnReading,
  { part, unit }: Measured,
  verdict: Verdict | undefined,
): WrittenWord {
  const day = dayAt(at, zone);
  const table = ownTable(
    { vital, person, origin: { kind: 'person' }, age: ageOn(person.birthDate, day), day },
    part,
    unit,
  );
  const target = typeof table === 'string' ? undefined : targetOf({ ...table, shown: table.bands }, unit);
  const { low, high } = referenceOf(vital, part, unit) ?? {};
  const edge = (value: number | undefined) => (value === undefined ? undefined : { value, included: true });
  const goal = verdict?.range?.whose === 'goal' ? verdict.range : undefined;
  const ranges = [
    rangeOf('normal', vital, unit, { low: edge(low), high: edge(high) }),
    rangeOf('recommended', vital, unit, target ?? {}),
    rangeOf('treatment', vital, unit, goal ?? {}),
  ].filter((range) => range !== undefined);
  const codes = codesOf(verdict);
  return {
    ...(codes.length === 0 ? {} : { interpretation: codes }),
    ...(ranges.length === 0 ? {} : { referenceRange: ranges }),
  };
}

/**
 * Omits "normal" beside a level of mild or worse: low glucose can be within the reference, and must not be labelled
 * normal.
 */
function codesOf(verdict: Verdict | undefined): readonly Concept[] {
  const { flag, level } = verdict ?? {};
  const isMisleading = flag === 'N' && level !== undefined && compareLevels(level, 'mild') >= 0;
  return [
    ...(flag === undefined || isMisleading ? [] : [{ coding: [{ system: INTERPRETATION, code: flag }] }]),
    ...(level === undefined ? [] : [{ coding: [{ system: LEVEL_SYSTEM, code: level, display: LEVEL_NAMES[level] }] }]),
  ];
}

type Edges = { readonly low?: JudgingRange['low'] | undefined; readonly high?: JudgingRange['high'] | undefined };

function rangeOf(
  meaning: 'normal' | 'recommended' | 'treatment',
  vital: VitalKey,
  unit: string,
  { low, high }: Edges,
): NonNullable<WrittenWord['referenceRange']>[number] | undefined {
  if (low === undefined && high === undefined) return undefined;
  const step = STEPS[vital] ?? 0.1;
  // FHIR ranges include both ends: "below 120" ends at 119
  const inside = (edge: NonNullable<Edges['low']>, sign: 1 | -1): WrittenQuantity =>
    quantity(edge.included ? edge.value : Number((edge.value + sign * step).toFixed(2)), unit);
  return {
    ...(low === undefined ? {} : { low: inside(low, 1) }),
    ...(high === undefined ? {} : { high: inside(high, -1) }),
    type: { coding: [{ system: MEANING, code: meaning }] },
  };
}

/** Smallest measurable step of a vital, if not 0.1. */
const STEPS: Readonly<Partial<Record<VitalKey, number>>> = { bloodPressures: 1, heartRates: 1, spo2s: 1, bmis: 0.01 };

function quantity(value: number, code: string): WrittenQuantity {
  return { value, unit: unitOf(code)?.sign ?? code, system: UCUM, code };
}
