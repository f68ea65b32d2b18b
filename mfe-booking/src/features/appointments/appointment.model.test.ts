import { isUpcoming, nextAppointment, shownFirst, statusLabel } from './appointment.model.ts';
import { mayCancel } from './cancelling.model.ts';
import { type Appointment, readAppointment } from '@phr/fhir/appointment';

const NOW = new Date('2026-11-25T08:00:00+07:00');
const WIRE = {
  resourceType: 'Appointment',
  id: 'a1',
  status: 'booked',
  identifier: [{ value: '17' }],
  start: '2026-11-26T09:30:00+07:00',
  end: '2026-11-26T10:00:00+07:00',
  created: '2026-11-20T08:00:00+07:00',
  specialty: [{ text: 'Tim mạch' }],
  reasonCode: [{ text: 'Khám bệnh' }],
  slot: [{ reference: 'Slot/s1' }],
  cancelationReason: { coding: [{ code: 'pat', display: 'Người bệnh hủy' }], text: 'Bận việc' },
  participant: [
    { actor: { reference: 'Patient/p1', display: 'NGUYỄN THỊ ÁNH' }, status: 'accepted' },
    { actor: { reference: 'Practitioner/d1', display: 'BS. Lê Văn A' }, status: 'needs-action' },
    { actor: { reference: 'PractitionerRole/r1', display: 'BS. Lê Văn A' }, status: 'needs-action' },
    { actor: { reference: 'HealthcareService/h1', resource: { name: 'Khám tim mạch' } }, status: 'needs-action' },
    { actor: { reference: 'Location/l1', display: 'Phòng 204' }, status: 'accepted' },
  ],
};
const appointment = (status: string, start: string | undefined, id = `${status}-${start ?? ''}`): Appointment => ({
  id,
  status,
  zone: 'Asia/Ho_Chi_Minh',
  participants: [],
  ...(start === undefined ? {} : { start }),
});

test('[BOOK-01][BOOK-02][BOOK-04] the fields and participants of an appointment', () => {
  expect(readAppointment(WIRE)).toMatchObject({
    id: 'a1',
    no: '17',
    status: 'booked',
    start: WIRE.start,
    end: WIRE.end,
    created: WIRE.created,
    healthcareService: 'Khám tim mạch',
    practitioner: 'BS. Lê Văn A',
    location: 'Phòng 204',
    specialty: 'Tim mạch',
    reason: 'Khám bệnh',
    slotId: 's1',
  });
  expect(readAppointment(WIRE)?.participants).toEqual([
    { type: 'Patient', id: 'p1', name: 'NGUYỄN THỊ ÁNH', status: 'accepted' },
    { type: 'Practitioner', id: 'd1', name: 'BS. Lê Văn A', status: 'needs-action' },
    { type: 'PractitionerRole', id: 'r1', name: 'BS. Lê Văn A', status: 'needs-action' },
    { type: 'HealthcareService', id: 'h1', name: 'Khám tim mạch', status: 'needs-action' },
    { type: 'Location', id: 'l1', name: 'Phòng 204', status: 'accepted' },
  ]);
});

test('[BOOK-03] the reason of a cancellation is the coding and the text', () => {
  expect(readAppointment(WIRE)?.cancelationReason).toBe('Người bệnh hủy: Bận việc');
  expect(readAppointment({ ...WIRE, cancelationReason: { text: 'Bận việc' } })?.cancelationReason).toBe('Bận việc');
});

test('[BOOK-12] statuses with words; pending and waitlist are told apart by nobody', () => {
  expect(['proposed', 'pending', 'waitlist', 'booked', 'fulfilled', 'cancelled', 'noshow'].map(statusLabel)).toEqual(
    ['proposed', 'pending', 'waitlist', 'booked', 'fulfilled', 'cancelled', 'noshow'].map((status) => ({
      key: `book.status.${status}`,
    })),
  );
});

test('[BOOK-13] any other status is shown upper-cased', () => {
  expect(statusLabel('arrived')).toEqual({ words: 'ARRIVED' });
  expect(statusLabel('checked-in')).toEqual({ words: 'CHECKED-IN' });
});

test('[BOOK-18] upcoming ones, earliest first, when there are any', () => {
  const rows = [
    appointment('booked', '2026-12-20T08:00:00Z'),
    appointment('pending', '2026-12-01T08:00:00Z'),
    appointment('cancelled', '2026-12-02T08:00:00Z'),
    appointment('fulfilled', '2026-11-01T08:00:00Z'),
  ];
  expect(shownFirst(rows, NOW)).toEqual({ upcoming: true, rows: [rows[1], rows[0]] });
});

test('[BOOK-18] else the first three of the list', () => {
  const rows = [5, 4, 3, 2, 1].map((day) => appointment('fulfilled', `2026-11-0${day}T08:00:00Z`));
  expect(shownFirst(rows, NOW)).toEqual({ upcoming: false, rows: rows.slice(0, 3) });
});

test('[BOOK-16] the next one is the nearest pending or booked one that has not begun', () => {
  const rows = [
    appointment('booked', '2026-12-20T08:00:00Z'),
    appointment('proposed', '2026-11-26T08:00:00Z'),
    appointment('booked', '2026-11-27T08:00:00Z'),
    appointment('booked', '2026-11-24T08:00:00Z'),
  ];
  expect(nextAppointment(rows, NOW)).toBe(rows[2]);
  const asked = appointment('pending', '2026-11-26T12:00:00Z');
  expect(nextAppointment([...rows, asked, appointment('waitlist', '2026-11-26T09:00:00Z')], NOW)).toBe(asked);
  expect(nextAppointment([appointment('booked', NOW.toISOString())], NOW)).toBeUndefined();
  expect(isUpcoming(appointment('booked', NOW.toISOString()), NOW)).toBe(true);
});

test('[BOOK-29] cancel only for proposed, pending, waitlist or booked, and only before the start', () => {
  const statuses = [
    'proposed',
    'pending',
    'waitlist',
    'booked',
    'arrived',
    'fulfilled',
    'cancelled',
    'noshow',
    'checked-in',
    'entered-in-error',
  ];
  const later = new Date(NOW.getTime() + 1).toISOString();
  expect(statuses.filter((status) => mayCancel(appointment(status, later), NOW))).toEqual([
    'proposed',
    'pending',
    'waitlist',
    'booked',
  ]);
  expect(statuses.filter((status) => mayCancel(appointment(status, NOW.toISOString()), NOW))).toEqual([]);
  expect(mayCancel(appointment('booked', undefined), NOW)).toBe(false);
});

test("uses the facility's own time zone if it names a known one, else that of Viet Nam", () => {
  const zoneOf = (code: string) =>
    readAppointment({
      ...WIRE,
      _start: { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/tz-code', valueCode: code }] },
    })?.zone;
  expect([zoneOf('Asia/Tokyo'), zoneOf('Mars/Base')]).toEqual(['Asia/Tokyo', 'Asia/Ho_Chi_Minh']);
});
