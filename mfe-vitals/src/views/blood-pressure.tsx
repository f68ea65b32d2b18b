import type { PartProps } from '@phr/module-kit/part';
import { HealthDetails } from '../features/health-details/health-details.view.tsx';

/** The person's blood pressure, for partner pages; needs no shell routes. */
export function BloodPressure({ headingLevel }: PartProps) {
  return <HealthDetails name="bloodPressures" headingLevel={headingLevel} standalone />;
}
