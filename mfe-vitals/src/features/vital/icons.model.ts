import type { StoreKey } from '@phr/clinical/codings';
import {
  IconBloodPressure,
  IconGlucose,
  IconHealthIndexes,
  IconHeartRate,
  IconHeight,
  IconLaboratory,
  IconOxygen,
  IconTemperature,
  IconWeight,
  type IconShape,
} from '@phr/ui/icons';

/** The icon of each vital; it only decorates its name. */
export const VITAL_ICONS: Readonly<Record<StoreKey, IconShape>> = {
  bloodPressures: IconBloodPressure,
  heartRates: IconHeartRate,
  respiratoryRates: IconOxygen,
  temperatures: IconTemperature,
  spo2s: IconOxygen,
  weights: IconWeight,
  heights: IconHeight,
  bmis: IconWeight,
  glucoses: IconGlucose,
  ketones: IconLaboratory,
  uricAcids: IconLaboratory,
  cholesterols: IconLaboratory,
  ecgs: IconHealthIndexes,
};
