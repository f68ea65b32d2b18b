import { mayChange } from '@phr/fhir/transitions';
import type { Appointment } from '@phr/fhir/appointment';

/** Patients may cancel as allowed by table T3, before the start (D-14). */
export function mayCancel({ status, start }: Pick<Appointment, 'status' | 'start'>, now: Date): boolean {
  return (
    status !== 'cancelled' &&
    mayChange('Appointment', status, 'cancelled', 'patient') &&
    start !== undefined &&
    Date.parse(start) > now.getTime()
  );
}
