import { searchset } from '@phr/testing/dev-page';
import type { Responder } from '@phr/testing/fake-host';

const HOURS = [
  { daysOfWeek: ['mon', 'tue', 'wed', 'thu', 'fri'], availableStartTime: '08:00:00', availableEndTime: '17:00:00' },
  { daysOfWeek: ['sat'], allDay: true },
];
const PRICE = 'https://phr.example/fhir/StructureDefinition/service-price';

export const SERVICES = Array.from({ length: 12 }, (_, index) => ({
  resourceType: 'HealthcareService',
  id: `service-${index + 1}`,
  active: true,
  name: index === 0 ? 'Khám tim mạch' : `Khám chuyên khoa ${index + 1}`,
  specialty: [{ text: 'Tim mạch', coding: [{ code: 'cardiology' }] }],
  providedBy: { reference: 'Organization/org-1', display: 'Bệnh viện Sông Hương' },
  location: [{ display: 'Phòng 204' }],
  telecom: [
    { system: 'phone', value: '842343000111' },
    { system: 'email', value: 'hen@songhuong.example' },
  ],
  availableTime: HOURS,
  availabilityExceptions: 'Nghỉ ngày lễ',
  extension: [{ url: PRICE, valueMoney: { value: 250_000, currency: 'VND' } }],
}));

export const ROLES = ['BS. Lê Thị Hòa', 'ThS.BS Võ Minh'].map((name, index) => ({
  resourceType: 'PractitionerRole',
  id: `role-${index + 1}`,
  active: true,
  practitioner: { reference: `Practitioner/doctor-${index + 1}`, display: name },
  organization: { display: 'Bệnh viện Sông Hương' },
  specialty: [{ text: 'Tim mạch', coding: [{ code: 'cardiology' }] }],
  telecom: [{ system: 'phone', value: '842343000111' }],
  availableTime: HOURS,
  availabilityExceptions: 'Nghỉ ngày lễ',
}));

const HOUR = 3_600_000;
const schedule = (role: string) => ({
  resourceType: 'Schedule',
  id: `schedule-${role}`,
  active: true,
  actor: [{ reference: 'HealthcareService/service-1' }, { reference: `PractitionerRole/${role}` }],
  planningHorizon: {
    start: new Date(Date.now() - HOUR).toISOString(),
    end: new Date(Date.now() + 30 * 24 * HOUR).toISOString(),
  },
});

/** Services, doctors and times of the fake facility; the times are the same every day. */
export const respondDirectory: Responder = ({ method, path, query }) => {
  if (method !== 'GET') return undefined;
  const one = [...SERVICES, ...ROLES].find(({ resourceType, id }) => path === `/${resourceType}/${id}`);
  if (one !== undefined) return one;
  if (path === '/HealthcareService') {
    const typed = String(query?.['_ilike'] ?? '').toLowerCase();
    const found = SERVICES.filter(({ name }) => name.toLowerCase().includes(typed));
    const page = Number(query?.['page'] ?? 1);
    return searchset(found.slice((page - 1) * 10, page * 10), found.length);
  }
  if (path === '/PractitionerRole') return searchset(ROLES);
  if (path === '/Schedule') return searchset(ROLES.map(({ id }) => schedule(id)));
  if (path === '/Slot') {
    const from = Date.parse(String(Array.isArray(query?.['start']) ? query['start'][0] : '').slice(2));
    return searchset(
      String(query?.['schedule'])
        .split(',')
        .flatMap((reference) =>
          [8, 8.5, 9, 14, 15].map((hour) => ({
            resourceType: 'Slot',
            id: `slot-${from + hour}-${reference.replace('Schedule/', '')}`,
            status: 'free',
            start: new Date(from + hour * HOUR).toISOString(),
            end: new Date(from + (hour + 0.5) * HOUR).toISOString(),
            schedule: { reference },
          })),
        ),
    );
  }
  return undefined;
};
