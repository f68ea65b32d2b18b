import { readHealthcareService } from './healthcare-service.entity.ts';
import { readPractitionerRole } from './practitioner-role.entity.ts';

const TELECOM = [
  { system: 'email', value: 'hen@example.vn' },
  { system: 'phone', value: 'tel:+842923000111' },
];
const TIMES = [{ daysOfWeek: ['mon'], availableStartTime: '08:00:00', availableEndTime: '17:00:00' }];
const PRICE = 'https://phr.example/fhir/StructureDefinition/service-price';

test('[BOOK-09] reads a service: provider, picture, specialties, contacts, place, hours, price, zone', () => {
  expect(
    readHealthcareService({
      resourceType: 'HealthcareService',
      id: 's',
      name: 'Khám tim mạch',
      providedBy: { reference: 'Organization/o1', display: 'Bệnh viện X' },
      photo: { contentType: 'image/png', data: 'QUJD' },
      specialty: [{ coding: [{ code: '394579002', display: 'Tim mạch' }] }, { coding: [{ code: 'bare' }] }],
      telecom: TELECOM,
      availableTime: TIMES,
      availabilityExceptions: 'Nghỉ lễ',
      location: [{ display: 'Khu A', resource: { address: { text: '12 Hoa Sữa' } } }],
      extension: [
        { url: PRICE, valueMoney: { value: 250_000, currency: 'VND' } },
        { url: 'http://hl7.org/fhir/StructureDefinition/timezone', valueCode: 'Asia/Tokyo' },
      ],
    }),
  ).toEqual({
    id: 's',
    name: 'Khám tim mạch',
    providedBy: 'Bệnh viện X',
    providedById: 'o1',
    photo: 'data:image/png;base64,QUJD',
    specialties: [{ code: '394579002', display: 'Tim mạch' }],
    phone: '+842923000111',
    email: 'hen@example.vn',
    address: '12 Hoa Sữa',
    location: 'Khu A',
    availableTime: [{ days: ['mon'], time: { from: '08:00', to: '17:00' } }],
    availabilityExceptions: 'Nghỉ lễ',
    price: 250_000,
    zone: 'Asia/Tokyo',
  });
});

test('hides a service not on offer, a picture from elsewhere and a price in a foreign currency', () => {
  expect(readHealthcareService({ id: 's', active: false })).toBeUndefined();
  expect(
    readHealthcareService({
      id: 's',
      photo: { contentType: 'image/png', url: 'https://elsewhere.example/p.png' },
      extension: [{ url: PRICE, valueMoney: { value: 9, currency: 'USD' } }],
    }),
  ).toEqual({ id: 's', specialties: [], availableTime: [], zone: 'Asia/Ho_Chi_Minh' });
});

test("[BOOK-07] reads a doctor's ids, name, specialties, hours, exceptions, phone and e-mail", () => {
  expect(
    readPractitionerRole({
      resourceType: 'PractitionerRole',
      id: 'r',
      active: true,
      practitioner: { reference: 'https://x.example/fhir/Practitioner/p1', display: 'BS. Hòa' },
      organization: { display: 'Bệnh viện X' },
      specialty: [{ text: 'Tim mạch', coding: [{ code: 'cardiology' }] }],
      telecom: TELECOM,
      availableTime: TIMES,
      availabilityExceptions: 'Nghỉ lễ',
    }),
  ).toEqual({
    id: 'r',
    practitionerId: 'p1',
    name: 'BS. Hòa',
    organization: 'Bệnh viện X',
    specialties: [{ code: 'cardiology', display: 'Tim mạch' }],
    phone: '+842923000111',
    email: 'hen@example.vn',
    availableTime: [{ days: ['mon'], time: { from: '08:00', to: '17:00' } }],
    availabilityExceptions: 'Nghỉ lễ',
  });
  expect(readPractitionerRole({ id: 'r', active: false })).toBeUndefined();
});
