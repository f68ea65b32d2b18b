import type { Appointment } from '@phr/fhir/appointment';

/** Calendar texts of an appointment, as on its screen. */
export interface CalendarWords {
  readonly summary: string;
  readonly location: string | undefined;
  readonly notes: readonly string[];
  /** URL of the appointment. */
  readonly address: URL;
}

const LINE_OCTETS = 75;
const utf8 = new TextEncoder();

/**
 * An iCalendar file with one event (RFC 5545); undefined until the facility has set a time. Times are in UTC, so
 * calendars convert them correctly. The UID is stable per appointment: a later file replaces an earlier one.
 */
export function calendarFile(
  { id, status, start, end }: Pick<Appointment, 'id' | 'status' | 'start' | 'end'>,
  words: CalendarWords,
  now: Date,
): string | undefined {
  if (start === undefined) return undefined;
  const { summary, location, notes, address } = words;
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Personal health record//Appointments//EN',
    'BEGIN:VEVENT',
    `UID:${id}@${address.host}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(new Date(start))}`,
    ...(end === undefined ? [] : [`DTEND:${utc(new Date(end))}`]),
    `SUMMARY:${text(summary)}`,
    ...(location === undefined ? [] : [`LOCATION:${text(location)}`]),
    ...(notes.length === 0 ? [] : [`DESCRIPTION:${text(notes.join('\n'))}`]),
    `URL:${address.href}`,
    `STATUS:${status === 'booked' ? 'CONFIRMED' : 'TENTATIVE'}`,
    // people the calendar is shared with see a busy time, not its reason
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
}

/** 20261126T023000Z */
const utc = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** TEXT of RFC 5545, 3.3.11. */
const text = (words: string): string =>
  words.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`);

/** Folds lines at 75 octets with a leading space, never within a character (RFC 5545, 3.1). */
function folded(line: string): string {
  let octets = 0;
  let out = '';
  for (const letter of line) {
    const size = utf8.encode(letter).length;
    if (octets + size > LINE_OCTETS) {
      out += '\r\n ';
      octets = 1;
    }
    out += letter;
    octets += size;
  }
  return out;
}
