import type { PartProps } from '@phr/module-kit/part';
import { HealthDetails } from '../features/health-details/health-details.view.tsx';

/** The blood pressure of the person in view, for pages of partners: no routes of the shell are needed. */
export function BloodPressure({ headingLevel }: PartProps) {
  return <HealthDetails name="bloodPressures" headingLevel={headingLevel} standalone />;
}
