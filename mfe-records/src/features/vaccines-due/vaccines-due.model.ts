import { type Disease, type DoseState, type ScheduledDose, scheduleOf } from '@phr/clinical/vaccines/schedule';
import { parse, type PlainDate } from '@phr/time/plain-date';
import { isOfScheduleAge } from './schedule-age.entity.ts';
import type { Recommendation, Vaccination } from './vaccination.entity.ts';

/** Doses against several diseases in the same state: usually one injection. Those without a day are combined. */
export interface DoseGroup extends Omit<ScheduledDose, 'disease' | 'number'> {
  readonly id: string;
  readonly diseases: readonly Disease[];
  readonly numbers: readonly number[];
}

/** A person's vaccination status on a day. */
export interface VaccinePlan {
  /** From the record, with their state: takes precedence over the schedule. */
  readonly recommended: readonly (Recommendation & { readonly state: 'due' | 'late' | 'next' | 'notNeeded' })[];
  readonly doses: readonly DoseGroup[];
  /** Why there is no schedule; each completes a text key `vac.no.<name>`. */
  readonly without?: 'birthDate' | 'adult' | 'unsigned';
}

interface Known {
  readonly birthDate: string | undefined;
  readonly today: PlainDate;
  readonly given: readonly Vaccination[];
  /** Newest first. */
  readonly recommendations: readonly Recommendation[];
  /** False if the deployment hides unsigned schedules. */
  readonly isScheduleShown: boolean;
}

/**
 * Due vaccinations: the record's recommendations, and the schedule minus recorded doses and those the record covers.
 */
export function vaccinePlan({ birthDate, today, given, recommendations, isScheduleShown }: Known): VaccinePlan {
  const open = newestOfEach(recommendations).filter((one) => !isDone(one, given));
  const recommended = open.map((one) => ({ ...one, state: stateOf(one, today) }));
  const born = parse(birthDate ?? '');
  const without = withoutSchedule(born, today, isScheduleShown);
  if (born === undefined || without !== undefined) return { recommended, doses: [], ...(without && { without }) };
  const spokenOf = new Set(open.flatMap(({ diseases }) => diseases));
  return {
    recommended,
    doses: grouped(
      scheduleOf(born, today, given).filter(({ disease, state }) => state === 'given' || !spokenOf.has(disease)),
    ),
  };
}

function withoutSchedule(born: PlainDate | undefined, today: PlainDate, isShown: boolean): VaccinePlan['without'] {
  if (born !== undefined && born <= today && !isOfScheduleAge(born, today)) return 'adult';
  if (!isShown) return 'unsigned';
  return born === undefined || born > today ? 'birthDate' : undefined;
}

/** the same vaccine is recommended repeatedly: the newest counts */
function newestOfEach(recommendations: readonly Recommendation[]): readonly Recommendation[] {
  const names = new Set<string>();
  return recommendations.filter(({ id, codes, diseases }) => {
    const about = [...codes, ...diseases];
    const isNew = about.length === 0 || !about.some((one) => names.has(one));
    for (const one of [...about, id]) names.add(one);
    return isNew;
  });
}

/** given since it was recommended, by the same code or against one of its diseases */
function isDone({ codes, diseases, since }: Recommendation, given: readonly Vaccination[]): boolean {
  return given.some(
    (one) =>
      since !== undefined &&
      one.day !== undefined &&
      one.day >= since &&
      (one.codes.some((code) => codes.includes(code)) || one.diseases.some((disease) => diseases.includes(disease))),
  );
}

function stateOf({ forecast, due }: Recommendation, today: string): VaccinePlan['recommended'][number]['state'] {
  if (forecast === 'immune' || forecast === 'complete' || forecast === 'contraindicated') return 'notNeeded';
  if (forecast === 'overdue') return 'late';
  return due !== undefined && due > today ? 'next' : 'due';
}

function grouped(doses: readonly ScheduledDose[]): readonly DoseGroup[] {
  const rows = doses.filter(({ due, given }) => due !== undefined || given !== undefined).map(rowOf);
  const undated = new Map<string, DoseGroup>();
  for (const dose of doses.filter(({ due, given }) => due === undefined && given === undefined)) {
    const key = `${dose.disease} ${dose.state} ${dose.isAtBirth}`;
    const row = undated.get(key) ?? { ...rowOf(dose), numbers: [] };
    undated.set(key, { ...row, numbers: [...row.numbers, dose.number] });
  }
  const groups = new Map<string, DoseGroup>();
  for (const row of [...rows, ...undated.values()]) {
    const id = [row.state, row.isAtBirth, row.numbers.join(), row.due ?? '', row.given ?? ''].join(' ');
    groups.set(id, { ...row, id, diseases: [...(groups.get(id)?.diseases ?? []), ...row.diseases] });
  }
  return [...groups.values()].toSorted((a, b) => ((a.due ?? a.given ?? '9') < (b.due ?? b.given ?? '9') ? -1 : 1));
}

const rowOf = ({ disease, number, ...dose }: ScheduledDose): DoseGroup => ({
  ...dose,
  id: '',
  diseases: [disease],
  numbers: [number],
});

/** Doses in one of these states, soonest first. */
export const dosesIn = ({ doses }: VaccinePlan, states: readonly DoseState[]): readonly DoseGroup[] =>
  doses.filter(({ state }) => states.includes(state));
