import type { VitalKey } from '../codings.ts';
import { compareLevels, worst, type Flag, type Level } from '../levels.ts';
import { numberOf, type PartKey } from '../parts.ts';
import { DAY_MS } from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import { isEntered } from '../entered.ts';
import { adviceFor, moreUrgent } from './advice.ts';
import { ageOn, dayAt, personOn } from './age.ts';
import { stepOf } from './bands.ts';
import {
  adviceContext,
  isUrgent,
  isInside,
  isOver,
  isUnder,
  judgeOf,
  ownTable,
  targetOf,
  type Case,
  type Judge,
} from './judge.ts';
import { meaningOf } from './said.ts';
import { flagOf, referenceOf, type Table } from './tables.ts';
import type {
  AssessInput,
  Direction,
  Doubt,
  JudgingRange,
  Measured,
  NotJudged,
  SaidWord,
  Side,
  Verdict,
  WholeVerdict,
} from './verdict.ts';

/** Tolerance for a meter whose clock runs ahead. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;
const VOID: readonly (string | undefined)[] = ['entered-in-error', 'cancelled', 'unknown', 'registered'];
const DOUBTS: Readonly<Record<string, Doubt>> = {
  preliminary: 'preliminary',
  amended: 'amended',
  corrected: 'amended',
};

/**
 * The only place that judges a value. For each number the first of these that applies wins: a clinician's goal,
 * the facility's own interpretation, a configured range, the product's tables; otherwise no verdict. A value that is
 * very dangerous by the tables is never shown milder. Pure; never throws; identical in browser and server.
 */
export function assess(input: AssessInput): WholeVerdict {
  const doubt = DOUBTS[input.status ?? ''];
  const doubts: readonly Doubt[] = doubt === undefined ? [] : [doubt];
  const reason = whyNot(input);
  if (reason !== undefined) return { ...silent(reason, doubts), parts: {} };
  const day = dayAt(input.at, input.zone);
  const of: Case = { ...input, person: personOn(input.person, day), age: ageOn(input.person.birthDate, day), day };
  const isSingle = input.measured.length === 1;
  const parts: Partial<Record<PartKey, Verdict>> = {};
  for (const measured of input.measured) {
    const said = measured.said ?? (isSingle ? input.said : undefined);
    parts[measured.part] = assessPart(of, said === undefined ? measured : { ...measured, said }, doubts);
  }
  const judged = Object.values(parts);
  const [first] = judged;
  if (first === undefined) return { ...silent('absent', doubts), parts };
  return { ...(judged.length === 1 ? first : together(judged, wordForAll(of, input))), parts };
}

function whyNot({ status, isModified, at, now, zone, measured }: AssessInput): NotJudged | undefined {
  if (VOID.includes(status)) return 'void';
  if (isModified === true) return 'modifier';
  if (at !== undefined && isFuture(at, now, zone)) return 'future';
  return measured.length === 0 ? 'absent' : undefined;
}

function isFuture(at: string, now: number, zone: string): boolean {
  const instant = at.includes('T') ? Date.parse(at) : NaN;
  if (!Number.isNaN(instant)) return instant > now + CLOCK_TOLERANCE_MS;
  return Number.isFinite(now) && at.slice(0, 10) > dayOf(now, zone).slice(0, at.length);
}

const silent = (notJudged: NotJudged, doubts: readonly Doubt[]): Verdict => ({
  notJudged,
  doubts,
  trace: { judge: 'none' },
});

function assessPart(of: Case, sent: Measured, doubts: readonly Doubt[]): Verdict {
  const { vital } = of;
  if (!Number.isFinite(sent.value)) return silent('absent', doubts);
  if (sent.isWord === true) return verdictOfWord(of, sent, doubts);
  if (typeof vital === 'string' && !isEntered(sent.value)) return silent('absent', doubts);
  const measured = typeof vital === 'string' ? inKeptUnit(vital, sent) : sent;
  if (measured === undefined) return silent('unit', doubts);
  const { part, unit } = measured;
  const near = nearest(measured);
  const judge = judgeOf(of, measured);
  const table = ownTable(of, part, unit);
  const own = typeof table === 'string' ? undefined : table;
  const ownFlag = typeof vital === 'string' ? flagOf(referenceOf(vital, part, unit), near) : undefined;
  const advice = adviceAbout(of, measured, judge);
  if (typeof judge === 'string')
    return {
      ...silent(judge, doubts),
      ...(ownFlag === undefined ? {} : { flag: ownFlag }),
      ...(advice === undefined ? {} : { advice }),
    };
  const { level, atLeast, isOpen } = levelsOf(judge, measured);
  const band = own === undefined ? undefined : levelsOf(tableJudge(own), measured).level;
  if (isOpen) return { ...silent('comparator', doubts), ...(advice === undefined ? {} : { advice }) };
  return {
    ...(band === undefined ? {} : { band }),
    ...(level === undefined ? {} : { level }),
    ...(atLeast ? { atLeast } : {}),
    ...(advice === undefined ? {} : { advice }),
    ...wordsOf(of, measured, judge, level, own, ownFlag),
    doubts: contradictsRange(judge, near) ? [...doubts, 'saidAgainstRange'] : doubts,
  };
}

/** The number to display: as sent, or converted to a unit the vital is stored in; undefined for any other unit. */
function inKeptUnit(vital: VitalKey, measured: Measured): Measured | undefined {
  const number = numberOf(vital, { value: measured.value, code: measured.unit });
  return number === undefined || !number.isConverted
    ? number && measured
    : {
        ...measured,
        value: number.value,
        unit: number.unit.code,
        written: { value: measured.value, code: measured.unit },
      };
}

/** Judges a result in words by the facility's interpretation only. */
function verdictOfWord(of: Case, word: Measured, doubts: readonly Doubt[]): Verdict {
  const judge = judgeOf(
    { ...of, goals: [], configured: [] },
    { ...word, said: { interpretation: word.said?.interpretation ?? [] } },
  );
  if (typeof judge === 'string' || judge.whose !== 'facility' || judge.said === undefined)
    return silent('absent', doubts);
  const level = judge.levelAt(NaN);
  const { word: meant, flag } = judge.said;
  const direction = flag === 'H' ? 'high' : flag === 'L' ? 'low' : undefined;
  return {
    ...(level === undefined ? {} : { level }),
    ...(direction === undefined ? {} : { direction, side: direction }),
    ...(flag === undefined ? {} : { flag }),
    said: meant,
    doubts,
    trace: { judge: 'facility' },
  };
}

/** Direction, strength and the range that judged. */
function wordsOf(
  of: Case,
  measured: Measured,
  judge: Judge,
  level: Level | undefined,
  own: Table | undefined,
  ownFlag: Flag | undefined,
): Pick<Verdict, 'direction' | 'side' | 'isNeutral' | 'flag' | 'said' | 'range' | 'outsideWritten' | 'trace'> {
  const near = nearest(measured);
  const isByTable = own !== undefined && (isFloor(of, measured, judge, level, own) || isUnsaid(judge, level, near));
  const whose = isByTable ? 'product' : judge.whose;
  const range = isByTable ? targetOf(own, measured.unit) : judge.range;
  const said = whose === 'facility' ? (judge.said?.word ?? wordByRange(range, near)) : undefined;
  const flag =
    whose === 'facility'
      ? judge.said === undefined
        ? flagByRange(range, near)
        : judge.said.flag
      : whose === 'configured'
        ? flagByRange(range, near)
        : ownFlag;
  const direction = level === undefined || level === 'target' ? undefined : directionOf(range, near, flag);
  const isUsual = whose === 'product' && own !== undefined && stepOf(own.shown, near)?.name === 'usual';
  const side = isUsual ? 'usualLow' : sideOf(direction, flag, level);
  const written = level === 'target' && whose !== 'facility' ? writtenBeyond(of, measured, near) : undefined;
  return {
    ...(direction === undefined ? {} : { direction }),
    ...(side === undefined ? {} : { side }),
    ...(isUsual ? { isNeutral: true as const } : {}),
    ...(flag === undefined ? {} : { flag }),
    ...(said === undefined ? {} : { said }),
    ...(range === undefined ? {} : { range }),
    ...(written === undefined ? {} : { outsideWritten: written }),
    trace: { judge: whose, ...(judge.goalId === undefined || isByTable ? {} : { goalId: judge.goalId }) },
  };
}

/** The table's own "very dangerous", which nobody else may make milder. */
function isFloor(of: Case, measured: Measured, judge: Judge, level: Level | undefined, own: Table): boolean {
  return (
    judge.whose !== 'product' &&
    level === 'veryDangerous' &&
    typeof of.vital === 'string' &&
    judge.said?.flag === undefined &&
    isUrgent(of.vital, measured.part, nearest(measured), adviceContext(of, measured.unit, judge), own)
  );
}

/** A level on the side of which a goal says nothing: "below 130" is no word about 78, the table's is. */
const isUnsaid = ({ whose, range }: Judge, level: Level | undefined, value: number): boolean =>
  whose === 'goal' && level !== 'target' && range !== undefined && isInside(range, value);

function directionOf(range: JudgingRange | undefined, value: number, flag: Flag | undefined): Direction | undefined {
  if (range !== undefined && isOver(range.high, value)) return 'high';
  if (range !== undefined && isUnder(range.low, value)) return 'low';
  return flag === 'H' ? 'high' : flag === 'L' ? 'low' : undefined;
}

/** Says "high" or "low" only with the flag or from mild on; slightly off target is worded as such. */
function sideOf(direction: Direction | undefined, flag: Flag | undefined, level: Level | undefined): Side | undefined {
  if (direction === undefined || level === undefined) return undefined;
  const isStrong = compareLevels(level, 'mild') >= 0 || flag === (direction === 'high' ? 'H' : 'L');
  if (isStrong) return direction;
  return direction === 'high' ? 'slightlyHigh' : 'slightlyLow';
}

function writtenBeyond({ vital }: Case, { part, unit }: Measured, value: number): Verdict['outsideWritten'] {
  const reference = typeof vital === 'string' ? referenceOf(vital, part, unit) : undefined;
  const flag = flagOf(reference, value);
  if (reference === undefined || (flag !== 'H' && flag !== 'L')) return undefined;
  const { low, high } = reference;
  return {
    side: flag === 'H' ? 'high' : 'low',
    ...(low === undefined ? {} : { low }),
    ...(high === undefined ? {} : { high }),
  };
}

function flagByRange(range: JudgingRange | undefined, value: number): Flag | undefined {
  if (range === undefined) return undefined;
  return isOver(range.high, value) ? 'H' : isUnder(range.low, value) ? 'L' : 'N';
}

function wordByRange(range: JudgingRange | undefined, value: number): SaidWord | undefined {
  const flag = flagByRange(range, value);
  return flag === undefined ? undefined : flag === 'H' ? 'high' : flag === 'L' ? 'low' : 'within';
}

function contradictsRange({ said, range }: Judge, value: number): boolean {
  if (said?.flag === undefined || range === undefined) return false;
  return said.flag !== flagByRange(range, value);
}

function adviceAbout(of: Case, measured: Measured, judge: Judge | NotJudged): Verdict['advice'] {
  if (typeof of.vital !== 'string') return undefined;
  // "below 3.9" may be far below, so assume the worst on that side
  const value = measured.comparator?.startsWith('<') === true ? Number.MIN_VALUE : nearest(measured);
  return adviceFor(of.vital, measured.part, value, adviceContext(of, measured.unit, judge));
}

const tableJudge = (own: Table): Judge => ({
  whose: 'product',
  levelAt: (value) => stepOf(own.bands, value)?.level,
  edges: () => own.bands.flatMap(({ below, upTo }) => below ?? upTo ?? []),
});

/** The number closest to the measurement: "< 3" becomes slightly less than 3. */
function nearest({ value, comparator }: Pick<Measured, 'value' | 'comparator'>): number {
  return comparator === '<' ? value * (1 - 1e-9) : comparator === '>' ? value * (1 + 1e-9) : value;
}

/** The level of a number. For "below 60": the mildest possible level, or none if it may be on target. */
function levelsOf(
  judge: Judge,
  measured: Measured,
): { readonly level: Level | undefined; readonly atLeast?: true; readonly isOpen?: true } {
  const near = nearest(measured);
  const { comparator, value } = measured;
  if (comparator === undefined) return { level: judge.levelAt(near) };
  const isBelow = comparator.startsWith('<');
  const edges = judge.edges().filter((edge) => (isBelow ? edge < near : edge > near));
  // levels change at edges only: test both sides of each edge in range, and the far end
  const possible = [
    near,
    ...edges.flatMap((edge) => [edge * (1 - 1e-9), edge, edge * (1 + 1e-9)]),
    isBelow ? Number.MIN_VALUE : value * 1000,
  ].map(judge.levelAt);
  const levels = possible.filter((level) => level !== undefined);
  const distinct = new Set(levels);
  if (distinct.size <= 1) return { level: levels[0] };
  if (distinct.has('target')) return { level: undefined, isOpen: true };
  return { level: levels.reduce((mild, level) => (compareLevels(level, mild) < 0 ? level : mild)), atLeast: true };
}

/** The facility's interpretation of a multi-part reading as a whole. */
function wordForAll({ origin }: Case, { said }: AssessInput): ReturnType<typeof meaningOf> {
  return origin.kind === 'facility' ? meaningOf(said?.interpretation) : undefined;
}

/** Combines the verdicts of several numbers; the worst wins (D-30). */
function together(parts: readonly Verdict[], said: ReturnType<typeof meaningOf>): Verdict {
  const level = worst(...parts.map((part) => part.level));
  const band = worst(...parts.map((part) => part.band));
  const flags = parts.map(({ flag }) => flag);
  const flag = (['H', 'L', 'N'] as const).find((one) => flags.includes(one));
  const deciding = parts
    .filter((part) => part.level === level)
    .sort((a, b) => SIDES.indexOf(a.side) - SIDES.indexOf(b.side))[0];
  const advice = parts.map((part) => part.advice).reduce(moreUrgent, undefined);
  const {
    direction,
    side,
    isNeutral,
    said: word,
    notJudged,
    range,
    outsideWritten,
    trace,
  } = deciding ?? { trace: { judge: 'none' as const } };
  const whole: Verdict = {
    ...(band === undefined ? {} : { band }),
    ...(level === undefined ? {} : { level }),
    ...(direction === undefined ? {} : { direction }),
    ...(side === undefined ? {} : { side }),
    ...(isNeutral === undefined ? {} : { isNeutral }),
    ...(flag === undefined ? {} : { flag }),
    ...(parts.some(({ atLeast }) => atLeast) ? { atLeast: true } : {}),
    ...(word === undefined ? {} : { said: word }),
    ...(level === undefined && notJudged !== undefined ? { notJudged } : {}),
    ...(range === undefined ? {} : { range }),
    ...(outsideWritten === undefined ? {} : { outsideWritten }),
    ...(advice === undefined ? {} : { advice }),
    doubts: [...new Set(parts.flatMap(({ doubts }) => doubts))],
    trace,
  };
  return said?.level !== undefined && whole.trace.judge === 'product' && level !== 'veryDangerous'
    ? saidOfAll(whole, said)
    : whole;
}

const SIDES: readonly (Side | undefined)[] = ['high', 'low', 'slightlyHigh', 'slightlyLow', 'usualLow', undefined];

function saidOfAll(whole: Verdict, { level, word, flag }: NonNullable<ReturnType<typeof meaningOf>>): Verdict {
  const { range: _range, direction: _direction, side: _side, outsideWritten: _written, ...rest } = whole;
  const direction = flag === 'H' ? 'high' : flag === 'L' ? 'low' : undefined;
  return {
    ...rest,
    ...(level === undefined ? {} : { level }),
    ...(direction === undefined ? {} : { direction, side: direction }),
    ...(flag === undefined ? {} : { flag }),
    said: word,
    trace: { judge: 'facility' },
  };
}

/**
 * True if the verdict calls for action today. Readings older than a day never do; "soon" does only for a very dangerous
 * value.
 * @param instant of the reading, in milliseconds
 */
export function isPressing(
  { advice, level }: Pick<Verdict, 'advice' | 'level'>,
  instant: number | undefined,
  now: number,
): boolean {
  if (advice === undefined || instant === undefined || now - instant > DAY_MS) return false;
  return advice.urgency !== 'soon' || level === 'veryDangerous';
}

/** The worse of two verdicts; the first if levels are equal. */
export function worse<One extends Pick<Verdict, 'level'>>(a: One | undefined, b: One | undefined): One | undefined {
  return a?.level === undefined || (b?.level !== undefined && compareLevels(b.level, a.level) > 0) ? (b ?? a) : a;
}
