import { searchset } from '@phr/testing/dev-page';
import type { Responder } from '@phr/testing/fake-host';
import { respondDirectory } from './directory-samples.ts';

const DAY = 86_400_000;
const at = (days: number, hour: string): string =>
  `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T${hour}:00+07:00`;

const appointment = (id: string, status: string, days: number, service: string, more: object = {}) => ({
  resourceType: 'Appointment',
  id,
  status,
  start: at(days, '09:30'),
  end: at(days, '10:00'),
  created: at(days - 10, '20:15'),
  specialty: [{ text: 'Tim mạch' }],
  reasonCode: [{ text: 'Khám bệnh' }],
  participant: [
    { actor: { reference: 'Patient/patient-main', display: 'TRẦN MINH CHÂU' }, status: 'accepted' },
    { actor: { reference: 'PractitionerRole/role-1', display: 'BS. Lê Thị Hòa' }, status: 'accepted' },
    { actor: { reference: 'HealthcareService/service-1', display: service }, status: 'accepted' },
    { actor: { reference: 'Location/place-1', display: 'Bệnh viện Sông Hương, phòng 204' }, status: 'accepted' },
  ],
  ...more,
});

const ALL = [
  appointment('a5', 'pending', 21, 'Tái khám tim mạch'),
  appointment('a4', 'booked', 3, 'Khám tim mạch', { identifier: [{ value: '17' }] }),
  appointment('a3', 'fulfilled', -30, 'Khám nội tổng quát'),
  appointment('a2', 'cancelled', -60, 'Siêu âm tim', {
    cancelationReason: { coding: [{ code: 'pat', display: 'Người bệnh hủy' }], text: 'Bận việc' },
  }),
  appointment('a1', 'checked-in', -90, 'Khám mắt'),
];

/** Appointments of the fake patient, and bookable times; bookings and cancellations last while the page is open. */
export const respond: Responder = (request) => {
  const { method, path, query, body } = request;
  if (method === 'POST' && path === '/api/phr/appointment/create') {
    const made = { ...appointment(`b${ALL.length}`, 'pending', 1, ''), ...(body as object) };
    ALL.unshift(made);
    return made;
  }
  if (method === 'POST' && path === '/api/phr/appointment/cancel') {
    const { appointmentId, reason } = body as { appointmentId: string; reason: string };
    const found = ALL.find(({ id }) => id === appointmentId);
    return found && Object.assign(found, { status: 'cancelled', cancelationReason: { text: reason } });
  }
  if (!path.endsWith('/Appointment')) return respondDirectory(request);
  const rows = ALL.filter(({ id }) => query?.['_id'] === undefined || id === query['_id']);
  return searchset(rows.slice(0, Number(query?.['_count'] ?? 100)), rows.length);
};
