import type { VitalKey } from '@phr/clinical/codings';
import type { ReadingContext } from '../readings/reading.model.ts';
import { scaleOf } from '../readings/scale.model.ts';

/** True when somebody judges this vital for the person on a day. */
export function hasLevels(storeKey: VitalKey, day: string | undefined, context: ReadingContext): boolean {
  return scaleOf(storeKey, 'mmol/L', day, context).length > 0;
}
