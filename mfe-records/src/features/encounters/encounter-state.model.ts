import { dateBounds } from '@phr/fhir/dates';
import type { PatientList } from '@phr/module-kit/patient-list';
import type { Encounter, EncounterStatus } from './encounter.entity.ts';
import type { EncounterKind } from './encounter-kind.model.ts';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
export interface EncounterBadge {
  readonly key: string;
  readonly tone: Tone;
}

const DAY = 86_400_000;

/** Days until an encounter counts as expired (D-52); `withoutEnd` if only the start is known. */
const WINDOWS: Readonly<Record<EncounterKind, { readonly days: number; readonly withoutEnd: number } | undefined>> = {
  F0H: { days: 0, withoutEnd: 14 },
  POST_COVID: { days: 0, withoutEnd: 14 },
  FAMILY_DOCTOR: { days: 7, withoutEnd: 7 },
  SS: { days: 7, withoutEnd: 7 },
  IMP: { days: 14, withoutEnd: 14 },
  other: undefined,
};

type Words = Readonly<Record<Exclude<EncounterStatus, 'unknown'>, string>>;
const COMMON: Words = {
  planned: 'scheduled',
  arrived: 'received',
  'in-progress': 'beingExamined',
  finished: 'examined',
  cancelled: 'cancelled',
  'entered-in-error': 'enteredInError',
};
const COVID: Words = {
  ...COMMON,
  arrived: 'registered',
  'in-progress': 'underTreatment',
  finished: 'treatmentComplete',
};

/** Table T6 (D-53). */
const WORDS: Readonly<Record<EncounterKind, Words>> = {
  F0H: COVID,
  POST_COVID: COVID,
  FAMILY_DOCTOR: { ...COMMON, finished: 'ended' },
  SS: COMMON,
  IMP: { ...COMMON, 'in-progress': 'underTreatment', finished: 'discharged' },
  other: COMMON,
};

const TONES: Readonly<Record<Exclude<EncounterStatus, 'unknown'>, Tone>> = {
  planned: 'info',
  arrived: 'info',
  'in-progress': 'warning',
  finished: 'success',
  cancelled: 'neutral',
  'entered-in-error': 'neutral',
};

type Judged = Pick<Encounter, 'kind' | 'status' | 'classCode' | 'periodStart' | 'periodEnd'>;

/** Codes of stays in hospital, which go on for days (HL7 v3 ActEncounterCode). */
const STAYS: ReadonlySet<string | undefined> = new Set(['IMP', 'ACUTE', 'NONAC']);

/** Displayed state of an encounter. */
export interface EncounterState {
  /** Status text, regardless of elapsed time; undefined if unknown. */
  readonly statusWords: EncounterBadge | undefined;
  /** The registration window has passed, which invalidates this status (D-52). */
  readonly expired: boolean;
  /** End of the window; undefined without a date and for kinds without a window. */
  readonly windowEnd: Date | undefined;
}

/** State of an encounter: text (T6), and whether the registration window has passed (D-52). */
export function encounterState(encounter: Judged, now: Date): EncounterState {
  const { kind, status } = encounter;
  const windowEnd = windowEndOf(encounter, now);
  const onlyArrivedExpires = kind === 'F0H' || kind === 'POST_COVID';
  const mayExpire =
    status !== 'unknown' && status !== 'entered-in-error' && (!onlyArrivedExpires || status === 'arrived');
  return {
    statusWords: statusWordsOf(encounter, now),
    expired: mayExpire && windowEnd !== undefined && now > windowEnd,
    windowEnd,
  };
}

/** The words of a status. */
function statusWordsOf(encounter: Judged, now: Date): EncounterBadge | undefined {
  const { kind, status } = encounter;
  if (status === 'unknown') return undefined;
  if (isLeftOpen(encounter, now)) return { key: 'enc.badge.notClosed', tone: 'neutral' };
  return { key: `enc.badge.${WORDS[kind][status]}`, tone: TONES[status] };
}

/** True for an examination of an earlier day without an end: it is over, unlike a treatment or a stay. */
export function isLeftOpen({ kind, status, classCode, periodStart, periodEnd }: Judged, now: Date): boolean {
  if (status !== 'in-progress' || WORDS[kind][status] !== COMMON[status] || STAYS.has(classCode)) return false;
  const last = dateBounds(periodEnd ?? periodStart ?? '', -now.getTimezoneOffset())?.end;
  return last !== undefined && last < startOfToday(now);
}

const startOfToday = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate());

/** The badge of a list row: the status in words, or "expired" past the window of its kind; none for an unknown status. */
export function badgeOf({ statusWords, expired }: EncounterState): EncounterBadge | undefined {
  return expired ? { key: 'enc.badge.expired', tone: 'neutral' } : statusWords;
}

/** After the window nobody is being treated, whatever the status says: the server knows statuses only. */
export function withoutExpired(list: PatientList<Encounter>, now: Date): PatientList<Encounter> {
  const rows = list.rows.filter((encounter) => !encounterState(encounter, now).expired);
  return { ...list, rows, total: list.total === undefined ? undefined : list.total - (list.rows.length - rows.length) };
}

/** Whether the last assessment of an ongoing home isolation is the most urgent level (priority S, D-54). */
export function isUrgent(encounter: Judged & Pick<Encounter, 'priority'>, now: Date): boolean {
  const { kind, status, priority } = encounter;
  const windowEnd = windowEndOf(encounter, now);
  return (
    kind === 'F0H' &&
    priority === 'S' &&
    (status === 'planned' || status === 'arrived' || status === 'in-progress') &&
    !(windowEnd !== undefined && now > windowEnd)
  );
}

/**
 * Counts from the period's end, else start; a calendar date to the end of its day, a month to its last. Without both
 * nothing expires.
 */
function windowEndOf({ kind, periodStart, periodEnd }: Judged, now: Date): Date | undefined {
  const window = WINDOWS[kind];
  const from = periodEnd ?? periodStart;
  const anchor = from === undefined ? undefined : dateBounds(from, -now.getTimezoneOffset())?.end;
  if (window === undefined || anchor === undefined) return undefined;
  const days = periodEnd === undefined ? window.withoutEnd : window.days;
  return new Date(anchor.getTime() + days * DAY);
}
