import { number, lenientObject, text } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';

/** Service and schedule of an invitation's codes (BOOK-08). */
export interface ScheduleService {
  readonly scheduleId: string;
  readonly scheduleStart?: string;
  readonly scheduleEnd?: string;
  readonly serviceName?: string;
  /** In dong, from the service-price extension. */
  readonly price?: number;
  readonly healthcareServiceId: string;
  readonly practitionerRoleId?: string;
}

const wire = lenientObject({
  scheduleId: text,
  scheduleStart: text,
  scheduleEnd: text,
  serviceName: text,
  price: number,
  currency: text,
  healthcareServiceId: text,
  practitionerRoleId: text,
});

/** Parses the response of GET /api/phr/schedule/code; undefined without a service. */
export function readScheduleService(value: unknown): ScheduleService | undefined {
  const raw = wire(value);
  if (raw?.scheduleId === undefined || raw.healthcareServiceId === undefined) return undefined;
  const {
    scheduleId,
    scheduleStart,
    scheduleEnd,
    serviceName,
    price,
    currency = 'VND',
    healthcareServiceId,
    practitionerRoleId,
  } = raw;
  return {
    scheduleId,
    healthcareServiceId,
    ...defined({
      scheduleStart,
      scheduleEnd,
      serviceName,
      price: currency === 'VND' ? price : undefined,
      practitionerRoleId,
    }),
  };
}
