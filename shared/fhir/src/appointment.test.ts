import { readAppointment } from './appointment.ts';

const ZONE = { url: 'http://hl7.org/fhir/StructureDefinition/timezone', valueCode: 'Asia/Tokyo' };
const bare = { resourceType: 'Appointment', id: 'a', status: 'booked' };
const read = (more: object) => readAppointment({ ...bare, ...more });

test('an appointment is read with all that the screens tell of it', () => {
  expect(
    read({
      start: '2026-03-01T08:30:00+07:00',
      end: '2026-03-01T09:00:00+07:00',
      created: '2026-02-01',
      identifier: [{}, { value: '1'.repeat(13) }, { value: '1'.repeat(12) }],
      participant: [
        { actor: { reference: 'Patient/p', display: 'An' }, status: 'accepted' },
        { actor: { reference: 'Practitioner/d', resource: { resourceType: 'Practitioner', name: 'BS. Hoa' } } },
        { actor: { type: 'Location', display: 'Phòng 3' } },
        { actor: { reference: 'HealthcareService/s', display: 'Khám Nhi' } },
        { actor: { reference: 'Device/x', display: 'Máy' } },
        {},
      ],
      slot: [{ reference: 'Slot/7' }],
      specialty: [{}, { text: 'Nhi' }],
      reasonCode: [{ text: 'Ho' }, {}, { text: 'Sốt' }],
      cancelationReason: { coding: [{}, { display: 'Bận' }], text: 'Đi xa' },
    }),
  ).toEqual({
    id: 'a',
    status: 'booked',
    zone: 'Asia/Ho_Chi_Minh',
    no: '1'.repeat(12),
    start: '2026-03-01T08:30:00+07:00',
    end: '2026-03-01T09:00:00+07:00',
    created: '2026-02-01',
    participants: [
      { type: 'Patient', id: 'p', name: 'An', status: 'accepted' },
      { type: 'Practitioner', id: 'd', name: 'BS. Hoa' },
      { type: 'Location', name: 'Phòng 3' },
      { type: 'HealthcareService', id: 's', name: 'Khám Nhi' },
    ],
    healthcareService: 'Khám Nhi',
    practitioner: 'BS. Hoa',
    location: 'Phòng 3',
    specialty: 'Nhi',
    reason: 'Ho, Sốt',
    cancelationReason: 'Bận: Đi xa',
    slotId: '7',
  });
});

test('what is not said, or cannot be read, is left out', () => {
  expect(
    read({ start: '2026-03-01', end: 'soon', created: 'x', identifier: [{ value: '1'.repeat(13) }], reasonCode: [{}] }),
  ).toEqual({ id: 'a', status: 'booked', zone: 'Asia/Ho_Chi_Minh', participants: [] });
  expect([
    readAppointment({ ...bare, id: undefined }),
    readAppointment({ ...bare, status: undefined }),
    readAppointment('x'),
  ]).toEqual([undefined, undefined, undefined]);
});

test('of several names the nearest to the screen is told', () => {
  const person = (reference: string, display?: string) => ({
    actor: { reference, ...(display === undefined ? {} : { display }) },
  });
  expect(
    read({ participant: [person('Practitioner/d', 'Hoa'), person('PractitionerRole/r', 'BS. Hoa, Nhi')] })
      ?.practitioner,
  ).toBe('BS. Hoa, Nhi');
  expect(read({ participant: [person('PractitionerRole/r'), person('Practitioner/d', 'Hoa')] })?.practitioner).toBe(
    'Hoa',
  );
  const serviceOf = (more: object) => read(more)?.healthcareService;
  expect([
    serviceOf({ serviceType: [{}, { text: 'Khám' }], description: 'Tái khám' }),
    serviceOf({ description: 'Tái khám' }),
    serviceOf({}),
  ]).toEqual(['Khám', 'Tái khám', undefined]);
  const cancelled = (cancelationReason: object) => read({ cancelationReason })?.cancelationReason;
  expect([cancelled({ text: 'Bận' }), cancelled({ coding: [{ display: 'Bận' }], text: 'Bận' }), cancelled({})]).toEqual(
    ['Bận', 'Bận', undefined],
  );
});

test.each([
  ['its start', { _start: { extension: [ZONE] } }],
  ['itself', { extension: [ZONE] }],
  ['a place that takes part', { participant: [{ actor: { resource: { extension: [ZONE] } } }] }],
])('the zone of an appointment is told by %s', (_, more) => {
  expect(read(more)?.zone).toBe('Asia/Tokyo');
});
