import type { Locale } from '@phr/contract/host-api';
import { dayOf, deviceZone } from '@phr/time/zone';
import { formatDate, formatTime, formatWeekday } from '@phr/ui/format';
import type { Appointment } from '@phr/fhir/appointment';

/** Displayed times of an appointment, in the facility's zone (BOOK-05, R-13). */
export interface AppointmentTime {
  readonly startStr: string;
  readonly endStr?: string;
  readonly dayOfWeek: string;
  /** DD/MM/YYYY. */
  readonly date: string;
  /** Name of the facility's zone, only if its offset differs from the device's at that time. */
  readonly zoneName?: string;
}

/** Formats an appointment's times; undefined until the facility has set them. */
export function timeOf(
  { start, end, zone }: Pick<Appointment, 'start' | 'end' | 'zone'>,
  locale: Locale,
  here: string = deviceZone(),
): AppointmentTime | undefined {
  if (start === undefined) return undefined;
  const day = dayOf(Date.parse(start), zone);
  return {
    startStr: formatTime(start, locale, zone),
    dayOfWeek: formatWeekday(day, locale),
    date: formatDate(day, locale),
    ...(end === undefined ? {} : { endStr: formatTime(end, locale, zone) }),
    ...(offset(start, zone) === offset(start, here) ? {} : { zoneName: zoneName(start, zone, locale) }),
  };
}

/** "Giờ Đông Dương (GMT+7)": zone names are little known, and offsets alone name no place. */
function zoneName(at: string, zone: string, locale: Locale): string {
  return `${named(at, zone, locale, 'long')} (${offset(at, zone)})`;
}

const offset = (at: string, zone: string): string => named(at, zone, 'en-US', 'shortOffset');

function named(at: string, timeZone: string, locale: Locale, timeZoneName: 'long' | 'shortOffset'): string {
  return (
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
      .formatToParts(Date.parse(at))
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  );
}
