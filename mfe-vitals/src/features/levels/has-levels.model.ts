import type { VitalKey } from '@phr/clinical/codings';
import type { ReadingContext } from '../readings/reading.model.ts';
import { scaleOf } from '../readings/scale.model.ts';

/** True if this vital is judged for the person on a day. */
export function hasLevels(vitalKey: VitalKey, day: string | undefined, context: ReadingContext): boolean {
  return scaleOf(vitalKey, 'mmol/L', day, context).length > 0;
}
