import type { Locale } from '@phr/contract/host-api';
import type { TFunction } from 'i18next';
import { statusLabel } from './appointment.model.ts';
import type { Appointment } from '@phr/fhir/appointment';
import { timeOf } from './appointment-time.model.ts';

/** Subject of an appointment, in the facility's words. */
export function subjectOf({ healthcareService, specialty, practitioner }: Appointment, t: TFunction): string {
  return healthcareService ?? specialty ?? practitioner ?? t('book.unnamed');
}

/** "Khám tim mạch · 11/12/2026": subject and local day at the facility. */
export function headingOf(appointment: Appointment, t: TFunction, locale: Locale): string {
  return [subjectOf(appointment, t), timeOf(appointment, locale)?.date]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** "09:30–10:00, Thứ Năm 26/11/2026", with the facility's zone if different. */
export function whenOf(appointment: Pick<Appointment, 'start' | 'end' | 'zone'>, t: TFunction, locale: Locale): string {
  const time = timeOf(appointment, locale);
  if (time === undefined) return t('book.noTime');
  const { startStr, endStr, dayOfWeek, date, zoneName } = time;
  const at =
    endStr === undefined
      ? t('book.at', { time: startStr, day: dayOfWeek, date })
      : t('book.atRange', { start: startStr, end: endStr, day: dayOfWeek, date });
  return zoneName === undefined ? at : `${at}. ${t('book.zone', { zone: zoneName })}`;
}

/** Status text, or its upper-cased code (BOOK-13). */
export function statusOf({ status }: Pick<Appointment, 'status'>, t: TFunction): string {
  const label = statusLabel(status);
  return 'key' in label ? t(label.key) : label.words;
}
