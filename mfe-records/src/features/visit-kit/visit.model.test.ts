import { readEncounter } from '../encounters/encounter.entity.ts';
import { readMedicine } from '../medicines/medicine.entity.ts';
import { placeOfService, readVisit, type Visit } from './visit.entity.ts';
import { encountersOn, nextVisit, phaseOf, stoppedSince, timeLeft } from './visit.model.ts';

const visit: Visit = {
  id: 'v1',
  status: 'booked',
  start: '2026-12-11T08:00:00+07:00',
  end: '2026-12-11T08:30:00+07:00',
  zone: 'Asia/Ho_Chi_Minh',
};
const at = (moment: string) => Date.parse(`${moment}:00+07:00`);

test.each([
  ['2026-12-10T23:59', 'before'],
  ['2026-12-11T00:00', 'at'],
  ['2026-12-11T11:29', 'at'],
  ['2026-12-11T11:30', 'after'],
] as const)("at %s on the facility's clock a visit of 08:00 is in its phase %s", (moment, phase) => {
  expect(phaseOf(visit, at(moment))).toBe(phase);
});

test('who was seen is through with it at once; what was cancelled has no phase', () => {
  expect(phaseOf({ ...visit, status: 'fulfilled' }, at('2026-12-11T08:10'))).toBe('after');
  expect(phaseOf({ ...visit, status: 'cancelled' }, at('2026-12-10T08:10'))).toBe('off');
  const { start: _start, end: _end, ...unset } = visit;
  expect(phaseOf({ ...unset, status: 'proposed' }, at('2026-12-10T08:10'))).toBe('before');
});

test('time left is told in days, on the day itself in hours, and not once it has begun', () => {
  expect(timeLeft(visit, at('2026-12-08T23:00'))).toEqual({ days: 3 });
  expect(timeLeft(visit, at('2026-12-10T23:30'))).toEqual({ days: 1 });
  expect(timeLeft(visit, at('2026-12-11T05:30'))).toEqual({ hours: 2 });
  expect(timeLeft(visit, at('2026-12-11T08:00'))).toBeUndefined();
});

test('the next visit is the nearest that is still to come', () => {
  const later = { ...visit, id: 'v2', start: '2026-12-20T08:00:00+07:00' };
  const off = { ...visit, id: 'v3', start: '2026-12-12T08:00:00+07:00', status: 'cancelled' };
  expect(nextVisit([later, off, visit], at('2026-12-10T08:00'))?.id).toBe('v1');
  expect(nextVisit([later, off, visit], at('2026-12-11T08:00'))?.id).toBe('v2');
});

test('what a facility wrote is found by the day on its clock; what the person wrote is left out', () => {
  const encounter = (id: string, start: string, more: object = {}) => {
    const read = readEncounter(
      { resourceType: 'Encounter', id, status: 'finished', period: { start }, ...more },
      'vi-VN',
    );
    if (read === undefined) throw new Error(id);
    return read;
  };
  const own = { meta: { tag: [{ system: 'https://phr.example/CodeSystem/origin', code: 'patient' }] } };
  const found = encountersOn(
    [
      encounter('day', '2026-12-11'),
      encounter('night', '2026-12-10T18:00:00Z'),
      encounter('before', '2026-12-10T16:59:00Z'),
      encounter('own', '2026-12-11', own),
    ],
    visit,
  );
  expect(found.map(({ id }) => id)).toEqual(['day', 'night']);
});

test('medicines count as stopped by a visit from its day on', () => {
  const statement = (id: string, status: string, end?: string) => {
    const resource = {
      resourceType: 'MedicationStatement',
      id,
      meta: { versionId: '1' },
      status,
      medicationCodeableConcept: { text: id },
      effectivePeriod: { start: '2026-01-01', ...(end !== undefined && { end }) },
    };
    const read = readMedicine(resource, 'vi-VN');
    if (read === undefined) throw new Error(id);
    return read;
  };
  const medicines = [
    statement('same day', 'stopped', '2026-12-11'),
    statement('earlier', 'stopped', '2026-12-10'),
    statement('still', 'active'),
  ];
  expect(stoppedSince(medicines, visit).map(({ id }) => id)).toEqual(['same day']);
});

test('an appointment is read with its service, doctor and number, and the place of its service', () => {
  const resource = {
    resourceType: 'Appointment',
    id: 'v1',
    status: 'booked',
    start: '2026-12-11',
    identifier: [{ value: 'a-very-long-identifier' }, { value: '27' }],
    participant: [
      { actor: { reference: 'HealthcareService/h', display: 'Khám tim mạch' } },
      { actor: { reference: 'Practitioner/p', display: 'BS. Dương' } },
    ],
  };
  expect(readVisit(resource)).toEqual({
    id: 'v1',
    status: 'booked',
    zone: 'Asia/Ho_Chi_Minh',
    no: '27',
    subject: 'Khám tim mạch',
    practitioner: 'BS. Dương',
    serviceId: 'h',
  });
  expect(placeOfService({ providedBy: { display: 'BV Sao Mai' }, location: [{ display: 'Phòng 3' }] })).toBe(
    'BV Sao Mai, Phòng 3',
  );
});

test('an appointment whose facility came along has its name and its clock, as in the list', () => {
  const resource = {
    resourceType: 'Appointment',
    id: 'v2',
    status: 'booked',
    participant: [
      {
        actor: {
          reference: 'Location/l',
          resource: {
            resourceType: 'Location',
            name: 'Cơ sở Tokyo',
            extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/timezone', valueCode: 'Asia/Tokyo' }],
          },
        },
      },
    ],
  };
  expect(readVisit(resource)).toEqual({ id: 'v2', status: 'booked', zone: 'Asia/Tokyo', location: 'Cơ sở Tokyo' });
});
