import type { Appointment } from '@phr/fhir/appointment';

/** Statuses of an appointment that took place, or was to. */
const KEPT = new Set(['booked', 'arrived', 'checked-in', 'fulfilled']);

/** What is booked again: the service, its doctor and the reason of the latest visit that is over. */
export interface LastVisit {
  readonly serviceId: string;
  readonly roleId: string;
  readonly reason?: string;
}

/** The latest visit that can be booked again; undefined without one that names a service and its doctor. */
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
