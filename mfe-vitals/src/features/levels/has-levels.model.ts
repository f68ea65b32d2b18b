import type { StoreKey } from '@phr/clinical/codings';
import { chartBands } from '@phr/clinical/ranges';

/** True when there are ranges for this vital at this age. */
export function hasLevels(storeKey: StoreKey, age: number | undefined): boolean {
  return chartBands(storeKey, age === undefined ? {} : { age }).length > 0;
}
