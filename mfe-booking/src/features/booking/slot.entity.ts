import { period, reference } from '@phr/fhir/datatypes';
import { flag, list, lenientObject, text } from '@phr/fhir/json';
import { idOf } from '@phr/fhir/reading';

/** A bookable time (BOOK-11). */
export interface Slot {
  readonly id: string;
  readonly start: string;
  readonly end: string;
  readonly scheduleId: string;
}

/** A schedule: doctor and end. */
export interface Schedule {
  readonly id: string;
  readonly roleIds: readonly string[];
  readonly end?: string;
}

const slotWire = lenientObject({ id: text, status: text, start: text, end: text, schedule: reference });
const scheduleWire = lenientObject({ id: text, active: flag, actor: list(reference), planningHorizon: period });

/** Parses a Slot; undefined if not free, or without times or schedule. */
export function readSlot(resource: unknown): Slot | undefined {
  const raw = slotWire(resource);
  const scheduleId = idOf(raw?.schedule, 'Schedule');
  if (raw?.id === undefined || raw.status !== 'free' || scheduleId === undefined) return undefined;
  if (
    raw.start === undefined ||
    raw.end === undefined ||
    Number.isNaN(Date.parse(raw.start)) ||
    Number.isNaN(Date.parse(raw.end))
  )
    return undefined;
  return { id: raw.id, start: raw.start, end: raw.end, scheduleId };
}

/** Parses a Schedule; undefined if inactive or expired (BOOK-22). */
export function readSchedule(resource: unknown, now: number): Schedule | undefined {
  const raw = scheduleWire(resource);
  const end = raw?.planningHorizon?.end;
  if (raw?.id === undefined || raw.active === false || (end !== undefined && Date.parse(end) <= now)) return undefined;
  return {
    id: raw.id,
    roleIds: (raw.actor ?? []).flatMap((actor) => idOf(actor, 'PractitionerRole') ?? []),
    ...(end === undefined ? {} : { end }),
  };
}
