import type { VitalIcon } from '@phr/clinical/vitals/define-vital';
import { vital, type VitalKey } from '@phr/clinical/vitals/index';
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

const SHAPES: Readonly<Record<VitalIcon, IconShape>> = {
  cuff: IconBloodPressure,
  heart: IconHeartRate,
  lungs: IconOxygen,
  thermometer: IconTemperature,
  finger: IconOxygen,
  scales: IconWeight,
  ruler: IconHeight,
  body: IconWeight,
  drop: IconGlucose,
  'drop K': IconLaboratory,
  crystal: IconLaboratory,
  'drop C': IconLaboratory,
  wave: IconHealthIndexes,
};

/** The icon of a vital; it only decorates its name. */
export function iconOf(key: VitalKey): IconShape {
  return SHAPES[vital(key).icon];
}
