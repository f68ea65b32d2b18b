import type { Appointment } from '@phr/fhir/appointment';

const OPEN = new Set(['proposed', 'pending', 'waitlist', 'booked']);

/** Neither done nor cancelled. */
export const isOpenStatus = (status: string): boolean => OPEN.has(status);

/** Still to come: not yet started and neither done nor cancelled (D-47). */
export function isUpcoming({ status, start }: Pick<Appointment, 'status' | 'start'>, now: Date): boolean {
  return isOpenStatus(status) && start !== undefined && Date.parse(start) >= now.getTime();
}

/** What the list opens with: the coming ones, earliest first; without any, the first three as the server sorts them (D-47). */
export function shownFirst(
  appointments: readonly Appointment[],
  now = new Date(),
): { readonly upcoming: boolean; readonly rows: readonly Appointment[] } {
  const coming = appointments.filter((one) => isUpcoming(one, now)).toSorted(byStart);
  return coming.length > 0 ? { upcoming: true, rows: coming } : { upcoming: false, rows: appointments.slice(0, 3) };
}

/** The reminder's appointment: the nearest pending or booked one that has not begun (D-48). */
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

/** Message key of a status, or its upper-cased text for one that the product has no words for (BOOK-12, BOOK-13). */
export function statusLabel(status: string): { readonly key: string } | { readonly words: string } {
  return WORDS.has(status) ? { key: `book.status.${status}` } : { words: status.toUpperCase() };
}

export function statusTone(status: string): Tone {
  return TONES[status] ?? 'neutral';
}

const byStart = (a: Appointment, b: Appointment): number => Date.parse(a.start ?? '') - Date.parse(b.start ?? '');
