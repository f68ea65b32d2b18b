import type { PatientContext, PatientSummary } from '@phr/contract/host-api';
import { ageInYears } from '@phr/time/age';
import type { Appointment } from '@phr/fhir/appointment';
import { isOpenStatus } from '../appointments/appointment.model.ts';

/** Children up to this age are accompanied. */
const BROUGHT_UNDER = 16;
/** Assumed duration of a visit without end. */
const USUAL_MS = 30 * 60_000;

/** A time to be booked. */
interface Span {
  readonly start: string;
  readonly end: string;
}

/**
 * People whose appointments may conflict: the person; for a child also the accompanying account owner, and for the
 * owner the children.
 * @param day of the appointment, YYYY-MM-DD
 */
export function concernedPersons(
  { main, viewed, family }: Pick<PatientContext, 'main' | 'viewed' | 'family'>,
  day: string,
): readonly PatientSummary[] {
  if (viewed === undefined) return [];
  const isChild = ({ birthDate }: PatientSummary): boolean =>
    (ageInYears(birthDate, day) ?? BROUGHT_UNDER) < BROUGHT_UNDER;
  if (viewed.id === main?.id) return [viewed, ...family.filter((one) => one.id !== viewed.id && isChild(one))];
  return main !== undefined && isChild(viewed) ? [viewed, main] : [viewed];
}

/** The first open appointment overlapping the time, other than `exceptId`. */
export function clashOf(
  appointments: readonly Appointment[],
  { start, end }: Span,
  exceptId?: string,
): Appointment | undefined {
  return appointments.find((one) => {
    if (one.id === exceptId || one.start === undefined || !isOpenStatus(one.status)) return false;
    const begins = Date.parse(one.start);
    const ends = one.end === undefined ? begins + USUAL_MS : Date.parse(one.end);
    return begins < Date.parse(end) && ends > Date.parse(start);
  });
}
