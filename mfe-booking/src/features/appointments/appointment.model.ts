import type { Appointment } from '@phr/fhir/appointment';

const OPEN = new Set(['proposed', 'pending', 'waitlist', 'booked']);

/** Neither completed nor cancelled. */
export const isOpenStatus = (status: string): boolean => OPEN.has(status);

/** Upcoming: not started, completed or cancelled (D-47). */
export function isUpcoming({ status, start }: Pick<Appointment, 'status' | 'start'>, now: Date): boolean {
  return isOpenStatus(status) && start !== undefined && Date.parse(start) >= now.getTime();
}

/** Initial list: upcoming appointments, earliest first; if none, the first three in server order (D-47). */
export function shownFirst(
  appointments: readonly Appointment[],
  now = new Date(),
): { readonly upcoming: boolean; readonly rows: readonly Appointment[] } {
  const coming = appointments.filter((one) => isUpcoming(one, now)).toSorted(byStart);
  return coming.length > 0 ? { upcoming: true, rows: coming } : { upcoming: false, rows: appointments.slice(0, 3) };
}

/** The appointment to remind of: the nearest pending or booked one that has not started (D-48). */
export function nextAppointment(appointments: readonly Appointment[], now: Date): Appointment | undefined {
  return appointments
    .filter(
      ({ status, start }) =>
        (status === 'pending' || status === 'booked') && start !== undefined && Date.parse(start) > now.getTime(),
    )
    .toSorted(byStart)[0];
}

const WORDS = new Set(['proposed', 'pending', 'waitlist', 'booked', 'fulfilled', 'cancelled', 'noshow']);
type Tone = 'neutral' | 'info' | 'success' | 'warning';
const TONES: Readonly<Record<string, Tone>> = {
  proposed: 'info',
  pending: 'warning',
  waitlist: 'warning',
  booked: 'success',
};

/** Text key of a status, or its upper-cased code if unknown (BOOK-12, BOOK-13). */
export function statusLabel(status: string): { readonly key: string } | { readonly words: string } {
  return WORDS.has(status) ? { key: `book.status.${status}` } : { words: status.toUpperCase() };
}

export function statusTone(status: string): Tone {
  return TONES[status] ?? 'neutral';
}

const byStart = (a: Appointment, b: Appointment): number => Date.parse(a.start ?? '') - Date.parse(b.start ?? '');
