import * as plainDate from '@phr/time/plain-date';
import { tokenOf } from '../code-systems.ts';
import { componentOf, vitalKeyOf, type VitalKey } from '../codings.ts';
import { inUnit, isGlucoseUnit } from '../glucose.ts';
import { numberOf, type PartKey } from '../parts.ts';
import type { Amount, AssessInput, Goal, JudgingRange } from './verdict.ts';

/** The range of a goal for one number. */
export interface GoalRange {
  readonly range: JudgingRange;
  readonly id?: string;
}

type Target = NonNullable<Goal['target']>[number];

const ACTIVE: readonly (string | undefined)[] = ['accepted', 'active'];
/** For these vitals a goal without a comparator is an upper edge. */
const UPPER: readonly VitalKey[] = ['bloodPressures', 'cholesterols', 'uricAcids'];
const MONTHS_AFTER_DUE = 12;
const MONTHS_WITHOUT_DUE = 24;

/**
 * The newest clinician-set goal for a number that is valid on a day. The person's own goals never judge.
 * @param day YYYY-MM-DD of the reading
 * @param unit UCUM code of the number
 */
export function goalFor(
  goals: readonly Goal[],
  vital: AssessInput['vital'],
  part: PartKey,
  unit: string,
  day: string | undefined,
): GoalRange | undefined {
  return newest(
    goals.filter((goal) => clinicianOf(goal) !== undefined),
    vital,
    part,
    unit,
    day,
  );
}

/**
 * The person's newest own goal for a number: displayed and drawn, never used for judging. A goal without a known author
 * is ignored.
 */
export function ownGoalFor(
  goals: readonly Goal[],
  vital: AssessInput['vital'],
  part: PartKey,
  unit: string,
  day: string | undefined,
): Pick<JudgingRange, 'low' | 'high'> | undefined {
  return newest(
    goals.filter((goal) => clinicianOf(goal) === undefined && isOwn(goal)),
    vital,
    part,
    unit,
    day,
  )?.range;
}

function newest(
  goals: readonly Goal[],
  vital: AssessInput['vital'],
  part: PartKey,
  unit: string,
  day: string | undefined,
): GoalRange | undefined {
  const found = goals
    .filter((goal) => ACTIVE.includes(goal.lifecycleStatus))
    .flatMap((goal) =>
      (goal.target ?? []).flatMap((target) => {
        const edges =
          measures(target, vital, part) && holdsOn(goal, target, day) ? edgesOf(target, vital, unit) : undefined;
        return edges === undefined ? [] : [{ goal, edges }];
      }),
    )
    .sort((a, b) => (sinceOf(b.goal) ?? '').localeCompare(sinceOf(a.goal) ?? ''))[0];
  if (found === undefined) return undefined;
  const { goal, edges } = found;
  const [by, since] = [clinicianOf(goal)?.display, sinceOf(goal)];
  return {
    ...(goal.id === undefined ? {} : { id: goal.id }),
    range: {
      ...edges,
      unit,
      whose: 'goal',
      ...(by === undefined ? {} : { by }),
      ...(since === undefined ? {} : { since }),
    },
  };
}

function clinicianOf({ expressedBy, author }: Goal): { readonly display?: string } | undefined {
  return [expressedBy, author].find((one) => CLINICIAN.test(one?.reference ?? '') || CLINICIAN.test(typeIn(one)));
}

const isOwn = ({ expressedBy, author }: Goal): boolean =>
  [expressedBy, author].some((one) => PERSON.test(one?.reference ?? '') || PERSON.test(typeIn(one)));

const PERSON = /(^|\/)(Patient|RelatedPerson)(\/|$)/;
const CLINICIAN = /(^|\/)(Practitioner|PractitionerRole|Organization)(\/|$)/;
const typeIn = (one: Goal['expressedBy']): string => one?.type ?? '';

const sinceOf = ({ startDate, statusDate }: Goal): string | undefined => startDate ?? statusDate;

/** Matches a vital by any of its codes, and other results by a shared code (of the same system if both name one). */
function measures({ measure }: Target, vital: AssessInput['vital'], part: PartKey): boolean {
  return (
    measure?.coding?.some((coding) =>
      typeof vital !== 'string'
        ? vital.code.coding?.some((own) => own.code === coding.code && isSame(own.system, coding.system))
        : part === 'value'
          ? vitalKeyOf(tokenOf(coding)) === vital
          : componentOf(vital, { coding: [coding] })?.key === part,
    ) === true
  );
}

const isSame = (a: string | undefined, b: string | undefined): boolean => a === undefined || b === undefined || a === b;

/** Valid from its start to one year after its due date, or two years after its start if it has none. */
function holdsOn(goal: Goal, { dueDate }: Target, day: string | undefined): boolean {
  const start = wholeDay(sinceOf(goal));
  const on = wholeDay(day);
  if (on === undefined) return false;
  if (start !== undefined && on < start) return false;
  const due = wholeDay(dueDate);
  if (due !== undefined) return on <= plainDate.add(due, { months: MONTHS_AFTER_DUE });
  return start !== undefined && on <= plainDate.add(start, { months: MONTHS_WITHOUT_DUE });
}

/** First day of a date that may lack day or month. */
function wholeDay(date: string | undefined): string | undefined {
  const text = date?.slice(0, 10) ?? '';
  const padded = text.length === 4 ? `${text}-01-01` : text.length === 7 ? `${text}-01` : text;
  return plainDate.parse(padded);
}

function edgesOf(
  { detailRange, detailQuantity }: Target,
  vital: AssessInput['vital'],
  unit: string,
): Pick<JudgingRange, 'low' | 'high'> | undefined {
  const edge = (amount: Amount | undefined, included: boolean) => {
    const value = numberIn(amount, vital, unit);
    return value === undefined ? undefined : { value, included };
  };
  if (detailRange !== undefined) {
    const [low, high] = [edge(detailRange.low, true), edge(detailRange.high, true)];
    if (low === undefined && high === undefined) return undefined;
    return { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) };
  }
  const comparator = detailQuantity?.comparator;
  const one = edge(detailQuantity, comparator === undefined || comparator.endsWith('='));
  if (one === undefined) return undefined;
  if (comparator === undefined) return typeof vital === 'string' && UPPER.includes(vital) ? { high: one } : undefined;
  return comparator.startsWith('<') ? { high: one } : { low: one };
}

/** A goal's number in the reading's unit; undefined if not convertible. */
function numberIn(amount: Amount | undefined, vital: AssessInput['vital'], unit: string): number | undefined {
  if (amount?.value === undefined) return undefined;
  // conversions are known for vitals only
  if (typeof vital !== 'string') return [amount.code, amount.unit].includes(unit) ? amount.value : undefined;
  const number = numberOf(vital, { value: amount.value, code: amount.code, unit: amount.unit });
  if (number === undefined) return undefined;
  const { code } = number.unit;
  if (code === unit) return number.value;
  return vital === 'glucoses' && isGlucoseUnit(code) && isGlucoseUnit(unit)
    ? inUnit(number.value, code, unit)
    : undefined;
}
