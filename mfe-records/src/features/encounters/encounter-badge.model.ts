import { dateBounds } from '@phr/fhir/dates';
import type { Encounter, EncounterStatus } from './encounter.entity.ts';
import type { EncounterKind } from './encounter-kind.model.ts';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
export interface EncounterBadge {
  readonly key: string;
  readonly tone: Tone;
}

const DAY = 86_400_000;

/** Days after which an encounter counts as expired (D-52); `withoutEnd` when only the start is known. */
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

type Judged = Pick<Encounter, 'kind' | 'status' | 'periodStart' | 'periodEnd'>;

/** The real status in words, whatever the time that has passed: what details always show (D-52). */
export function statusWords({ kind, status }: Judged): EncounterBadge | undefined {
  return status === 'unknown' ? undefined : { key: `enc.badge.${WORDS[kind][status]}`, tone: TONES[status] };
}

/** The badge of a list row: the status in words, or "expired" past the window of its kind; none for an unknown status. */
export function badgeOf(encounter: Judged, now: Date): EncounterBadge | undefined {
  const words = statusWords(encounter);
  if (words === undefined || encounter.status === 'entered-in-error') return words;
  const onlyArrivedExpires = encounter.kind === 'F0H' || encounter.kind === 'POST_COVID';
  if (onlyArrivedExpires && encounter.status !== 'arrived') return words;
  return isPastWindow(encounter, now) ? { key: 'enc.badge.expired', tone: 'neutral' } : words;
}

/** Whether the last assessment of a home isolation that still runs says the most urgent level (priority S, D-54). */
export function isUrgent(encounter: Judged & Pick<Encounter, 'priority'>, now: Date): boolean {
  const { kind, status, priority } = encounter;
  return (
    kind === 'F0H' &&
    priority === 'S' &&
    (status === 'planned' || status === 'arrived' || status === 'in-progress') &&
    !isPastWindow(encounter, now)
  );
}

/** Anchor is the period's end, else its start; a calendar date counts to the end of its day. Without both nothing expires. */
function isPastWindow({ kind, periodStart, periodEnd }: Judged, now: Date): boolean {
  const window = WINDOWS[kind];
  const from = periodEnd ?? periodStart;
  const anchor = from === undefined ? undefined : dateBounds(from, -now.getTimezoneOffset())?.end;
  if (window === undefined || anchor === undefined) return false;
  const days = periodEnd === undefined ? window.withoutEnd : window.days;
  return now.getTime() > anchor.getTime() + days * DAY;
}
