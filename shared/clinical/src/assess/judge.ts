import type { VitalKey } from '../codings.ts';
import { worst, type Level } from '../levels.ts';
import type { PartKey } from '../parts.ts';
import { adviceFor, type AdviceContext } from './advice.ts';
import type { Age } from './age.ts';
import { bandsOf, stepOf, type Band } from './bands.ts';
import { goalFor } from './goal.ts';
import { meaningOf, statedRange } from './said.ts';
import { tableOf, type Table } from './tables.ts';
import type { AssessInput, JudgingRange, Measured, NotJudged, SaidWord, Whose } from './verdict.ts';

/** Who judges a number, and the resulting levels. */
export interface Judge {
  readonly whose: Whose;
  readonly range?: JudgingRange;
  readonly goalId?: string;
  /** The facility's interpretation, if it decides regardless of the number. */
  readonly said?: { readonly word: SaidWord; readonly flag?: 'L' | 'N' | 'H' };
  /** Level of a number; absent for an interpretation that maps to no level. */
  readonly levelAt: (value: number) => Level | undefined;
  /** Values at which the level changes. */
  readonly edges: () => readonly number[];
}

/** Everything about the person and the reading that selects the judge of a number. */
export interface Case extends Pick<AssessInput, 'vital' | 'person' | 'origin' | 'goals' | 'configured' | 'context'> {
  readonly age: Age;
  /** YYYY-MM-DD of the reading. */
  readonly day?: string | undefined;
}

/** The product's table for a number, or the reason there is none for this person. */
export function ownTable(of: Case, part: PartKey, unit: string): Table | NotJudged {
  const table = typeof of.vital === 'string' ? tableOf(of.vital, part, unit, of.age) : undefined;
  return table ?? 'noRange';
}

/**
 * Picks the judge: a clinician's goal, the facility, a configured range, then the product's table; otherwise the reason
 * nobody judges.
 */
export function judgeOf(of: Case, measured: Measured): Judge | NotJudged {
  const { part, unit } = measured;
  const table = ownTable(of, part, unit);
  const own = typeof table === 'string' ? undefined : table;
  const judge =
    byGoal(of, part, unit, own) ?? byFacility(of, measured) ?? byConfiguration(of, part, unit) ?? byTable(own, unit);
  if (judge === undefined) return typeof table === 'string' ? table : 'noRange';
  return floored(judge, of, part, unit, own);
}

function byGoal(
  { vital, goals = [], day }: Case,
  part: PartKey,
  unit: string,
  own: Table | undefined,
): Judge | undefined {
  const goal = goalFor(goals, vital, part, unit, day);
  if (goal === undefined) return undefined;
  const { range } = goal;
  // an SpO2 goal may lie where the table already asks for help, so compare it with the bands only
  const scale = vital === 'spo2s' ? own?.bands : own?.shown;
  const ownTarget = targetOf(own, unit);
  return {
    whose: 'goal',
    range,
    ...(goal.id === undefined ? {} : { goalId: goal.id }),
    levelAt: (value) => {
      const level = scale === undefined ? undefined : stepOf(scale, value)?.level;
      if (!isInside(range, value)) return level === undefined ? 'mild' : worst(level, 'veryMild');
      // "below 130" does not say how low is too low
      const isBeyond =
        (range.low === undefined && isUnder(ownTarget?.low, value)) ||
        (range.high === undefined && isOver(ownTarget?.high, value));
      return isBeyond && level !== undefined ? level : 'target';
    },
    edges: () => [...edgesOf(range), ...stepEdges(scale)],
  };
}

function byFacility({ vital, origin, person, age }: Case, measured: Measured): Judge | undefined {
  // for results without a product table, trust whoever wrote them
  const isItsWriter = origin.kind === 'facility' || (origin.kind === 'unknown' && typeof vital !== 'string');
  const { said } = measured;
  if (!isItsWriter || said === undefined) return undefined;
  const written = statedRange(said, measured, typeof vital === 'string' ? vital : undefined, person, age);
  const by = origin.name === undefined ? {} : { by: origin.name };
  const range: JudgingRange | undefined = written === undefined ? undefined : { ...written, whose: 'facility', ...by };
  const meaning = meaningOf(said.interpretation);
  // a word without a level ("see note") defers to the range beside it
  if (meaning !== undefined && (meaning.level !== undefined || range === undefined))
    return {
      whose: 'facility',
      ...(range === undefined ? {} : { range }),
      said: { word: meaning.word, ...(meaning.flag === undefined ? {} : { flag: meaning.flag }) },
      levelAt: () => meaning.level,
      edges: () => [],
    };
  return range === undefined ? undefined : { whose: 'facility', ...within(range) };
}

function byConfiguration({ configured = [] }: Case, part: PartKey, unit: string): Judge | undefined {
  const found = configured.find((one) => (one.part ?? 'value') === part && (one.unit ?? unit) === unit);
  if (found === undefined || (found.low === undefined && found.high === undefined)) return undefined;
  const edge = (value: number | undefined) => (value === undefined ? undefined : { value, included: true });
  const [low, high] = [edge(found.low), edge(found.high)];
  const range: JudgingRange = {
    unit,
    whose: 'configured',
    ...(low === undefined ? {} : { low }),
    ...(high === undefined ? {} : { high }),
  };
  return { whose: 'configured', ...within(range) };
}

function byTable(own: Table | undefined, unit: string): Judge | undefined {
  if (own === undefined) return undefined;
  const target = targetOf(own, unit);
  return {
    whose: 'product',
    ...(target === undefined ? {} : { range: target }),
    levelAt: (value) => stepOf(own.shown, value)?.level,
    edges: () => stepEdges(own.shown),
  };
}

/** A range without levels of its own: inside is target, outside is mild. */
function within(range: JudgingRange): Omit<Judge, 'whose'> {
  return { range, levelAt: (value) => (isInside(range, value) ? 'target' : 'mild'), edges: () => edgesOf(range) };
}

/** Never shows less than very dangerous where the table says so or the value needs help at once, whoever judges. */
function floored(judge: Judge, of: Case, part: PartKey, unit: string, own: Table | undefined): Judge {
  const { vital } = of;
  if (judge.whose === 'product' || typeof vital !== 'string') return judge;
  const context = adviceContext(of, unit, judge);
  const isFloor = (value: number): boolean => isUrgent(vital, part, value, context, own);
  return {
    ...judge,
    levelAt: (value) => {
      const level = judge.levelAt(value);
      return level !== undefined && isFloor(value) ? 'veryDangerous' : level;
    },
    edges: () => [...judge.edges(), ...stepEdges(own?.bands), ...stepEdges(own?.shown)],
  };
}

/** True if nothing milder than very dangerous may be shown. */
export function isUrgent(
  vital: VitalKey,
  part: PartKey,
  value: number,
  context: AdviceContext,
  own: Table | undefined,
): boolean {
  return (
    (own !== undefined && stepOf(own.bands, value)?.level === 'veryDangerous') ||
    adviceFor(vital, part, value, context)?.urgency === 'now'
  );
}

/** Builds the advice context of a number. */
export function adviceContext(
  { vital, age, person, context }: Case,
  unit: string,
  judge: Judge | NotJudged,
): AdviceContext {
  const goal = vital === 'spo2s' && typeof judge !== 'string' && judge.whose === 'goal' ? judge.range?.low : undefined;
  return { unit, age, person, rest: context?.rest, goalLow: goal?.value };
}

const TARGETS = new WeakMap<Table, JudgingRange | undefined>();

/** Display form of a table's target; memoized. */
export function targetOf(own: Table | undefined, unit: string): JudgingRange | undefined {
  if (own === undefined) return undefined;
  if (!TARGETS.has(own)) TARGETS.set(own, madeTarget(own, unit));
  return TARGETS.get(own);
}

function madeTarget(own: Table, unit: string): JudgingRange | undefined {
  const band: Band | undefined = bandsOf(own.shown).find(({ level }) => level === 'target');
  if (band === undefined) return undefined;
  return {
    unit,
    whose: 'product',
    ...(band.low === undefined ? {} : { low: { value: band.low, included: band.lowIncluded } }),
    ...(band.high === undefined ? {} : { high: { value: band.high, included: band.highIncluded } }),
    ...(own.who === undefined ? {} : { forWhom: own.who }),
  };
}

export function isInside({ low, high }: Pick<JudgingRange, 'low' | 'high'>, value: number): boolean {
  return !isUnder(low, value) && !isOver(high, value);
}

export function isUnder(low: JudgingRange['low'], value: number): boolean {
  return low !== undefined && (low.included ? value < low.value : value <= low.value);
}

export function isOver(high: JudgingRange['high'], value: number): boolean {
  return high !== undefined && (high.included ? value > high.value : value >= high.value);
}

const edgesOf = ({ low, high }: JudgingRange): readonly number[] =>
  [low?.value, high?.value].filter((edge) => edge !== undefined);

const stepEdges = (scale: Table['bands'] | undefined): readonly number[] =>
  (scale ?? []).flatMap(({ below, upTo }) => below ?? upTo ?? []);
