import { add, parse, type PlainDate, until } from '@phr/time/plain-date';
import file from '../../data/vaccine-schedule.json' with { type: 'json' };
import { signatureOf, type TextsSetting } from '../assess/advice-texts.ts';

/** A disease of the schedule. */
export type Disease = keyof typeof file.diseases;

/** A recorded vaccination, by the disease it prevents. */
export interface GivenVaccine {
  readonly diseases: readonly Disease[];
  /** YYYY-MM-DD, or a prefix of it; absent if unknown. */
  readonly day?: string;
  /** Dose number, if recorded. */
  readonly dose?: number;
}

/**
 * State of a scheduled dose: recorded; due for less than a month; overdue and not recorded; upcoming on a known day;
 * some time after a missing previous dose; or left to a health station, as the schedule has no answer.
 */
export type DoseState = 'given' | 'due' | 'late' | 'next' | 'later' | 'ask';

export interface ScheduledDose {
  readonly disease: Disease;
  /** The birth dose, which is not part of the series. */
  readonly isAtBirth: boolean;
  /** Counted from 1. */
  readonly number: number;
  readonly state: DoseState;
  /** First day the schedule allows, if known. */
  readonly due?: PlainDate;
  /** Day it was given, as precise as recorded. */
  readonly given?: string;
}

interface Dose {
  readonly fromMonths?: number;
  /** Months since the previous dose. */
  readonly afterMonths?: number;
  readonly untilDays?: number;
  readonly untilMonths?: number;
}

interface Series {
  readonly disease: Disease;
  readonly atBirth?: boolean;
  readonly doses: readonly Dose[];
}

/** A dose within this many days of birth is the birth dose, not the first of the series. */
const BIRTH_DAYS = 28;
const SERIES = file.series as readonly Series[];
const BY_CVX: Readonly<Record<string, string>> = file.cvx;
const BY_SNOMED: Readonly<Record<string, string>> = file.snomed;

/** The schedule's name, the diseases it lacks and the names of its diseases, by locale. */
export const SCHEDULE = { names: file.names, leftOut: file.leftOut, diseases: file.diseases } as const;

/**
 * Whether the schedule may be shown here, and whether it is a draft; undefined if only signed texts are shown (R-S7).
 */
export function scheduleSignature(setting: TextsSetting): ReturnType<typeof signatureOf> {
  return signatureOf(file, setting);
}

/** Diseases a vaccine prevents, by its CVX code or a disease's SNOMED CT code; empty for unknown codes. */
export function diseasesOf(code: string | undefined): readonly Disease[] {
  const known = BY_CVX[code ?? ''] ?? BY_SNOMED[code ?? ''];
  return known === undefined ? [] : (known.split(' ') as Disease[]);
}

/**
 * Every scheduled dose for a child, with its state. A combined vaccine counts for each of its diseases; two records on
 * one day are one dose. Does not judge whether a dose was given too early.
 * @param birthDate YYYY-MM-DD
 * @param today YYYY-MM-DD
 */
export function scheduleOf(
  birthDate: PlainDate,
  today: PlainDate,
  given: readonly GivenVaccine[],
): readonly ScheduledDose[] {
  return SERIES.flatMap(({ disease, atBirth = false, doses }) => {
    const isEarly = ({ day }: GivenVaccine) => {
      const whole = parse(day ?? '');
      return whole !== undefined && until(birthDate, whole) <= BIRTH_DAYS;
    };
    const hasBirthDose = SERIES.some((one) => one.disease === disease && one.atBirth === true);
    const own = given.filter((one) => one.diseases.includes(disease) && (!hasBirthDose || isEarly(one) === atBirth));
    const days = daysOf(own);
    return doses.map((dose, at): ScheduledDose => {
      const doseAt = { disease, isAtBirth: atBirth, number: at + 1 };
      if (at < days.length) return { ...doseAt, state: 'given', ...(days[at] && { given: days[at] }) };
      return {
        ...doseAt,
        ...openState(dose, {
          birthDate,
          today,
          before: at === 0 ? 'none' : at > days.length ? 'missing' : (days[at - 1] ?? ''),
        }),
      };
    });
  });
}

/** Dose days, oldest first; '' if unknown. A recorded dose number implies the earlier doses. */
function daysOf(given: readonly GivenVaccine[]): readonly string[] {
  const days = [...new Set(given.flatMap(({ day }) => day ?? []))].toSorted();
  const undated = given.filter(({ day }) => day === undefined).length;
  const most = Math.max(0, ...given.map(({ dose = 0 }) => dose));
  const missing = Math.max(undated, most - days.length);
  return [...Array.from({ length: missing }, () => ''), ...days];
}

interface Standing {
  readonly birthDate: PlainDate;
  readonly today: PlainDate;
  /** Day of the previous dose: 'none' for a first one, 'missing' if it was not given, '' if its day is unknown. */
  readonly before: string;
}

function openState(
  { fromMonths, afterMonths, untilDays, untilMonths }: Dose,
  { birthDate, today, before }: Standing,
): Pick<ScheduledDose, 'state' | 'due'> {
  const ends = [
    ...(untilDays === undefined ? [] : [add(birthDate, { days: untilDays })]),
    ...(untilMonths === undefined ? [] : [add(birthDate, { months: untilMonths })]),
  ];
  if (ends.some((end) => today > end)) return { state: 'ask' };
  if (before === 'missing') return { state: 'later' };
  const last = before === 'none' ? undefined : parse(before);
  if (before !== 'none' && last === undefined) return { state: 'ask' };
  const byAge = fromMonths === undefined ? undefined : add(birthDate, { months: fromMonths });
  const byInterval = afterMonths === undefined || last === undefined ? undefined : add(last, { months: afterMonths });
  const due = byInterval ?? byAge;
  // A booster after a late series: the schedule gives no interval.
  if (due === undefined || (byInterval === undefined && last !== undefined && last >= due)) return { state: 'ask' };
  if (today < due) return { state: 'next', due };
  return { state: today < add(due, { months: file.lateAfterMonths }) ? 'due' : 'late', due };
}
