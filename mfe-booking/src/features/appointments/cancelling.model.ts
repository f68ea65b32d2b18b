import { mayChange } from '@phr/fhir/transitions';
import type { Appointment } from '@phr/fhir/appointment';

/** The patient may cancel what table T3 lets them cancel and what has not begun (D-14). */
export function mayCancel({ status, start }: Pick<Appointment, 'status' | 'start'>, now: Date): boolean {
  return (
    status !== 'cancelled' &&
    mayChange('Appointment', status, 'cancelled', 'patient') &&
    start !== undefined &&
    Date.parse(start) > now.getTime()
  );
}
