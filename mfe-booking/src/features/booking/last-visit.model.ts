import type { Appointment } from '@phr/fhir/appointment';

/** Statuses of past appointments that took place, or should have. */
const KEPT = new Set(['booked', 'arrived', 'checked-in', 'fulfilled']);

/** Data to book again: service, doctor and reason of the latest past visit. */
export interface LastVisit {
  readonly serviceId: string;
  readonly roleId: string;
  readonly reason?: string;
}

/** The latest visit that can be repeated; undefined if none names a service and doctor. */
export function lastVisitOf(appointments: readonly Appointment[], now: number): LastVisit | undefined {
  const visits = appointments
    .filter(({ status, start }) => KEPT.has(status) && start !== undefined && Date.parse(start) < now)
    .toSorted((a, b) => Date.parse(b.start ?? '') - Date.parse(a.start ?? ''));
  for (const { participants, reason } of visits) {
    const idOf = (type: string) => participants.find((one) => one.type === type)?.id;
    const [serviceId, roleId] = [idOf('HealthcareService'), idOf('PractitionerRole')];
    if (serviceId !== undefined && roleId !== undefined)
      return { serviceId, roleId, ...(reason !== undefined && { reason }) };
  }
  return undefined;
}
