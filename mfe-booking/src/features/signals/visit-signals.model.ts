import type { Locale } from '@phr/contract/locale';
import type { Signal, SignalAction } from '@phr/contract/today';
import { until } from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import { truncate } from '@phr/ui/format';
import type { Appointment } from '@phr/fhir/appointment';
import { timeOf } from '../appointments/appointment-time.model.ts';

const HOUR_MS = 60 * 60_000;
/** Hours before a visit from which it is announced, and from which it is due. */
const SOON_HOURS = 72;
const DUE_HOURS = 3;
/** Assumed duration of a visit without end. */
const USUAL_HOURS = 1;
const STATUSES = ['booked', 'pending'];

export interface Situation {
  readonly patientId: string;
  readonly now: Date;
  readonly locale: Locale;
  /** Whether the host has a visit preparation screen. */
  readonly hasKit: boolean;
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string;
}

/** S11: visits of the next three days, until over; days in the facility's zone. */
export function visitSignals(appointments: readonly Appointment[], situation: Situation): readonly Signal[] {
  return appointments.flatMap((appointment) => visitSignal(appointment, situation) ?? []);
}

function visitSignal(appointment: Appointment, { patientId, now, locale, t, hasKit }: Situation): Signal | undefined {
  const { id, status, start, end, created, zone, location } = appointment;
  const time = timeOf(appointment, locale);
  if (start === undefined || time === undefined || !STATUSES.includes(status)) return undefined;
  const begins = Date.parse(start);
  const over = end === undefined ? begins + USUAL_HOURS * HOUR_MS : Date.parse(end);
  if (now.getTime() >= over || begins - now.getTime() > SOON_HOURS * HOUR_MS) return undefined;
  const days = until(dayOf(now.getTime(), zone), dayOf(begins, zone));
  const subject = appointment.healthcareService ?? appointment.specialty ?? appointment.practitioner;
  const place = { screen: 'appointment-details', params: { id }, patientId };
  const open: SignalAction = hasKit
    ? {
        id: 'prepare',
        label: t('signal.prepare'),
        place: { screen: 'visit-kit', params: { appointmentId: id }, patientId },
      }
    : { id: 'open', label: t('signal.open'), place };
  const qr: SignalAction = { id: 'qr', label: t('signal.qr'), place: { screen: 'patient-qrs', patientId } };
  return {
    id: `mfe-booking/S11/${id}`,
    patientId,
    kind: begins - now.getTime() <= DUE_HOURS * HOUR_MS ? 'due' : 'soon',
    rank: 0,
    title: t('signal.visit', {
      what: truncate(subject ?? t('book.unnamed'), 38),
      time: time.startStr,
      day: time.dayOfWeek,
      date: time.date,
    }),
    detail: [
      days <= 0 ? t('signal.today') : days === 1 ? t('signal.tomorrow') : t('signal.inDays', { count: days }),
      status === 'pending' ? t('signal.pending') : undefined,
      location === undefined ? undefined : truncate(location, 50),
      time.zoneName === undefined ? undefined : truncate(time.zoneName, 50),
    ]
      .filter((part) => part !== undefined)
      .join(' · '),
    icon: 'appointment',
    at: created ?? start,
    dueAt: start,
    expiresAt: new Date(over).toISOString(),
    sources: [`Appointment/${id}`],
    place,
    actions: days <= 0 ? [qr, open] : [open],
    // a visit of this day is not hidden by a slip of the finger
    dismiss: days <= 0 ? 'never' : 'today',
  };
}
