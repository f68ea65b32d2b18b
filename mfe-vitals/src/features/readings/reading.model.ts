import { sameDayBmis } from '@phr/clinical/bmi';
import { snomed, snomeds, tokenOf, tokensOf } from '@phr/clinical/code-systems';
import { componentOf, vitalIn, type VitalKey } from '@phr/clinical/codings';
import { assess, isPressing } from '@phr/clinical/assess/assess';
import type {
  ConfiguredRange,
  Goal,
  Measured,
  Origin,
  Person,
  Verdict,
  WholeVerdict,
} from '@phr/clinical/assess/verdict';
import { mealOf, type Meal } from '@phr/clinical/meal';
import { partsOf, type PartKey } from '@phr/clinical/parts';
import { KG_PER_M2, type Unit } from '@phr/clinical/units';
import { isEntered } from '@phr/clinical/entered';
import { dateOrder, parseDate } from '@phr/fhir/dates';
import { circumstancesOf, type Circumstances } from '@phr/fhir/circumstances';
import { isConditional } from '@phr/fhir/conditional';
import { isCorrectable } from '@phr/fhir/correctable';
import { isDoubted, statusesIn } from '@phr/fhir/device-status';
import { numbersIn, originOf, performersOf, saidOf } from '@phr/fhir/judging';
import { notesOf, type Note } from '@phr/fhir/note-words';
import type { Observation } from '@phr/fhir/observation';
import { defined } from '@phr/fhir/reading';
import { isOwnEntry, isOwnSource, readSource } from '@phr/fhir/source';
import { DAY_MS } from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import { formatNumber } from '@phr/ui/format';
import { amountOf, type Amount } from './amount.model.ts';

export interface Part {
  readonly key: PartKey;
  readonly amount: Amount;
  /** Verdict on this number; absent if not a number. */
  readonly verdict?: Verdict | undefined;
  /** True if rounding to its usual decimals would change the level: 119.6 is not shown as 120. */
  readonly isExact?: boolean | undefined;
}

/** Who measured: the person (or at home), a named facility, this product by computation, or unknown. */
export type Source =
  /** A typed place is only where it was measured. */
  | { readonly kind: 'patient'; readonly place?: string }
  | { readonly kind: 'facility'; readonly name?: string }
  | { readonly kind: 'computed' | 'unknown' };

/** Statuses worth showing; a plain final reading has none. Each completes a text key `reading.status.<name>`. */
export type ReadingStatus = 'preliminary' | 'amended' | 'cancelled' | 'entered-in-error';

/** A measurement as displayed, from whichever system. */
export interface Reading {
  readonly id: string;
  readonly vitalKey: VitalKey;
  /** FHIR date or dateTime of measurement, with its given precision; absent if unknown. */
  readonly measuredAt?: string;
  /** Milliseconds, if the time of day is known. */
  readonly instant?: number;
  readonly parts: readonly Part[];
  /** The meter's status flags. */
  readonly deviceStatus?: readonly string[];
  /** Verdict on the whole reading; the worse part wins (D-30). */
  readonly verdict: WholeVerdict;
  /**
   * True for readings excluded from means, shares and charts: never this person's, in the future, doubted by the meter,
   * or under an unknown modifier.
   */
  readonly isApart?: true;
  /** True if charts, statistics and trends may use the number. */
  readonly counts: boolean;
  readonly status?: ReadingStatus;
  readonly source: Source;
  readonly deletable: boolean;
  /** Typed by the person; meter readings are never rewritten. */
  readonly correctable: boolean;
  readonly arm?: 'left' | 'right';
  /** Relation to meals, of a glucose reading. */
  readonly meal?: Meal;
  /** Further context: body site, oxygen. */
  readonly circumstances?: Circumstances;
  readonly notes: readonly Note[];
  /** Set until the server has it: queued on this device, or rejected and to be corrected. */
  readonly unsent?: 'waiting' | 'refused';
  /** For an unsent correction: the reading it replaces. */
  readonly corrects?: string;
}

/** Context for parsing readings. */
export interface ReadingContext extends Person {
  /** IANA zone in which days are counted. */
  readonly zone: string;
  /** Current time in milliseconds: future readings are shown but not judged. */
  readonly now: number;
  /** Goals of the record; clinicians' goals judge first. */
  readonly goals?: readonly Goal[];
  /** The deployment's ranges for vitals without bands of their own (D-40). */
  readonly configured?: ReadonlyMap<VitalKey, readonly ConfiguredRange[]>;
}

/** Verdict if nothing can be judged. */
export const UNJUDGED: WholeVerdict = { notJudged: 'noRange', doubts: [], trace: { judge: 'none' }, parts: {} };

const STATUSES: Readonly<Record<string, ReadingStatus>> = {
  registered: 'preliminary',
  preliminary: 'preliminary',
  amended: 'amended',
  corrected: 'amended',
  cancelled: 'cancelled',
  'entered-in-error': 'entered-in-error',
};
/** These were never a measurement of this person. */
const VOID: readonly (ReadingStatus | undefined)[] = ['cancelled', 'entered-in-error'];
/** Tolerance for a meter's clock running ahead. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60_000;

/** SNOMED CT: right and left upper arm; whole-arm codes are read too. */
export const ARM_CODINGS = {
  right: snomed('368209003', 'Right upper arm structure'),
  left: snomed('368208006', 'Left upper arm structure'),
} as const;
const ARM_BY_TOKEN: ReadonlyMap<string, 'left' | 'right'> = new Map(
  (
    [
      ['right', [ARM_CODINGS.right, ...snomeds('368455003')]],
      ['left', [ARM_CODINGS.left, ...snomeds('368456002')]],
    ] as const
  ).flatMap(([side, codes]) => codes.flatMap(tokensOf).map((token): [string, typeof side] => [token, side])),
);

/** Readings among any observations, newest first; others are dropped. */
export function readingsOf(observations: readonly Observation[], context: ReadingContext): readonly Reading[] {
  return observations
    .map((observation) => readingOf(observation, context))
    .filter((reading) => reading !== undefined)
    .sort(newestFirst);
}

/** An older reading says nothing about the present state: it is shown with its age and without a verdict. */
export const STALE_DAYS = 30;

/** Days since a newest reading if too old to judge by; undefined without a time. */
export function staleness(reading: Reading | undefined, now: number): { readonly staleDays?: number } {
  if (reading?.measuredAt === undefined) return {};
  const days = Math.floor((now - (reading.instant ?? dateOrder(reading.measuredAt))) / DAY_MS);
  return days > STALE_DAYS ? { staleDays: days } : {};
}

/** True for one that is too old to judge by it. */
export const isStale = (reading: Reading, now: number): boolean => staleness(reading, now).staleDays !== undefined;

/** Newest first; readings without a time come last. */
export function newestFirst(a: Reading, b: Reading): number {
  const [first, second] = [dateOrder(a.measuredAt), dateOrder(b.measuredAt)];
  return first === second ? 0 : second > first ? 1 : -1;
}

/** An observation as a reading; undefined if not a vital sign or without id. */
export function readingOf(observation: Observation, context: ReadingContext): Reading | undefined {
  const vitalKey = vitalIn(observation.code);
  if (vitalKey === undefined || observation.id === undefined) return undefined;

  const measuredAt = [
    observation.effectiveDateTime,
    observation.effectiveInstant,
    observation.effectivePeriod?.start,
    observation.issued,
  ].find((written) => parseDate(written) !== undefined);
  const date = parseDate(measuredAt);
  const instant = date?.precision === 'instant' ? date.at.getTime() : undefined;
  const status = STATUSES[observation.status ?? ''];
  const isFuture = instant !== undefined && instant > context.now + CLOCK_TOLERANCE_MS;

  const deviceStatus = statusesIn(observation.extension);
  const isModified = isConditional(observation);
  const isApart = VOID.includes(status) || isFuture || isModified || isDoubted(deviceStatus);
  const judged = judge(vitalKey, amountsOf(vitalKey, observation), context, {
    at: measuredAt,
    status: observation.status,
    isModified,
    origin: originOf(observation),
    observation,
  });
  const arm = observation.bodySite?.coding
    ?.map((coding) => ARM_BY_TOKEN.get(tokenOf(coding)))
    .find((side) => side !== undefined);
  const meal = observation.component
    ?.flatMap(({ valueCodeableConcept }) => valueCodeableConcept?.coding ?? [])
    .map((coding) => mealOf(tokenOf(coding)))
    .find((one) => one !== undefined);
  return {
    id: observation.id,
    vitalKey,
    ...(measuredAt === undefined ? {} : { measuredAt }),
    ...(instant === undefined ? {} : { instant }),
    parts: judged.parts,
    get verdict() {
      return judged.verdict;
    },
    counts:
      !isApart &&
      instant !== undefined &&
      judged.parts.length > 0 &&
      judged.parts.every(
        ({ amount }) => amount.kind === 'measured' && amount.comparator === undefined && isEntered(amount.value),
      ),
    ...(isApart ? { isApart } : {}),
    ...(deviceStatus.length === 0 ? {} : { deviceStatus }),
    ...(status === undefined ? {} : { status }),
    source: sourceOf(observation),
    deletable: isOwnEntry({ meta: observation.meta, performer: performersOf(observation) }),
    correctable: isCorrectable(observation),
    ...(arm === undefined ? {} : { arm }),
    ...(meal === undefined ? {} : { meal }),
    ...defined({ circumstances: apartFrom(arm, observation, vitalKey) }),
    notes: notesOf(observation.note),
  };
}

/** Additional context besides the arm, which has its own field; recordings have their own screen. */
function apartFrom(arm: Reading['arm'], observation: Observation, vitalKey: VitalKey): Circumstances | undefined {
  if (vitalKey === 'ecgs') return undefined;
  const { bodySite: _site, ...rest } = observation;
  return circumstancesOf(arm === undefined ? observation : rest, vitalKey);
}

/** The numbers of an observation, in reading order. */
function amountsOf(vitalKey: VitalKey, observation: Observation): readonly Part[] {
  return partsOf(vitalKey).map(
    ({ key, coding }): Part => ({
      key,
      amount: amountOf(
        vitalKey,
        coding === undefined ? observation : componentNamed(vitalKey, observation, coding.key),
      ),
    }),
  );
}

/** The component of a part, or the observation itself if it is that part alone. */
function componentNamed(vitalKey: VitalKey, observation: Observation, key: string) {
  return [...(observation.component ?? []), observation].find((part) => componentOf(vitalKey, part.code)?.key === key);
}

/** What a reading brings along for its judge. */
interface Evidence {
  readonly at: string | undefined;
  readonly status?: string | undefined;
  readonly isModified?: boolean;
  readonly origin: Origin;
  readonly observation?: Observation;
}

/** Verdicts of numbers and whole, computed lazily: a first screen needs only each vital's newest of hundreds. */
function judge(
  vitalKey: VitalKey,
  parts: readonly Part[],
  { zone, now, goals, configured, ...person }: ReadingContext,
  { at, status, isModified = false, origin, observation }: Evidence,
): { readonly parts: readonly Part[]; readonly verdict: WholeVerdict } {
  const verdictOf = (measured: readonly Measured[]): WholeVerdict =>
    assess({
      vital: vitalKey,
      measured,
      zone,
      now,
      isModified,
      origin,
      person,
      ...(at === undefined ? {} : { at }),
      ...(status === undefined ? {} : { status }),
      ...defined({
        said: observation && saidOf(observation),
        goals,
        configured: configured?.get(vitalKey),
      }),
    });
  const measured: readonly Measured[] =
    observation === undefined
      ? parts.flatMap(numberOf)
      : numbersIn(observation, vitalKey).flatMap(({ measured: numbers }) => numbers);
  const whole = once(() => verdictOf(measured));
  return {
    get verdict() {
      return whole();
    },
    parts: parts.map((part) => {
      const isExact = once(() => {
        const rounded = roundedOf(part, measured);
        const own = whole().parts[part.key];
        return rounded !== undefined && own !== undefined && verdictOf([rounded]).parts[part.key]?.level !== own.level;
      });
      return {
        ...part,
        get verdict() {
          return whole().parts[part.key];
        },
        get isExact() {
          return isExact() || undefined;
        },
      };
    }),
  };
}

/** Memoizes a function without arguments. */
function once<Answer>(find: () => Answer): () => Answer {
  let found: { readonly answer: Answer } | undefined;
  return () => (found ??= { answer: find() }).answer;
}

/** A part's number without an observation, such as a computed one. */
const numberOf = ({ key, amount }: Part): readonly Measured[] =>
  amount.kind === 'measured' ? [{ part: key, value: amount.value, unit: amount.unit.code }] : [];

/** The number rounded for display; undefined if unchanged. */
function roundedOf({ key, amount }: Part, measured: readonly Measured[]): Measured | undefined {
  const one = measured.find(({ part }) => part === key);
  if (amount.kind !== 'measured' || amount.comparator !== undefined || one === undefined) return undefined;
  const rounded = Number(formatNumber(amount.value, 'en-US', amount.unit.code).replaceAll(',', ''));
  return rounded === amount.value ? undefined : { ...one, value: rounded };
}

/** Source for judging: the person for entries made here, whatever place was typed, else by performer, else unknown. */
export function sourceOf(observation: Observation): Source {
  const { kind, name } = originOf(observation);
  if (kind === 'facility') return name === undefined ? { kind } : { kind, name };
  if (kind === 'unknown') return { kind };
  const stamp = readSource(observation.meta?.source);
  const place =
    stamp !== undefined && isOwnSource(stamp)
      ? observation.performer?.find(({ reference, display }) => reference === undefined && display !== undefined)
          ?.display
      : undefined;
  return place === undefined ? { kind: 'patient' } : { kind: 'patient', place };
}

/**
 * Adds the body mass index of each day with weight and height but no index of its own (D-42). Computed ones are marked
 * and cannot be deleted.
 */
export function withComputedBmis(readings: readonly Reading[], context: ReadingContext): readonly Reading[] {
  const of = (vitalKey: VitalKey, unit: string) =>
    readings.flatMap((reading) => {
      const amount = reading.parts[0]?.amount;
      return reading.vitalKey === vitalKey &&
        reading.counts &&
        amount?.kind === 'measured' &&
        amount.unit.code === unit &&
        reading.measuredAt !== undefined
        ? [{ value: amount.value, at: reading.measuredAt }]
        : [];
    });
  const written = new Set(
    readings
      .filter(({ vitalKey, counts }) => vitalKey === 'bmis' && counts)
      .map(({ instant }) => dayOf(instant ?? 0, context.zone)),
  );
  const computed = sameDayBmis(of('weights', 'kg'), of('heights', 'cm'), context.zone)
    .filter(({ day }) => !written.has(day))
    .map(({ day, value, at }) => computedBmi(day, value, at, context));
  return computed.length === 0 ? readings : [...readings, ...computed].sort(newestFirst);
}

function computedBmi(day: string, value: number, at: string, context: ReadingContext): Reading {
  const unit: Unit = KG_PER_M2;
  return {
    ...judge('bmis', [{ key: 'value', amount: { kind: 'measured', value, unit } }], context, {
      at,
      origin: { kind: 'computed' },
    }),
    id: `bmi-${day}`,
    vitalKey: 'bmis',
    measuredAt: at,
    instant: Date.parse(at),
    counts: true,
    source: { kind: 'computed' },
    deletable: false,
    correctable: false,
    notes: [],
  };
}

/** A part's number in the reading's unit; undefined if not measured. */
export function numberIn(reading: Reading, key: PartKey = 'value'): number | undefined {
  const amount = reading.parts.find((part) => part.key === key)?.amount;
  return amount?.kind === 'measured' ? amount.value : undefined;
}

/** True if there is anything to display as value. */
export function hasValue(reading: Reading): boolean {
  return !VOID.includes(reading.status) && reading.parts.some(({ amount }) => amount.kind !== 'absent');
}

/** The latest reading with a value that is not in the future, and the earlier one to compare with. */
export function latestOf(
  readings: readonly Reading[],
  now: number,
): { readonly latest?: Reading; readonly previous?: Reading } {
  const index = readings.findIndex(
    (reading) => hasValue(reading) && (reading.instant ?? dateOrder(reading.measuredAt)) <= now + CLOCK_TOLERANCE_MS,
  );
  const latest = readings[index];
  if (latest === undefined) return {};
  const previous = readings.slice(index + 1).find(({ counts }) => counts);
  return previous === undefined || !latest.counts ? { latest } : { latest, previous };
}

/**
 * True if the meter doubts the reading, so measure again first; never takes precedence over sugar or the emergency
 * number.
 */
export function needsRemeasuring({ verdict: { advice }, deviceStatus }: Reading): boolean {
  return isDoubted(deviceStatus) && advice?.urgency !== 'now' && advice?.id.startsWith('glu.low') !== true;
}

/** True if a reading requires action now. */
export function requiresAction(reading: Reading, now: number): boolean {
  return !needsRemeasuring(reading) && isPressing(reading.verdict, reading.instant, now);
}

/** The reading's local day: judged by the person's state on that day (D-31). */
export function dayOfReading(
  { instant, measuredAt }: Reading,
  { zone }: Pick<ReadingContext, 'zone'>,
): string | undefined {
  return instant === undefined ? measuredAt?.slice(0, 10) : dayOf(instant, zone);
}
