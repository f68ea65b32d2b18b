import { concept, identifier, idOf, PHR_BASE, refTo } from './build.ts';
import type { Clock, DemoResource } from './build.ts';
import { practitionerRef, roleRef, serviceRef, serviceSpecialty, slotId } from './facilities.ts';
import type { DoctorKey, ServiceKey } from './facilities.ts';
import { DEMO } from './people.ts';
import type { DemoName } from './people.ts';

interface Visit {
  readonly person: DemoName;
  readonly key: string;
  readonly status: 'pending' | 'booked' | 'proposed' | 'waitlist' | 'fulfilled' | 'cancelled' | 'noshow';
  /** Days from today; negative is past. */
  readonly day: number;
  readonly hour: 8 | 10 | 14 | 16;
  readonly service: ServiceKey;
  readonly doctor: DoctorKey;
  readonly reason: string;
  readonly cancelled?: readonly [code: string, display: string, text: string];
}

const APPOINTMENTS: readonly Visit[] = [
  {
    person: 'anh',
    key: 'next',
    status: 'booked',
    day: 12,
    hour: 8,
    service: 'cardiology',
    doctor: 'duong',
    reason: 'Tái khám tăng huyết áp',
  },
  {
    person: 'anh',
    key: 'endocrine',
    status: 'pending',
    day: 20,
    hour: 14,
    service: 'endocrinology',
    doctor: 'phuc',
    reason: 'Khám định kỳ đái tháo đường',
  },
  {
    person: 'anh',
    key: 'last',
    status: 'fulfilled',
    day: -35,
    hour: 8,
    service: 'cardiology',
    doctor: 'duong',
    reason: 'Tái khám tăng huyết áp',
  },
  {
    person: 'anh',
    key: 'spring',
    status: 'fulfilled',
    day: -126,
    hour: 10,
    service: 'cardiology',
    doctor: 'duong',
    reason: 'Tái khám tăng huyết áp',
  },
  {
    person: 'anh',
    key: 'missed',
    status: 'noshow',
    day: -217,
    hour: 14,
    service: 'endocrinology',
    doctor: 'phuc',
    reason: 'Khám bệnh',
  },
  {
    person: 'chau',
    key: 'next',
    status: 'pending',
    // less than 72 hours away at any time of day, so the visit is announced
    day: 2,
    hour: 10,
    service: 'family',
    doctor: 'ngan',
    reason: 'Khám bệnh',
  },
  {
    person: 'chau',
    key: 'ultrasound',
    status: 'proposed',
    day: 9,
    hour: 8,
    service: 'ultrasound',
    doctor: 'tin',
    reason: 'Kiểm tra sức khoẻ',
  },
  {
    person: 'chau',
    key: 'waiting',
    status: 'waitlist',
    day: 17,
    hour: 16,
    service: 'cardiology',
    doctor: 'phuc',
    reason: 'Đau đầu, hồi hộp',
  },
  {
    person: 'chau',
    key: 'cancelled',
    status: 'cancelled',
    day: 6,
    hour: 14,
    service: 'cardiology',
    doctor: 'duong',
    reason: 'Khám bệnh',
    cancelled: ['pat', 'Người bệnh huỷ', 'Bận công tác'],
  },
  {
    person: 'chau',
    key: 'checkup',
    status: 'fulfilled',
    day: -96,
    hour: 8,
    service: 'ultrasound',
    doctor: 'tin',
    reason: 'Khám sức khoẻ định kỳ',
  },
  {
    person: 'khang',
    key: 'next',
    status: 'booked',
    day: 2,
    hour: 16,
    service: 'paediatrics',
    doctor: 'ngan',
    reason: 'Tái khám viêm amidan',
  },
  {
    person: 'khang',
    key: 'fever',
    status: 'fulfilled',
    day: -5,
    hour: 8,
    service: 'paediatrics',
    doctor: 'ngan',
    reason: 'Sốt, đau họng',
  },
  {
    person: 'bao',
    key: 'next',
    status: 'booked',
    day: 5,
    hour: 10,
    service: 'ultrasound',
    doctor: 'tin',
    reason: 'Khám bệnh',
  },
  {
    person: 'bao',
    key: 'last',
    status: 'fulfilled',
    day: -44,
    hour: 10,
    service: 'ultrasound',
    doctor: 'tin',
    reason: 'Đau lưng',
  },
];

const OPEN: readonly Visit['status'][] = ['pending', 'booked', 'proposed', 'waitlist'];
const slotOf = ({ service, doctor, day, hour }: Visit): string => slotId(service, doctor, day, hour);

/** Slots held by these people's appointments. */
export function takenSlots(): ReadonlySet<string> {
  return new Set(APPOINTMENTS.filter(({ day, status }) => day >= 0 && OPEN.includes(status)).map(slotOf));
}

/** A person's appointments: upcoming and past, in every status. */
export function appointmentResources(person: DemoName, clock: Clock): readonly DemoResource[] {
  return APPOINTMENTS.filter((visit) => visit.person === person).map((visit): DemoResource => {
    const { key, status, day, hour, service, doctor } = visit;
    const answered = ['booked', 'fulfilled', 'noshow'].includes(status) ? 'accepted' : 'needs-action';
    return {
      resourceType: 'Appointment',
      id: idOf(`appointment/${person}/${key}`),
      identifier: [identifier('appointment', idOf(`number/${person}/${key}`).slice(0, 6).toUpperCase())],
      status,
      ...(visit.cancelled === undefined
        ? {}
        : {
            cancelationReason: {
              coding: [
                {
                  system: 'http://terminology.hl7.org/CodeSystem/appointment-cancellation-reason',
                  code: visit.cancelled[0],
                  display: visit.cancelled[1],
                },
              ],
              text: visit.cancelled[2],
            },
          }),
      serviceType: [concept(`${PHR_BASE}/fhir/CodeSystem/service`, service, serviceRef(service).display ?? service)],
      specialty: [serviceSpecialty(service)],
      reasonCode: [{ text: visit.reason }],
      start: clock.at(day, hour),
      end: clock.at(day, hour, 30),
      created: clock.at(Math.min(day - 4, -2), 19, 20),
      ...(day >= 0 && OPEN.includes(status) ? { slot: [refTo('Slot', slotOf(visit))] } : {}),
      participant: [
        { actor: refTo('Patient', DEMO[person].id, DEMO[person].name), status: 'accepted' },
        { actor: practitionerRef(doctor), status: answered },
        { actor: roleRef(service, doctor), status: answered },
        { actor: serviceRef(service), status: answered },
      ],
    };
  });
}
