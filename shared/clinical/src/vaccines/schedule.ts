import { add, parse, type PlainDate, until } from '@phr/time/plain-date';
import file from '../../data/vaccine-schedule.json' with { type: 'json' };
import { mayShow } from '../assess/advice-texts.ts';

/** A disease that the schedule is about. */
export type Disease = keyof typeof file.diseases;

/** A vaccination of the record, by what it is against. */
export interface GivenVaccine {
  readonly diseases: readonly Disease[];
  /** YYYY-MM-DD, or less of it; absent when nobody knows. */
  readonly day?: string;
  /** Number of the dose, where the record tells it. */
  readonly dose?: number;
}

/**
 * Where a dose of the schedule stands: recorded; due since less than a month; due since longer and not recorded; at a known day to come; some time after the
 * dose before it, which is missing; or only a health station can say, since the schedule has no answer.
 */
export type DoseState = 'given' | 'due' | 'late' | 'next' | 'later' | 'ask';

export interface ScheduledDose {
  readonly disease: Disease;
  /** The dose right after birth, which the series does not count. */
  readonly isAtBirth: boolean;
  /** From 1. */
  readonly number: number;
  readonly state: DoseState;
  /** The first day on which the schedule has it, where that is known. */
  readonly due?: PlainDate;
  /** The day on which it was given, as exact as the record tells it. */
  readonly given?: string;
}

interface Dose {
  readonly fromMonths?: number;
  /** Since the dose before. */
  readonly afterMonths?: number;
  readonly untilDays?: number;
  readonly untilMonths?: number;
}

interface Series {
  readonly disease: Disease;
  readonly atBirth?: boolean;
  readonly doses: readonly Dose[];
}

/** A dose within so many days of birth is the one at birth, not the first of the series. */
const BIRTH_DAYS = 28;
const SERIES = file.series as readonly Series[];
const BY_CVX: Readonly<Record<string, string>> = file.cvx;
const BY_SNOMED: Readonly<Record<string, string>> = file.snomed;

/** The schedule's own name, its missing diseases and the names of its diseases, by locale. */
export const SCHEDULE = { names: file.names, leftOut: file.leftOut, diseases: file.diseases } as const;

/** Whether the schedule may be shown here, and whether that is a draft; undefined where only signed texts are shown (R-S7). */
export function scheduleSignature(setting: Parameters<typeof mayShow>[1]): { readonly isDraft: boolean } | undefined {
  const { reviewer } = file;
  const isDraft = file.status !== 'approved' || reviewer === null;
  return mayShow({ status: isDraft ? 'draft' : 'approved', reviewer }, setting) ? { isDraft } : undefined;
}

/** What a vaccine is against, by its CVX code, or the disease of a SNOMED CT code; nothing for a code that the schedule does not know. */
export function diseasesOf(code: string | undefined): readonly Disease[] {
  const known = BY_CVX[code ?? ''] ?? BY_SNOMED[code ?? ''];
  return known === undefined ? [] : (known.split(' ') as Disease[]);
}

/**
 * Every dose of the schedule for a child, and where each stands. A combined vaccine counts for each of its diseases; two records of one day are one dose.
 * Whether a dose was given too early is not judged here.
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

/** The days of doses, oldest first; '' for one without a day. A number that the record tells stands for doses before it that it does not hold. */
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
  /** The day of the dose before: 'none' for a first one, 'missing' when it was not given, '' when its day is not known. */
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
  // A booster after a series that was itself late: the schedule names no interval.
  if (due === undefined || (byInterval === undefined && last !== undefined && last >= due)) return { state: 'ask' };
  if (today < due) return { state: 'next', due };
  return { state: today < add(due, { months: file.lateAfterMonths }) ? 'due' : 'late', due };
}
