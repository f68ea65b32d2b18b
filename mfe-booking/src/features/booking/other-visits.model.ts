import type { PatientContext, PatientSummary } from '@phr/contract/host-api';
import { ageInYears } from '@phr/time/age';
import type { Appointment } from '@phr/fhir/appointment';
import { isOpenStatus } from '../appointments/appointment.model.ts';

/** Up to this age somebody brings a child to the doctor. */
const BROUGHT_UNDER = 16;
/** A visit whose end nobody said. */
const USUAL_MS = 30 * 60_000;

/** A time that is to be taken. */
interface Span {
  readonly start: string;
  readonly end: string;
}

/**
 * Whose other appointments are in the way of one: the person's own; for a child also those of the account's owner who brings it, and for the owner those of the
 * children.
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

/** The first open appointment that is at the same time, another one than `exceptId`. */
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
