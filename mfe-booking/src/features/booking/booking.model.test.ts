import {
  type BookingDraft,
  EMPTY_DRAFT,
  isReached,
  openStep,
  parseDraft,
  STEPS,
  withAnyPractitioner,
  withoutSlot,
  withRole,
  withService,
  withSlot,
} from './booking-draft.model.ts';
import { readAppointment } from '@phr/fhir/appointment';
import { appointmentOf } from './new-appointment.model.ts';
import { clashOf, concernedPersons } from './other-visits.model.ts';
import { lastVisitOf } from './last-visit.model.ts';
import { readScheduleService } from './schedule-service.entity.ts';
import { readSchedule, readSlot } from './slot.entity.ts';
import { dayWindow, groupSlots, isBookable, lastDayOf, nearestSlots, schedulesOf, weekOf } from './slots.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const SERVICE = { id: 's', name: 'Khám tim mạch', providedBy: 'BV X', price: 250_000, zone: ZONE };
const ROLE = { id: 'r', practitionerId: 'p', name: 'BS. Hòa' };
const SLOT = { id: 'slot', start: '2026-11-30T08:00:00+07:00', end: '2026-11-30T08:30:00+07:00' };
const WHOLE = withSlot(
  withRole(withService({ ...EMPTY_DRAFT, reason: 'Đau đầu' }, SERVICE), ROLE),
  { ...SLOT, scheduleId: 'schedule' },
  ROLE,
);
const NOW = Date.parse('2026-11-28T10:00:00+07:00');

test('[BOOK-06] a draft keeps service, practitioner role, slot and schedule', () => {
  expect(WHOLE).toEqual({
    healthcareService: SERVICE,
    practitionerRole: ROLE,
    slot: SLOT,
    schedule: { id: 'schedule' },
    reason: 'Đau đầu',
    note: '',
  });
  expect(parseDraft(JSON.parse(JSON.stringify(WHOLE)))).toEqual(WHOLE);
});

test.each([
  [undefined, undefined],
  ['x', undefined],
  [{}, EMPTY_DRAFT],
  [{ slot: { id: 'a' }, healthcareService: { id: 1 }, reason: 7, refusal: 'OTHER' }, EMPTY_DRAFT],
])('a kept draft of another shape: %j', (kept, read) => {
  expect(parseDraft(kept)).toEqual(read);
});

test('[BOOK-28][NAV-19] the steps stand in their order, and none is reached before the choices before it', () => {
  const drafts: readonly BookingDraft[] = [
    EMPTY_DRAFT,
    withService(EMPTY_DRAFT, SERVICE),
    withRole(withService(EMPTY_DRAFT, SERVICE), ROLE),
    WHOLE,
  ];
  expect(drafts.map(openStep)).toEqual(STEPS);
  expect(drafts.map((draft) => STEPS.filter((step) => isReached(step, draft)).length)).toEqual([1, 2, 3, 4]);
  expect(openStep({ ...EMPTY_DRAFT, practitionerRole: ROLE, slot: SLOT })).toBe('appointment-create');
});

test('changing service or doctor clears what depends on it; choosing the same one again clears nothing', () => {
  expect(withService(WHOLE, { ...SERVICE, id: 'other' })).toEqual({
    healthcareService: { ...SERVICE, id: 'other' },
    reason: 'Đau đầu',
    note: '',
  });
  expect(withService(WHOLE, SERVICE)).toEqual(WHOLE);
  expect(withRole(WHOLE, { id: 'other' })).toEqual({
    healthcareService: SERVICE,
    practitionerRole: { id: 'other' },
    reason: 'Đau đầu',
    note: '',
  });
  expect(withRole(WHOLE, ROLE)).toEqual(WHOLE);
});

test('a lost time keeps the other choices and says why; the next one forgets it', () => {
  const lost = withoutSlot({ ...WHOLE, attempt: { key: 'k', content: 'c' } }, 'SLOT_TAKEN');
  expect(lost).toEqual({
    healthcareService: SERVICE,
    practitionerRole: ROLE,
    reason: 'Đau đầu',
    note: '',
    refusal: 'SLOT_TAKEN',
    lost: SLOT.start,
  });
  expect(parseDraft(lost)).toEqual(lost);
  expect(withSlot(lost, { ...SLOT, scheduleId: 'schedule' }, ROLE)).toEqual(WHOLE);
});

test('[BOOK-28] any practitioner: the chosen time names one, and a lost time takes the name with it', () => {
  const any = withAnyPractitioner(WHOLE);
  expect(any).toEqual({ healthcareService: SERVICE, isAnyPractitioner: true, reason: 'Đau đầu', note: '' });
  expect(openStep(any)).toBe('appointment-slot-select');
  const timed = withSlot(any, { ...SLOT, scheduleId: 'schedule' }, ROLE);
  expect(timed).toEqual({ ...WHOLE, isAnyPractitioner: true });
  expect([openStep(timed), openStep({ ...any, slot: SLOT })]).toEqual([
    'appointment-create-confirm',
    'appointment-slot-select',
  ]);
  expect(parseDraft(JSON.parse(JSON.stringify(timed)))).toEqual(timed);
  expect(withoutSlot(timed, 'SLOT_TAKEN')).toEqual({ ...any, refusal: 'SLOT_TAKEN', lost: SLOT.start });
  // choosing the same doctor by name is different: only their times are shown
  expect(withRole(timed, ROLE)).toEqual({
    healthcareService: SERVICE,
    practitionerRole: ROLE,
    reason: 'Đau đầu',
    note: '',
  });
});

test('the three bookable times nearest to one that was lost, in their order; without it the earliest', () => {
  const at = (id: string, time: string) => ({ id, start: `2026-11-30T${time}:00+07:00`, end: '', scheduleId: 's' });
  const slots = [at('e', '16:00'), at('a', '08:00'), at('b', '09:00'), at('d', '14:00'), at('c', '10:00')];
  const near = (to: string) => nearestSlots(slots, NOW, { to: Date.parse(to) }).map(({ id }) => id);
  expect(near('2026-11-30T13:00:00+07:00')).toEqual(['c', 'd', 'e']);
  expect(near('2026-11-30T09:00:00+07:00')).toEqual(['a', 'b', 'c']);
  expect(nearestSlots(slots, NOW).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(nearestSlots(slots, Date.parse('2026-11-30T08:30:00+07:00')).map(({ id }) => id)).toEqual(['c', 'd', 'e']);
});

test('weeks are counted from today', () => {
  expect(['2026-11-30', '2026-12-06', '2026-12-07'].map((day) => weekOf(day, '2026-11-30'))).toEqual([
    '2026-11-30',
    '2026-11-30',
    '2026-12-07',
  ]);
});

const visit = (id: string, status: string, start: string, more: object = {}) => {
  const read = readAppointment({
    resourceType: 'Appointment',
    id,
    status,
    start,
    participant: [{ actor: { reference: 'HealthcareService/s' } }, { actor: { reference: 'PractitionerRole/r' } }],
    ...more,
  });
  if (read === undefined) throw new Error('this is no appointment');
  return read;
};

test('what is booked again is the latest visit that is over and names its service and doctor', () => {
  const [old, ahead] = ['2026-10-01T08:00:00+07:00', '2026-12-01T08:00:00+07:00'];
  const rows = [
    visit('ahead', 'booked', ahead),
    visit('gone', 'cancelled', '2026-11-20T08:00:00+07:00'),
    visit('missed', 'noshow', '2026-11-21T08:00:00+07:00'),
    visit('nobody', 'fulfilled', '2026-11-22T08:00:00+07:00', { participant: [] }),
    visit('older', 'fulfilled', '2026-09-01T08:00:00+07:00', { reasonCode: [{ text: 'Khác' }] }),
    visit('last', 'fulfilled', old, { reasonCode: [{ text: 'Tái khám' }] }),
  ];
  expect(lastVisitOf(rows, NOW)).toEqual({ serviceId: 's', roleId: 'r', reason: 'Tái khám' });
  expect(lastVisitOf([visit('ahead', 'booked', ahead)], NOW)).toBeUndefined();
});

test('another open appointment at the same time is in the way; one that only touches it is not', () => {
  const slot = { start: '2026-11-30T08:00:00+07:00', end: '2026-11-30T08:30:00+07:00' };
  const one = (start: string, end: string | undefined, status = 'booked') =>
    visit('x', status, start, end === undefined ? {} : { end });
  const clashes = (...row: Parameters<typeof one>) => clashOf([one(...row)], slot)?.id;
  expect(clashes('2026-11-30T08:15:00+07:00', '2026-11-30T09:00:00+07:00')).toBe('x');
  expect(clashes('2026-11-30T07:45:00+07:00', undefined)).toBe('x');
  expect(clashes('2026-11-30T08:00:00+07:00', '2026-11-30T08:30:00+07:00', 'cancelled')).toBeUndefined();
  expect(clashes('2026-11-30T07:30:00+07:00', '2026-11-30T08:00:00+07:00')).toBeUndefined();
  expect(clashes('2026-11-30T08:30:00+07:00', '2026-11-30T09:00:00+07:00')).toBeUndefined();
  expect(clashOf([one(slot.start, slot.end)], slot, 'x')).toBeUndefined();
});

test('a child’s appointments concern who brings it, and the other way round; a grown-up’s only themselves', () => {
  const person = (id: string, birthDate?: string) => ({
    id,
    name: id,
    relationship: 'x',
    ...(birthDate !== undefined && { birthDate }),
  });
  const [main, son, mother, unknown] = [
    person('main', '1985-03-14'),
    person('son', '2018-05-01'),
    person('mother', '1958-06-02'),
    person('unknown'),
  ];
  const concerned = (viewed: typeof main) =>
    concernedPersons({ main, viewed, family: [main, son, mother, unknown] }, '2026-11-28').map(({ id }) => id);
  expect([main, son, mother, unknown].map(concerned)).toEqual([
    ['main', 'son'],
    ['son', 'main'],
    ['mother'],
    ['unknown'],
  ]);
});

test('[BOOK-11][BOOK-21] reads free slots with id, start, end and schedule, and no others', () => {
  const slot = { resourceType: 'Slot', status: 'free', ...SLOT, schedule: { reference: 'Schedule/sch' } };
  expect(readSlot(slot)).toEqual({ ...SLOT, scheduleId: 'sch' });
  for (const status of ['busy', 'busy-tentative', 'busy-unavailable', undefined])
    expect(readSlot({ ...slot, status })).toBeUndefined();
  for (const broken of [{ id: undefined }, { start: 'soon' }, { end: undefined }, { schedule: undefined }])
    expect(readSlot({ ...slot, ...broken })).toBeUndefined();
});

test('[BOOK-22] only active time tables that are not over, and of the doctor', () => {
  const schedule = {
    resourceType: 'Schedule',
    id: 'sch',
    active: true,
    actor: [{ reference: 'HealthcareService/s' }, { reference: 'PractitionerRole/r' }],
    planningHorizon: { start: '2026-11-01T00:00:00+07:00', end: '2026-12-29T00:00:00+07:00' },
  };
  const read = readSchedule(schedule, NOW);
  expect(read).toEqual({ id: 'sch', roleIds: ['r'], end: '2026-12-29T00:00:00+07:00' });
  expect(readSchedule({ ...schedule, active: false }, NOW)).toBeUndefined();
  expect(readSchedule({ ...schedule, planningHorizon: { end: '2026-11-28T09:59:59+07:00' } }, NOW)).toBeUndefined();
  expect(
    schedulesOf(
      [
        { id: 'a', roleIds: ['x'] },
        { id: 'b', roleIds: ['r', 'x'] },
      ],
      ['r'],
    ).map(({ id }) => id),
  ).toEqual(['b']);
  expect(lastDayOf(read === undefined ? [] : [read], ZONE)).toBe('2026-12-28');
  expect(
    lastDayOf(
      [
        { id: 'a', roleIds: [], end: '2026-12-01T00:00:00Z' },
        { id: 'b', roleIds: [] },
      ],
      ZONE,
    ),
  ).toBeUndefined();
});

test("[BOOK-20] a day is 86399 seconds from the facility's midnight, written with its offset", () => {
  const { from, to } = dayWindow('2026-11-30', ZONE);
  expect([from, to]).toEqual(['2026-11-30T00:00:00+07:00', '2026-11-30T23:59:59+07:00']);
  expect((Date.parse(to) - Date.parse(from)) / 1000).toBe(86_399);
  expect(dayWindow('2026-11-30', 'America/New_York').from).toBe('2026-11-30T00:00:00-05:00');
});

test('[BOOK-23] 59 minutes ahead is too soon, 60 minutes is shown', () => {
  const at = (minutes: number) => ({ start: new Date(NOW + minutes * 60_000).toISOString() });
  expect([59, 60].map((minutes) => isBookable(at(minutes), NOW))).toEqual([false, true]);
  const slot = (minutes: number) => ({
    id: `${minutes}`,
    ...at(minutes),
    end: at(minutes + 30).start,
    scheduleId: 'sch',
  });
  expect(
    groupSlots([slot(59), slot(60)], ZONE, NOW).flatMap(({ parts }) =>
      parts.flatMap(({ slots }) => slots.map(({ id }) => id)),
    ),
  ).toEqual(['60']);
});

test("[BOOK-24] slots are grouped by the facility's day and part of the day, earliest first", () => {
  const slot = (start: string) => ({ id: start, start, end: start, scheduleId: 'sch' });
  // 23:30 on the 29th in UTC is 06:30 on the 30th at the facility
  const days = groupSlots(
    [
      '2026-11-30T14:00:00+07:00',
      '2026-12-01T08:00:00+07:00',
      '2026-11-29T23:30:00Z',
      '2026-11-30T12:00:00+07:00',
      '2026-11-30T18:00:00+07:00',
      '2026-11-30T11:59:00+07:00',
    ].map(slot),
    ZONE,
    NOW,
  );
  expect(
    days.map(({ day, parts }) => [day, ...parts.map(({ part, slots }) => [part, ...slots.map(({ start }) => start)])]),
  ).toEqual([
    [
      '2026-11-30',
      ['morning', '2026-11-29T23:30:00Z', '2026-11-30T11:59:00+07:00'],
      ['afternoon', '2026-11-30T12:00:00+07:00', '2026-11-30T14:00:00+07:00'],
      ['evening', '2026-11-30T18:00:00+07:00'],
    ],
    ['2026-12-01', ['morning', '2026-12-01T08:00:00+07:00']],
  ]);
});

const BOOKING = {
  patient: { id: 'me', name: 'TRẦN MINH CHÂU' },
  service: SERVICE,
  role: ROLE,
  slot: SLOT,
  reason: '',
  note: '',
};

test('[BOOK-14][BOOK-15] a new appointment is pending; the patient accepts, the others are asked', () => {
  const { status, start, end, slot, participant } = appointmentOf(BOOKING);
  expect({ status, start, end, slot }).toEqual({
    status: 'pending',
    start: SLOT.start,
    end: SLOT.end,
    slot: [{ reference: 'Slot/slot' }],
  });
  expect(participant.map((one) => [one.actor.reference, one.status])).toEqual([
    ['Patient/me', 'accepted'],
    ['Practitioner/p', 'needs-action'],
    ['PractitionerRole/r', 'needs-action'],
    ['HealthcareService/s', 'needs-action'],
  ]);
});

test.each([
  ['', 'Khám bệnh'],
  ['   ', 'Khám bệnh'],
  [' Đau đầu ', 'Đau đầu'],
])('[BOOK-17] the reason %j is sent as %s', (reason, sent) => {
  expect(appointmentOf({ ...BOOKING, reason }).reasonCode).toEqual([{ text: sent }]);
});

test('a message to the facility is the comment, and nothing without one', () => {
  expect(appointmentOf({ ...BOOKING, note: ' Đi xe lăn ' })).toMatchObject({ comment: 'Đi xe lăn' });
  expect(appointmentOf(BOOKING)).not.toHaveProperty('comment');
});

test("[BOOK-08] the time table behind a code: its times, the service's name, the price in dong", () => {
  const answer = {
    scheduleId: 'sch',
    scheduleStart: '2026-11-01T00:00:00+07:00',
    scheduleEnd: '2026-12-29T00:00:00+07:00',
    serviceName: 'Khám tim mạch',
    price: 250_000,
    currency: 'VND',
    healthcareServiceId: 's',
    practitionerRoleId: 'r',
  };
  const { currency: _currency, ...read } = answer;
  expect(readScheduleService(answer)).toEqual(read);
  expect(readScheduleService({ scheduleId: 'sch' })).toBeUndefined();
});
