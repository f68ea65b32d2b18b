import * as plainDate from '@phr/time/plain-date';
import { randomOf } from '../random.ts';
import { concept, HL7, identifier, idOf, PHR_BASE, refTo, SERVICE_PRICE } from './build.ts';
import type { Clock, DemoResource, Reference } from './build.ts';

// Fictitious hospitals, doctors and services.

interface Place {
  readonly key: string;
  readonly name: string;
  readonly address: string;
  readonly phone: string;
}

const PLACES = [
  {
    key: 'sao-mai',
    name: 'Bệnh viện Đa khoa Sao Mai',
    address: '12 Đường Hoa Sữa, Quận Ninh Kiều, Cần Thơ',
    phone: '842923000111',
  },
  {
    key: 'huong-sen',
    name: 'Phòng khám Gia đình Hương Sen',
    address: '8 Đường Bờ Kè, Quận Cái Răng, Cần Thơ',
    phone: '842923000222',
  },
  {
    key: 'anh-duong',
    name: 'Trung tâm Y khoa Ánh Dương',
    address: '150 Đường Lá Me, Quận 7, Hồ Chí Minh',
    phone: '842838000333',
  },
  {
    key: 'may-trang',
    name: 'Bệnh viện Phụ sản Mây Trắng',
    address: '3 Đường Bờ Kè, Quận Ninh Kiều, Cần Thơ',
    phone: '842923000444',
  },
] as const satisfies readonly Place[];

export type PlaceKey = (typeof PLACES)[number]['key'];

const SPECIALTIES = {
  cardiology: 'Tim mạch',
  family: 'Y học gia đình',
  paediatrics: 'Nhi khoa',
  endocrinology: 'Nội tiết',
  imaging: 'Chẩn đoán hình ảnh',
} as const;
type Specialty = keyof typeof SPECIALTIES;
const specialty = (key: Specialty): object => concept(`${PHR_BASE}/fhir/CodeSystem/specialty`, key, SPECIALTIES[key]);

const DOCTORS = [
  { key: 'duong', name: 'ĐẶNG THUỲ DƯƠNG', prefix: 'BS.CKII', gender: 'female' },
  { key: 'phuc', name: 'VÕ HOÀNG PHÚC', prefix: 'ThS.BS', gender: 'male' },
  { key: 'ngan', name: 'HUỲNH KIM NGÂN', prefix: 'BS.CKI', gender: 'female' },
  { key: 'tin', name: 'PHAN TRỌNG TÍN', prefix: 'BS', gender: 'male' },
] as const;

export type DoctorKey = (typeof DOCTORS)[number]['key'];

const SERVICES = [
  {
    key: 'cardiology',
    name: 'Khám tim mạch',
    place: 'sao-mai',
    specialty: 'cardiology',
    price: 250_000,
    doctors: ['duong', 'phuc'],
  },
  {
    key: 'family',
    name: 'Khám sức khoẻ gia đình',
    place: 'huong-sen',
    specialty: 'family',
    price: 180_000,
    doctors: ['ngan'],
  },
  {
    key: 'paediatrics',
    name: 'Khám nhi',
    place: 'huong-sen',
    specialty: 'paediatrics',
    price: 200_000,
    doctors: ['ngan'],
  },
  {
    key: 'endocrinology',
    name: 'Khám nội tiết - đái tháo đường',
    place: 'sao-mai',
    specialty: 'endocrinology',
    price: 250_000,
    doctors: ['phuc'],
  },
  {
    key: 'ultrasound',
    name: 'Siêu âm ổ bụng tổng quát',
    place: 'anh-duong',
    specialty: 'imaging',
    price: 1_150_000,
    doctors: ['tin'],
  },
] as const satisfies readonly {
  key: string;
  name: string;
  place: PlaceKey;
  specialty: Specialty;
  price: number;
  doctors: readonly DoctorKey[];
}[];

export type ServiceKey = (typeof SERVICES)[number]['key'];

export function organizationRef(key: PlaceKey): Reference {
  return refTo('Organization', idOf(`organization/${key}`), PLACES.find((place) => place.key === key)?.name);
}

export function practitionerRef(key: DoctorKey): Reference {
  const doctor = DOCTORS.find((candidate) => candidate.key === key);
  return refTo('Practitioner', idOf(`practitioner/${key}`), doctor && `${doctor.prefix} ${doctor.name}`);
}

export function roleRef(service: ServiceKey, doctor: DoctorKey): Reference {
  return refTo('PractitionerRole', idOf(`role/${service}/${doctor}`), practitionerRef(doctor).display);
}

export function serviceRef(key: ServiceKey): Reference {
  return refTo('HealthcareService', idOf(`service/${key}`), SERVICES.find((service) => service.key === key)?.name);
}

export function serviceSpecialty(key: ServiceKey): object {
  return specialty(SERVICES.find((service) => service.key === key)?.specialty ?? 'family');
}

export function slotId(service: ServiceKey, doctor: DoctorKey, day: number, hour: number): string {
  return idOf(`slot/${service}/${doctor}/${day}/${hour}`);
}

const WORKING_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const HOURS = [8, 10, 14, 16];
const AVAILABLE = [
  { daysOfWeek: WORKING_DAYS.slice(0, 5), availableStartTime: '08:00:00', availableEndTime: '17:00:00' },
  { daysOfWeek: ['sat'], availableStartTime: '08:00:00', availableEndTime: '12:00:00' },
];
const DAYS_AHEAD = 30;

const phone = (value: string): object => ({ system: 'phone', value, use: 'work' });
const price = (value: number): object => ({ url: SERVICE_PRICE, valueMoney: { value, currency: 'VND' } });

/** Directory resources; slots taken by appointments are passed in by id. */
export function directoryResources(clock: Clock, taken: ReadonlySet<string>): readonly DemoResource[] {
  const organizations = PLACES.map(
    ({ key, name, address, phone: number }): DemoResource => ({
      resourceType: 'Organization',
      id: idOf(`organization/${key}`),
      identifier: [identifier('organization', key.toUpperCase())],
      active: true,
      type: [concept(`${HL7}/organization-type`, 'prov', 'Cơ sở khám chữa bệnh')],
      name,
      telecom: [phone(number)],
      address: [{ text: address, country: 'VN' }],
    }),
  );
  const locations = PLACES.map(
    ({ key, name, address }): DemoResource => ({
      resourceType: 'Location',
      id: idOf(`location/${key}`),
      status: 'active',
      name,
      address: { text: address, country: 'VN' },
      managingOrganization: organizationRef(key),
    }),
  );
  const practitioners = DOCTORS.map(
    ({ key, name, prefix, gender }): DemoResource => ({
      resourceType: 'Practitioner',
      id: idOf(`practitioner/${key}`),
      identifier: [identifier('practitioner', key.toUpperCase())],
      active: true,
      gender,
      name: [
        {
          text: `${prefix} ${name}`,
          prefix: [prefix],
          given: name.split(' ').slice(0, -1),
          family: name.split(' ').at(-1),
        },
      ],
    }),
  );
  const services = SERVICES.map(
    (service): DemoResource => ({
      resourceType: 'HealthcareService',
      id: idOf(`service/${service.key}`),
      extension: [price(service.price)],
      identifier: [identifier('service', service.key.toUpperCase())],
      active: true,
      providedBy: organizationRef(service.place),
      name: service.name,
      specialty: [specialty(service.specialty)],
      location: [
        refTo('Location', idOf(`location/${service.place}`), PLACES.find(({ key }) => key === service.place)?.name),
      ],
      telecom: [
        phone(PLACES.find(({ key }) => key === service.place)?.phone ?? ''),
        { system: 'email', value: `${service.place}@phr.example`, use: 'work' },
      ],
      availableTime: AVAILABLE,
      availabilityExceptions: 'Nghỉ chủ nhật và ngày lễ',
    }),
  );
  const roles = SERVICES.flatMap((service) =>
    service.doctors.map(
      (doctor): DemoResource => ({
        resourceType: 'PractitionerRole',
        id: idOf(`role/${service.key}/${doctor}`),
        active: true,
        practitioner: practitionerRef(doctor),
        organization: organizationRef(service.place),
        code: [concept(`${HL7}/practitioner-role`, 'doctor', 'Bác sĩ')],
        specialty: [specialty(service.specialty)],
        healthcareService: [serviceRef(service.key)],
        telecom: [phone(PLACES.find(({ key }) => key === service.place)?.phone ?? '')],
        availableTime: AVAILABLE,
        availabilityExceptions: 'Nghỉ chủ nhật và ngày lễ',
      }),
    ),
  );
  const schedules = SERVICES.flatMap((service) =>
    service.doctors.map(
      (doctor): DemoResource => ({
        resourceType: 'Schedule',
        id: idOf(`schedule/${service.key}/${doctor}`),
        extension: [price(service.price)],
        identifier: [identifier('schedule', `${service.key}-${doctor}`.toUpperCase())],
        active: true,
        serviceType: [{ text: service.name }],
        specialty: [specialty(service.specialty)],
        actor: [serviceRef(service.key), roleRef(service.key, doctor)],
        planningHorizon: { start: clock.at(0, 0), end: clock.at(DAYS_AHEAD, 24) },
      }),
    ),
  );
  return [
    ...organizations,
    ...locations,
    ...practitioners,
    ...services,
    ...roles,
    ...schedules,
    ...SERVICES.flatMap((service) => service.doctors.flatMap((doctor) => slotsOf(clock, service.key, doctor, taken))),
  ];
}

/** Half-hour slots, four per working day, a fifth taken by unknown people. */
function slotsOf(
  clock: Clock,
  service: ServiceKey,
  doctor: DoctorKey,
  taken: ReadonlySet<string>,
): readonly DemoResource[] {
  const random = randomOf(`slots/${service}/${doctor}`);
  const slots: DemoResource[] = [];
  for (let day = 0; day <= DAYS_AHEAD; day += 1) {
    const weekday = plainDate.dayOfWeek(clock.day(day));
    for (const hour of HOURS) {
      const busy = random.chance(0.2);
      const id = slotId(service, doctor, day, hour);
      const open = weekday !== 7 && (weekday !== 6 || hour < 12);
      if (!open && !taken.has(id)) continue;
      slots.push({
        resourceType: 'Slot',
        id,
        schedule: refTo('Schedule', idOf(`schedule/${service}/${doctor}`)),
        status: taken.has(id) || busy ? 'busy' : 'free',
        start: clock.at(day, hour),
        end: clock.at(day, hour, 30),
      });
    }
  }
  return slots;
}

const MEDICINES = [
  { key: 'amlodipin', name: 'Amlodipin 5 mg, viên', atc: 'C08CA01' },
  { key: 'losartan', name: 'Losartan 50 mg, viên', atc: 'C09CA01' },
  { key: 'metformin', name: 'Metformin 500 mg, viên', atc: 'A10BA02' },
  { key: 'atorvastatin', name: 'Atorvastatin 10 mg, viên', atc: 'C10AA05' },
  { key: 'amoxicillin', name: 'Amoxicillin 500 mg, viên', atc: 'J01CA04' },
  { key: 'ceftriaxon', name: 'Ceftriaxon 1 g, lọ tiêm', atc: 'J01DD04' },
  { key: 'paracetamol', name: 'Paracetamol 500 mg, viên', atc: 'N02BE01' },
] as const;

export type MedicineKey = (typeof MEDICINES)[number]['key'];

export function medicineRef(key: MedicineKey): Reference {
  return refTo('Medication', idOf(`medication/${key}`), MEDICINES.find((medicine) => medicine.key === key)?.name);
}

export function medicineResources(): readonly DemoResource[] {
  return MEDICINES.map(({ key, name, atc }) => ({
    resourceType: 'Medication',
    id: idOf(`medication/${key}`),
    code: concept('http://www.whocc.no/atc', atc, name),
    status: 'active',
  }));
}
